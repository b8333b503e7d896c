internal import ComponentModel
internal import RenderChain

/// The cost of a chain in one run.
package struct ChainCost: Hashable, Sendable {
  /// The processor time of all stages for a block; without an entry for a sound that the chain has no input for.
  package var blocks: [TestSound: BlockTimes] = [:]
  /// The stages in order.
  package var stages: [StageCost] = []
  /// The time measured for an empty call, in nanoseconds. It has been subtracted.
  package var floor = 0.0
  /// How much the process's own memory grew, from before the first plugin was loaded to after the last block; in bytes.
  package var memory = 0
  /// The share of the time during which the chain's thread had no processor, 0 to 1: other programs had it, or a plugin slept,
  /// waited for a lock or for a file.
  package var waiting = 0.0
  /// The processor time that measuring took.
  package var spent = ProcessorTimes()
}

/// The cost of one component of a chain.
package struct StageCost: Hashable, Sendable {
  /// The URI of the component.
  package var component: String
  /// The number of instances, each for a part of the channels.
  package var instances = 1
  /// The processor time of its instances for a block.
  package var blocks: [TestSound: BlockTimes] = [:]
  /// How long loading its library took, in seconds; next to nothing if that was loaded before.
  package var load = 0.0
  /// How long `instantiate` took, in seconds.
  package var instantiation = 0.0
  /// How long `activate` took, in seconds.
  package var activation = 0.0
  /// How long the first block took, in seconds.
  package var firstBlock = 0.0
  /// How much the process's own memory grew until the component was active, in bytes.
  package var memory = 0
  /// The latency that it reports, in frames; nil if it reports none.
  package var reportedLatency: Double?
  /// The measured delay of an impulse, in frames; nil if it is not certain.
  package var measuredLatency: Int?
  /// Its tail; nil if unknown.
  package var tail: Tail?

  /// How long the output takes to fall by 60 dB once the input has ended.
  package enum Tail: Hashable, Sendable {
    case seconds(Double)
    /// It is longer than this.
    case longerThan(Double)
  }

  package init(component: String) { self.component = component }
}

extension ChainCost {
  var json: JSON {
    .object([
      ("blocks", Self.json(blocks)), ("stages", .array(stages.map(\.json))), ("floor", .number(floor)),
      ("memory", .int(memory)), ("waiting", .number(waiting)), ("spent", spent.json),
    ])
  }

  init(_ members: Members) throws(ChainFile.FormatError) {
    blocks = try Self.blocks(members)
    stages = try members.array("stages").map { (json) throws(ChainFile.FormatError) in
      guard case .object(let list) = json else { throw ChainFile.FormatError("a stage is not an object") }
      return try StageCost(Members(list, "stages"))
    }
    floor = try members.number("floor") ?? 0
    memory = try members.integer("memory") ?? 0
    waiting = try members.number("waiting") ?? 0
    if let times = try members.object("spent") { spent = try ProcessorTimes(times) }
  }

  fileprivate static func json(_ blocks: [TestSound: BlockTimes]) -> JSON {
    .object(TestSound.allCases.compactMap { sound in blocks[sound].map { (sound.rawValue, $0.json) } })
  }

  fileprivate static func blocks(_ members: Members) throws(ChainFile.FormatError) -> [TestSound: BlockTimes] {
    guard let list = try members.object("blocks") else { return [:] }
    var blocks: [TestSound: BlockTimes] = [:]
    for sound in TestSound.allCases where !list.isNull(sound.rawValue) {
      guard let times = BlockTimes(.array(try list.array(sound.rawValue))) else {
        throw ChainFile.FormatError("\(sound.rawValue) has no times")
      }
      blocks[sound] = times
    }
    return blocks
  }
}

extension StageCost {
  fileprivate var json: JSON {
    let (tail, isLonger): (Double?, Bool) =
      switch tail {
      case .seconds(let seconds): (seconds, false)
      case .longerThan(let seconds): (seconds, true)
      case nil: (nil, false)
      }
    return .object([
      ("component", .string(component)), ("instances", .int(instances)), ("blocks", ChainCost.json(blocks)),
      ("load", .number(load)), ("instantiation", .number(instantiation)), ("activation", .number(activation)),
      ("firstBlock", .number(firstBlock)), ("memory", .int(memory)), ("reportedLatency", .optional(reportedLatency)),
      ("measuredLatency", .optional(measuredLatency)), ("tail", .optional(tail)), ("tailIsLonger", .bool(isLonger)),
    ])
  }

  fileprivate init(_ members: Members) throws(ChainFile.FormatError) {
    component = try members.text("component") ?? ""
    instances = try members.integer("instances") ?? 1
    blocks = try ChainCost.blocks(members)
    load = try members.number("load") ?? 0
    instantiation = try members.number("instantiation") ?? 0
    activation = try members.number("activation") ?? 0
    firstBlock = try members.number("firstBlock") ?? 0
    memory = try members.integer("memory") ?? 0
    reportedLatency = try members.number("reportedLatency")
    measuredLatency = try members.integer("measuredLatency")
    let isLonger = try members.flag("tailIsLonger") ?? false
    tail = try members.number("tail").map { isLonger ? .longerThan($0) : .seconds($0) }
  }
}
