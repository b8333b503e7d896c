import ComponentModel
import Foundation
import RenderChain
import TestSupport
import Testing

/// A chain as it is now, saved and loaded again.
@Suite struct StateTests {
  private let bundle = TestBundle()

  private func load(_ chain: RenderChain, folder: String? = nil, channels: Int = 1) throws -> StoppedChain {
    var settings = HostSettings(sampleRate: 48_000)
    settings.stateFolder = folder
    return try StoppedChain(chain, channels: channels, settings: settings)
  }

  /// The chain of a file's text, with the bundles that the catalog would know.
  private func read(_ text: String) throws -> RenderChain {
    var chain = try ChainFile.chain(text)
    for number in chain.stages.indices { chain.stages[number].bundle = bundle.stage("").bundle }
    return chain
  }

  @Test func allKindsOfPropertiesComeBackBitForBit() throws {
    let folder = bundle.folder("state")
    let first = Player(try load(RenderChain([bundle.stage("state", ["seed": 77])]), folder: folder).activate())
    _ = first.play(0, blocks: 1)
    let saved = try stopped(first).saved()
    #expect(saved.stages[0].state.count == 6)
    let again = try read(ChainFile.text(of: saved))
    #expect(again == saved)
    let second = try load(again, folder: folder)
    let player = Player(try second.activate())
    _ = player.play(0, blocks: 1)
    #expect(try player.value("matched") == 63)
    #expect(try player.value("restored") == 6)
    #expect(try stopped(player).saved() == saved)
  }

  private func stopped(_ player: consuming Player) -> StoppedChain { player.stop() }

  @Test func withoutAFolderNoFilesAreMade() throws {
    let player = Player(try load(RenderChain([bundle.stage("state")])).activate())
    _ = player.play(0, blocks: 1)
    let saved = try stopped(player).saved()
    #expect(saved.stages[0].state.map(\.key).contains("urn:aucat:test:state#path") == false)
    #expect(saved.stages[0].state.count == 5)
  }

  @Test func parametersAndBypassesAreThoseOfNow() throws {
    let player = try bundle.player(
      bundle.stage("gain-stereo", preset: "half"), bundle.stage("enabled"), channels: 2)
    try player.control.set("gain", of: 0, to: 1.25)
    try player.control.setBypassed(true, of: 0)
    try player.control.setBypassed(true, of: 1)
    _ = player.play(0.5, blocks: 3)
    let saved = try stopped(player).saved()
    #expect(saved.stages.map(\.parameters) == [["gain": 1.25], [:]])
    #expect(saved.stages.map(\.isBypassed) == [true, true])
    #expect(saved.stages[0].preset == nil, "its values are among the parameters")
    let again = Player(try load(read(ChainFile.text(of: saved)), channels: 2).activate())
    #expect(again.play(.constant(0.5, 10, channels: 2)) == .constant(0.5, 10, channels: 2))
    try again.control.setBypassed(false, of: 0)
    try again.control.setBypassed(false, of: 1)
    #expect(again.play(0.5, blocks: 3)[0].last == -0.625)
    #expect(try stopped(again).saved().stages.map(\.isBypassed) == [false, false])
  }

  @Test func aPresetBeyondTheRangeCanBeSavedAndLoaded() throws {
    let chain = try load(RenderChain([bundle.stage("gain-stereo", preset: "out-of-range")]), channels: 2)
    #expect(throws: Never.self) { _ = try load(read(ChainFile.text(of: chain.saved())), channels: 2) }
  }

  @Test func aDefaultBeyondTheRangeIsNoSetting() throws {
    let description = String(decoding: Child.contents(bundle.folder("test-plugins.lv2/plugins.ttl")), as: UTF8.self)
    let start = try #require(description.range(of: "lv2:default 1.0"))
    bundle.folder.write(
      description.replacingCharacters(in: start, with: "lv2:default 9.0"), to: "test-plugins.lv2/plugins.ttl")
    let saved = try load(RenderChain([bundle.stage("gain-mono")])).saved()
    #expect(saved.stages[0].parameters == [:])
    let player = Player(try load(read(ChainFile.text(of: saved))).activate())
    #expect(player.play(.constant(1, 10)) == .constant(9, 10), "it is the plugin's own")
  }

  @Test func aStateIsNotForAPluginWithoutOne() throws {
    var stage = bundle.stage("gain-mono")
    stage.state = [StateProperty(key: "urn:x", type: "urn:y", bytes: [], flags: 3)]
    let error = try #require(bundle.error(stage, channels: 1))
    #expect(error.code == .state && error.detail == "it has no state that could be restored")
  }

  @Test(arguments: [[], [1], [1, 2, 3, 4, 5], [UInt8](repeating: 255, count: 100_000)] as [[UInt8]])
  func aStateOfNonsenseIsThePluginsAffair(bytes: [UInt8]) throws {
    var stage = bundle.stage("state")
    stage.state = ["integer", "number", "text", "chunk", "block", "path"].map { name in
      StateProperty(key: "urn:aucat:test:state#\(name)", type: "", bytes: bytes, flags: 0)
    }
    let player = try bundle.player(stage)
    _ = player.play(0, blocks: 1)
    #expect(try player.value("matched") == 0)
  }

  @Test func aStoppedChainCanBeActivatedAgain() throws {
    let first = try bundle.player(bundle.stage("late-latency"), bundle.stage("worker"), channels: 2, mode: .live)
    _ = first.play(0, blocks: 5)
    #expect(first.control.latency == 256)
    let second = Player(try stopped(first).activate())
    _ = second.play(0, blocks: 1)
    #expect(second.control.latency == 64, "it counts from activate")
  }
}

extension Player {
  /// Deactivates the chain.
  consuming func stop() -> StoppedChain { chain.deactivate() }
}
