internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import Linux
internal import RenderChain

/// `aucat chain export`
struct ChainExporter {
  let command: ChainCommand.Export
  let program: ChainProgram
  let session: Session

  /// The rate for values that are fractions of it: PipeWire's default, since chains name no rate.
  private static let sampleRate = 48_000.0

  func run() throws {
    if let path = command.output, !command.replacesFile { try StandardStream.rejectReplacement(of: path) }
    let choice = try ChainChoice(file: command.chain, stages: [], session)
    try choice.requireComponents(of: command.chain)
    do {
      let text = try text(of: choice)
      guard let path = command.output, path != StandardStream.word else { return try Output.print(text) }
      try ChainChoice.replace(path, by: text)
    } catch let error as ChainError {
      throw CommandFailure(error, names: choice.names)
    }
  }

  private func text(of choice: ChainChoice) throws -> String {
    var settings = HostSettings(sampleRate: Self.sampleRate, mode: .live)
    settings.bundleDirectories = session.manager.configuration.searchDirectories
    settings.log = { if $0.level == .error { warn("\($0.component): \($0.text)") } }
    let stages = try choice.chain.stages.map { stage in
      HostedStage(
        name: choice.names[stage.component] ?? stage.component, sideChain: stage.sideChain,
        outline: try StageOutline(stage, settings: settings))
    }
    switch program {
    case .pipewire:
      return try PipeWireGraph(stages, channels: command.channels, host: host("pipewire")).configuration(named: name)
    case .jalv: return try JalvLine(stages, host: host("jalv")).text
    }
  }

  private func host(_ name: String) -> HostProfile {
    session.manager.hosts.first { $0.name == name } ?? HostProfile(name: name, title: name)
  }

  /// The name of the file, without its ending.
  private var name: String {
    let file = LexicalPath.name(of: command.chain)
    let base = file.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(file[..<$0]) } ?? file
    return base.isEmpty ? "chain" : base
  }
}
