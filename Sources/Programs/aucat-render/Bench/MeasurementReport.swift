internal import AudioComponents
internal import RenderChain
internal import ComponentValidation

/// The cost of a component by itself, or why it is unknown.
struct MeasurementReport: Sendable {
  let component: Component
  let outcome: MeasurementOutcome
  /// Why it was not measured; nil if it was.
  let reason: String?
  private let runs: [ChainCost]

  /// - Parameter runs: the runs, of which the first measured the delay.
  init(_ component: Component, _ runs: [ChainCost]) {
    self.component = component
    (outcome, reason, self.runs) = (.measured, nil, runs)
  }

  /// The report on a failure; nil if the error isn't the component's fault.
  init?(_ component: Component, _ error: ChainError) {
    self.component = component
    runs = []
    if case .noAudioOutput = error.cause { reason = "it has no audio output" } else { reason = error.detail }
    switch error.cause {
    case .timedOut: outcome = .timedOut
    // A process that was killed may have been killed from outside; the other components are measured anyway.
    case .crashed, .exited, .vanished, .killed, .invalidAnswer, .incompleteOutput: outcome = .crashed
    default:
      switch error.code {
      case .unsupported, .channels, .blockLength: outcome = .skipped
      case .system: return nil
      case .description, .library, .instantiation, .parameter, .state, .nonFinite, .input, .failed: outcome = .failed
      }
    }
  }

  /// A component that could not be measured within a time, in seconds.
  init(_ component: Component, notWithin limit: Double) {
    self.component = component
    (outcome, reason, runs) = (.timedOut, "it can't be measured within \(Int(limit)) s", [])
  }

  private var stages: [StageCost] { runs.compactMap(\.stages.first) }

  /// The cost in per cent of one core: the lowest result, because other programs only add to it.
  var cost: Double? {
    runs.compactMap { $0.blocks[.music]?.median }.min().map { $0 / ComponentMeter.blockDuration * 100 }
  }

  /// The delay of an impulse in frames; nil if it is not certain.
  var latency: Int? { stages.first?.measuredLatency }

  /// The latency that it reports, in frames; nil for none.
  var reportedLatency: Double? { stages.first?.reportedLatency }

  /// The time until it can play, in milliseconds: the lowest result.
  var loadTime: Double? { stages.map { ($0.load + $0.instantiation + $0.activation) * 1_000 }.min() }

  /// The memory until it can play, in millions of bytes: the highest result.
  var memory: Double? { stages.map { Double($0.memory) / 1_000_000 }.max() }

  /// The share of the time during which it had no processor.
  var waiting: Double? { runs.isEmpty ? nil : runs.map(\.waiting).median }

  /// The processor time that measuring took.
  var spent: ProcessorTimes { runs.reduce(into: ProcessorTimes()) { $0 += $1.spent } }
}

extension MeasurementReport {
  /// The report for programs: see `schema/output/README.md`.
  func json(machine: String) -> JSON {
    .object([
      ("component", .string(component.uri)), ("name", .string(component.name)), ("bundle", .string(component.bundle)),
      ("outcome", .string(outcome.rawValue)), ("reason", .optional(reason)), ("cost", .optional(cost)),
      ("latency", .optional(latency)), ("reportedLatency", .optional(reportedLatency)),
      ("loadTime", .optional(loadTime)), ("memory", .optional(memory)), ("waiting", .optional(waiting)),
      ("version", .int(MeasurementPlan.surveyVersion)), ("machine", .string(machine)),
    ])
  }
}
