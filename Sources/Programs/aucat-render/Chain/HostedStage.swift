internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import RenderChain

/// A stage of a chain that another program is to host.
struct HostedStage {
  let name: String
  let sideChain: RenderChain.SideChain
  let outline: StageOutline

  /// Checks what the plugin requires.
  func requireFeatures(of host: HostProfile, called program: String) throws {
    let missing = outline.record.requiredFeatures.filter { !host.features.contains($0) }
    guard missing.isEmpty else {
      throw failure(
        "it requires \(missing.joined(separator: ", ")), which \(program) does not support",
        remedy: "use another plugin")
    }
  }

  /// Checks that the program connects every port that must be connected.
  func requirePorts(of host: HostProfile, called program: String) throws {
    let open = outline.record.ports.first { !host.portKinds.contains($0.kind) && !$0.has(.connectionOptional) }
    guard let open else { return }
    let content =
      switch open.kind {
      case .atom, .event: open.carriesMIDI ? "MIDI" : "messages"
      case .cv: "control voltage"
      case .audio, .control, .other: "something unknown"
      }
    let remedy = "use a plugin without such a port, or `aucat render`"
    throw failure("its port `\(open.symbol)` carries \(content), which \(program) does not connect", remedy: remedy)
  }

  /// An error about this component.
  func failure(_ reason: String, remedy: String) -> CommandFailure {
    CommandFailure(.usage, "\(name) (\(outline.record.uri)): \(reason); \(remedy)")
  }

  /// The shortest decimal number that converts back to a value.
  static func text(_ value: Float) -> String {
    value == value.rounded() && abs(value) < 1e7 ? "\(Int(value))" : "\(value)"
  }
}
