import ComponentModel
import Foundation
import RenderChain
import TestSupport
import Testing

/// A chain as it is now, saved and loaded again.
struct StateTests {
  private let bundle = TestBundle()

  private func load(_ chain: RenderChain, folder: String? = nil, channels: Int = 1) throws -> StoppedChain {
    var settings = HostSettings(sampleRate: 48_000)
    settings.stateFolder = folder
    return try StoppedChain(chain, channels: channels, settings: settings)
  }

  /// The chain that a file keeps of another.
  private func again(_ chain: RenderChain) throws -> RenderChain { try bundle.chain(ChainFile.text(of: chain)) }

  @Test func allKindsOfPropertiesComeBackBitForBitAndFilesAreMadeInAFolderOnly() throws {
    for folder in [bundle.folder("state"), nil] {
      let first = Player(try load(RenderChain([bundle.stage("state", ["seed": 77])]), folder: folder).activate())
      _ = first.play(0, blocks: 1)
      let saved = try first.stop().saved()
      verify(saved.stages[0].state.count, equals: folder == nil ? 5 : 6)
      verify(saved.stages[0].state.contains { $0.key == "urn:aucat:test:state#path" }, equals: folder != nil)
      try verify(again(saved), equals: saved)
      guard folder != nil else { continue }
      let second = Player(try load(again(saved), folder: folder).activate())
      _ = second.play(0, blocks: 1)
      try verify(second.values(["matched", "restored"]), equals: [63, 6])
      try verify(second.stop().saved(), equals: saved)
    }
  }

  @Test func parametersAndBypassesAreThoseOfNow() throws {
    let player = try bundle.player(
      bundle.stage("gain-stereo", preset: "half"), bundle.stage("enabled"), channels: 2)
    try player.control.set("gain", of: 0, to: 1.25)
    for stage in [0, 1] { try player.control.setBypassed(true, of: stage) }
    _ = player.play(0.5, blocks: 3)
    let saved = try player.stop().saved()
    verify(saved.stages.map(\.parameters), equals: [["gain": 1.25], [:]])
    verify(saved.stages.map(\.isBypassed), equals: [true, true])
    verify(saved.stages[0].preset == nil, "its values are among the parameters")
    let loaded = Player(try load(again(saved), channels: 2).activate())
    verify(loaded.play(.constant(0.5, 10, channels: 2)), equals: .constant(0.5, 10, channels: 2))
    for stage in [0, 1] { try loaded.control.setBypassed(false, of: stage) }
    verify(loaded.play(0.5, blocks: 3)[0].last, equals: -0.625)
    try verify(loaded.stop().saved().stages.map(\.isBypassed), equals: [false, false])
  }

  @Test func valuesBeyondTheRangeCanBeSavedAndLoaded() throws {
    let chain = try load(RenderChain([bundle.stage("gain-stereo", preset: "out-of-range")]), channels: 2)
    verify(throws: Never.self) { _ = try load(again(chain.saved()), channels: 2) }
    let description = String(decoding: Child.contents(bundle.path + "/plugins.ttl"), as: UTF8.self)
    let start = try demand(description.range(of: "lv2:default 1.0"))
    bundle.folder.write(
      description.replacingCharacters(in: start, with: "lv2:default 9.0"), to: "test-plugins.lv2/plugins.ttl")
    let saved = try load(RenderChain([bundle.stage("gain-mono")])).saved()
    verify(saved.stages[0].parameters, equals: [:], "a default is no setting")
    let player = Player(try load(again(saved)).activate())
    verify(player.play(.constant(1, 10)), equals: .constant(9, 10), "it is the plugin's own")
  }

  @Test func aStateIsForAPluginThatHasOneAndNonsenseIsItsAffair() throws {
    var gain = bundle.stage("gain-mono")
    gain.state = [StateProperty(key: "urn:x", type: "urn:y", bytes: [], flags: 3)]
    verify(bundle.error(gain, channels: 1), equals: ChainError(.noState, component: "urn:aucat:test:gain-mono"))
    for bytes in [[], [1], [1, 2, 3, 4, 5], [UInt8](repeating: 255, count: 100_000)] {
      var stage = bundle.stage("state")
      stage.state = ["integer", "number", "text", "chunk", "block", "path"].map { name in
        StateProperty(key: "urn:aucat:test:state#\(name)", type: "", bytes: bytes, flags: 0)
      }
      let player = try bundle.player(stage)
      _ = player.play(0, blocks: 1)
      try verify(player.value("matched"), equals: 0, "\(bytes.count)")
    }
  }
}
