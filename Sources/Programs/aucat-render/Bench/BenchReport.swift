internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import Linux
internal import RenderChain
internal import ComponentValidation

/// The report of `aucat bench` on a chain.
struct BenchReport {
  private let command: BenchCommand
  private let names: [String: String]
  private let channels: Int
  private let cost: ChainCost
  /// The times with denormals, if they were measured.
  private let unflushed: ChainCost?
  /// The instructions, if they were counted.
  private let instructions: InstructionCount?
  private let spread: Double

  /// The report on the runs of one chain; nil if there are none.
  init?(
    _ command: BenchCommand, names: [String: String], channels: Int, runs: [ChainCost], unflushed: [ChainCost],
    instructions: InstructionCount?
  ) {
    guard let cost = ChainCost(merging: runs) else { return nil }
    self.command = command
    self.names = names
    self.channels = channels
    self.cost = cost
    self.unflushed = ChainCost(merging: unflushed)
    self.instructions = instructions
    spread = ChainCost.spread(of: runs)
  }

  /// How long a block of sound lasts, in nanoseconds.
  private var blockLength: Double { Double(command.block) / command.sampleRate * 1e9 }

  /// How many instances of the chain one core can run: by the 99th percentile of the most expensive sound's blocks,
  /// because the worst block says more about the machine; nil if the cost is too small to measure.
  private var instances: Int? {
    let most = cost.blocks.values.map(\.percentile99).max() ?? 0
    return most > 0 ? Int(blockLength / most) : nil
  }

  // MARK: For people

  func text(_ terminal: Terminal) -> String {
    var times = Table(
      header: ["component", "sound", "median", "95 %", "99 %", "worst", "of a core"])
    for (number, stage) in cost.stages.enumerated() {
      add(stage.blocks, of: name(number), to: &times)
      if let unflushed { add(unflushed.stages[number].blocks, of: name(number), to: &times, "denormals") }
    }
    if cost.stages.count > 1 {
      add(cost.blocks, of: "chain", to: &times)
      if let unflushed { add(unflushed.blocks, of: "chain", to: &times, "denormals") }
    }
    var starts = Table(
      header: ["component", "load", "instantiate", "activate", "first block", "memory"])
    var responses = Table(header: ["component", "latency", "reported latency", "tail"])
    for (number, stage) in cost.stages.enumerated() {
      starts.rows.append([
        name(number), Self.milliseconds(stage.load), Self.milliseconds(stage.instantiation),
        Self.milliseconds(stage.activation), Self.milliseconds(stage.firstBlock), Self.size(stage.memory),
      ])
      responses.rows.append([name(number)] + Self.response(stage))
    }
    return ([times, starts, responses] + counts).map { $0.lines(terminal).joined(separator: "\n") + "\n" }.joined(
      separator: "\n")
  }

  private func add(_ blocks: [TestSound: BlockTimes], of name: String, to table: inout Table, _ mode: String? = nil) {
    for sound in TestSound.allCases {
      guard let times = blocks[sound] else { continue }
      let numbers = [times.median, times.percentile95, times.percentile99, times.worst].map(Self.microseconds)
      let sound = sound.rawValue + (mode.map { ", \($0)" } ?? "")
      table.rows.append([name, sound] + numbers + ["\(AudioText.decimals(share(times), 2)) %"])
    }
  }

  /// The instructions for a block, if they were counted.
  private var counts: [Table] {
    guard let instructions else { return [] }
    var table = Table(header: ["component"] + TestSound.allCases.map { "instructions, \($0.rawValue)" })
    for (number, stage) in instructions.stages.enumerated() {
      table.rows.append(
        [name(number)]
          + TestSound.allCases.map { sound in stage[sound].map { "\(Int($0.rounded()))" } ?? "" })
    }
    return [table]
  }

  private func name(_ stage: Int) -> String {
    let uri = cost.stages[stage].component
    let count = cost.stages[stage].instances
    return "\(stage + 1) \(names[uri] ?? uri)" + (count > 1 ? " (\(count) instances)" : "")
  }

  /// The median's share of a core, in per cent.
  private func share(_ times: BlockTimes) -> Double { times.median / blockLength * 100 }

