internal import AucatCommands
internal import RenderChain

/// How many channels a live session has.
struct LiveChannels {
  let inputs: Int
  let outputs: Int

  /// As the command says; else as many as the chain has, and two where it has one: a mono plugin then runs for both sides, and
  /// a mono chain is heard on both.
  init(_ chain: RenderChain, _ command: LiveCommand, searchDirectories: [String]) throws(ChainError) {
    var settings = HostSettings(sampleRate: command.sampleRate, mode: .live)
    settings.bundleDirectories = searchDirectories
    var channels: Int?
    var first: Int?
    for stage in chain.stages {
      let record = try StageOutline(stage, settings: settings).record
      let before = channels ?? command.inputs ?? Self.several(record.mainPorts(.input).count)
      if first == nil { first = before }
      channels = try ChannelPlan(record, channels: before).outputs
    }
    inputs = first ?? 0
    outputs = command.outputs ?? Self.several(channels ?? 0)
  }

  private static func several(_ count: Int) -> Int { count == 1 ? 2 : count }
}
