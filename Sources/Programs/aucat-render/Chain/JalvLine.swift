internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import RenderChain

/// A chain of one component as a command line of jalv.
struct JalvLine {
  let text: String

  /// - Parameter host: what jalv offers.
  init(_ stages: [HostedStage], host: HostProfile) throws {
    guard let stage = stages.first, stages.count == 1 else {
      throw CommandFailure(
        .usage, "jalv hosts one component, and the chain has \(stages.count); `--pipewire` exports chains of several")
    }
    try Self.check(stage, host)
    let values = stage.outline.values.flatMap { ["-c", "\($0.port.symbol)=\(HostedStage.text($0.value))"] }
    let words = ["jalv"] + values + [stage.outline.record.uri]
    text = words.map(ShellWord.quoted).joined(separator: " ") + "\n"
  }

  private static func check(_ stage: HostedStage, _ host: HostProfile) throws {
    try stage.requireFeatures(of: host, called: "jalv")
    try stage.requirePorts(of: host, called: "jalv")
    if stage.outline.isLeftOut {
      throw stage.failure("jalv can't bypass it", remedy: "remove `bypass` from the chain")
    }
    switch stage.outline.stateOrigin {
    case .preset:
      throw stage.failure(
        "its preset has a state, which is not a parameter's value",
        remedy: "leave the preset out of the chain, and type `preset URI` at jalv's prompt")
    case .chain:
      throw stage.failure(
        "the chain has a state for it, which is not a parameter's value",
        remedy: "remove `state` from the chain, and load a preset at jalv's prompt")
    case .bundle, nil: break
    }
  }
}
