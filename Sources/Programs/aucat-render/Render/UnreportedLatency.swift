internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import AudioFiles
internal import RenderChain
internal import ComponentValidation

/// The latency of components that report none, as `aucat bench` has measured it.
///
/// It holds at the sample rate, with the blocks and at the settings at which it was measured, and is compensated for
/// only there.
struct UnreportedLatency {
  /// The latency that is compensated for, in frames.
  private(set) var frames = 0
  /// The notes about components whose latency isn't compensated for.
  private(set) var notes: [String] = []

  /// - Parameter isWanted: whether it should be compensated for.
  init(of choice: ChainChoice, sampleRate: Double, block: Int, isWanted: Bool, _ session: Session) {
    for (stage, component) in zip(choice.chain.stages, choice.components) where !stage.isBypassed {
      guard let latency = Self.latency(of: component, session) else { continue }
      let holds =
        sampleRate == MeasurementPlan.surveyRate && block == MeasurementPlan.surveyBlock && stage.parameters.isEmpty
        && stage.preset == nil && stage.state.isEmpty
      let delay = "\(component.name) delays by \(Count.text(latency, "frame"))"
      switch (holds, isWanted) {
      case (true, true): frames += latency
      case (true, false):
        notes.append("\(delay) (measured), which is not compensated; --compensate-measured compensates it")
      case (false, _):
        let conditions = "\(Int(MeasurementPlan.surveyRate)) Hz, in blocks of \(MeasurementPlan.surveyBlock) frames"
        notes.append("\(delay) (measured at \(conditions) and with default settings), which is not compensated here")
      }
    }
  }

  /// The measured latency in frames; nil if there is none, or the component reports it.
  private static func latency(of component: Component, _ session: Session) -> Int? {
    guard let latency = component.latency, latency > 0,
      let stored = try? session.manager.measurement(of: component), stored.reportedLatency == nil,
      stored.version == MeasurementPlan.surveyVersion
    else { return nil }
    return latency
  }
}