  /// How far the numbers can be trusted, and what they mean.
  var remarks: [String] {
    let fitting =
      switch instances {
      case nil: "the cost is too small to measure"
      case 0?: "one core can't run it in time"
      case let count?: "one core can run \(Count.text(count, "instance"))"
      }
    let rate = Int(exactly: command.sampleRate).map(String.init) ?? "\(command.sampleRate)"
    let count = cost.blocks.values.map(\.count).max() ?? 0
    return [
      "\(fitting) (99th percentile of the costliest sound)",
      "blocks of \(command.block) frames at \(rate) Hz last \(Self.microseconds(blockLength)); "
        + "the \(Self.microseconds(cost.floor)) it takes to time a call is subtracted",
      "\(Count.text(command.runs, "run")), up to \(Count.text(count, "block")) of each sound; "
        + (command.runs > 1 ? "the medians of the runs differ by \(Self.percent(spread))" : "one run shows no spread"),
      "\(Count.text(CurrentProcess.processorCount, "processor")), clock governor "
        + "\(CurrentProcess.clockGovernor ?? "unknown"); the chain waited for \(Self.percent(cost.waiting)) of the time"
        + (cost.waiting > 0.05 ? ": for other programs, locks or files" : ""),
      "memory of the process: \(Self.size(cost.memory))",
    ]
  }

  private static func microseconds(_ nanoseconds: Double) -> String {
    "\(AudioText.decimals(nanoseconds / 1_000, 1)) µs"
  }
  private static func milliseconds(_ seconds: Double) -> String { "\(AudioText.decimals(seconds * 1_000, 2)) ms" }
  private static func percent(_ share: Double) -> String { "\(AudioText.decimals(share * 100, 1)) %" }
  private static func size(_ bytes: Int) -> String { "\(AudioText.decimals(Double(bytes) / 1_048_576, 1)) MiB" }

  private static func response(_ stage: StageCost) -> [String] {
    let reported = stage.reportedLatency.map { Int(exactly: $0).map(String.init) ?? "\($0)" }
    return [stage.measuredLatency.map(String.init) ?? "unknown", reported ?? "none", tail(stage)]
  }

  private static func tail(_ stage: StageCost) -> String {
    switch stage.tail {
    case .seconds(let seconds)?: "\(AudioText.decimals(seconds, 3)) s"
    case .longerThan(let seconds)?: "over \(AudioText.decimals(seconds, 1)) s"
    case nil: "unknown"
    }
  }

  // MARK: For programs: see `schema/output/README.md`.

  var json: JSON {
    .object([
      ("sampleRate", .number(command.sampleRate)), ("block", .int(command.block)), ("channels", .int(channels)),
      ("runs", .int(command.runs)), ("secondsPerSound", .number(command.seconds)), ("spread", .number(spread)),
      ("floorMicroseconds", .number(cost.floor / 1_000)), ("blocks", json(cost.blocks)),
      ("blocksWithDenormals", unflushed.map { json($0.blocks) } ?? .null),
      ("instancesPerCore", .optional(instances)), ("memory", .int(cost.memory)),
      ("stages", .array(cost.stages.indices.map(stageJSON))),
      (
        "machine",
        .object([
          ("processors", .int(CurrentProcess.processorCount)),
          ("clockGovernor", .optional(CurrentProcess.clockGovernor)),
          ("waiting", .number(cost.waiting)),
        ])
      ),
    ])
  }

  private func json(_ blocks: [TestSound: BlockTimes]) -> JSON {
    .object(
      TestSound.allCases.map { sound in
        (
          sound.rawValue,
          blocks[sound].map { times in
            .object([
              ("medianMicroseconds", .number(times.median / 1_000)),
              ("percentile95Microseconds", .number(times.percentile95 / 1_000)),
              ("percentile99Microseconds", .number(times.percentile99 / 1_000)),
              ("worstMicroseconds", .number(times.worst / 1_000)), ("percentOfCore", .number(share(times))),
              ("count", .int(times.count)),
            ])
          } ?? .null
        )
      })
  }

  private func json(_ counts: [TestSound: Double]?) -> JSON {
    guard let counts else { return .null }
    return .object(TestSound.allCases.map { ($0.rawValue, counts[$0].map { .number($0.rounded()) } ?? .null) })
  }

  private func stageJSON(_ number: Int) -> JSON {
    let stage = cost.stages[number]
    let (tail, isLonger): (Double?, Bool) =
      switch stage.tail {
      case .seconds(let seconds)?: (seconds, false)
      case .longerThan(let seconds)?: (seconds, true)
      case nil: (nil, false)
      }
    return .object([
      ("component", .string(stage.component)), ("name", .optional(names[stage.component])),
      ("instances", .int(stage.instances)), ("blocks", json(stage.blocks)),
      ("blocksWithDenormals", unflushed.map { json($0.stages[number].blocks) } ?? .null),
      ("instructions", json(instructions?.stages[number])), ("loadSeconds", .number(stage.load)),
      ("instantiateSeconds", .number(stage.instantiation)), ("activateSeconds", .number(stage.activation)),
      ("firstBlockSeconds", .number(stage.firstBlock)), ("memory", .int(stage.memory)),
      ("reportedLatency", .optional(stage.reportedLatency)), ("measuredLatency", .optional(stage.measuredLatency)),
      ("tailSeconds", .optional(tail)), ("tailIsLonger", .bool(isLonger)),
    ])
  }
}
