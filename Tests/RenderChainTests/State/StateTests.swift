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
    verify(saved.stages[0].state.count, equals: 6)
    let again = try read(ChainFile.text(of: saved))
    verify(again, equals: saved)
    let second = try load(again, folder: folder)
    let player = Player(try second.activate())
    _ = player.play(0, blocks: 1)
    try verify(player.value("matched"), equals: 63)
    try verify(player.value("restored"), equals: 6)
    try verify(stopped(player).saved(), equals: saved)
  }

  private func stopped(_ player: consuming Player) -> StoppedChain { player.stop() }

  @Test func withoutAFolderNoFilesAreMade() throws {
    let player = Player(try load(RenderChain([bundle.stage("state")])).activate())
    _ = player.play(0, blocks: 1)
    let saved = try stopped(player).saved()
    verify(saved.stages[0].state.map(\.key).contains("urn:aucat:test:state#path"), equals: false)
    verify(saved.stages[0].state.count, equals: 5)
  }

  @Test func parametersAndBypassesAreThoseOfNow() throws {
    let player = try bundle.player(
      bundle.stage("gain-stereo", preset: "half"), bundle.stage("enabled"), channels: 2)
    try player.control.set("gain", of: 0, to: 1.25)
    try player.control.setBypassed(true, of: 0)
    try player.control.setBypassed(true, of: 1)
    _ = player.play(0.5, blocks: 3)
    let saved = try stopped(player).saved()
    verify(saved.stages.map(\.parameters), equals: [["gain": 1.25], [:]])
    verify(saved.stages.map(\.isBypassed), equals: [true, true])
    verify(saved.stages[0].preset == nil, "its values are among the parameters")
    let again = Player(try load(read(ChainFile.text(of: saved)), channels: 2).activate())
    verify(again.play(.constant(0.5, 10, channels: 2)), equals: .constant(0.5, 10, channels: 2))
    try again.control.setBypassed(false, of: 0)
    try again.control.setBypassed(false, of: 1)
    verify(again.play(0.5, blocks: 3)[0].last, equals: -0.625)
    try verify(stopped(again).saved().stages.map(\.isBypassed), equals: [false, false])
  }

  @Test func aPresetBeyondTheRangeCanBeSavedAndLoaded() throws {
    let chain = try load(RenderChain([bundle.stage("gain-stereo", preset: "out-of-range")]), channels: 2)
    verify(throws: Never.self) { _ = try load(read(ChainFile.text(of: chain.saved())), channels: 2) }
  }

  @Test func aDefaultBeyondTheRangeIsNoSetting() throws {
    let description = String(decoding: Child.contents(bundle.folder("test-plugins.lv2/plugins.ttl")), as: UTF8.self)
    let start = try demand(description.range(of: "lv2:default 1.0"))
    bundle.folder.write(
      description.replacingCharacters(in: start, with: "lv2:default 9.0"), to: "test-plugins.lv2/plugins.ttl")
    let saved = try load(RenderChain([bundle.stage("gain-mono")])).saved()
    verify(saved.stages[0].parameters, equals: [:])
    let player = Player(try load(read(ChainFile.text(of: saved))).activate())
    verify(player.play(.constant(1, 10)), equals: .constant(9, 10), "it is the plugin's own")
  }

  @Test func aStateIsNotForAPluginWithoutOne() throws {
    var stage = bundle.stage("gain-mono")
    stage.state = [StateProperty(key: "urn:x", type: "urn:y", bytes: [], flags: 3)]
    let error = try demand(bundle.error(stage, channels: 1))
    verify(error.code == .state && error.detail == "it has no state that could be restored")
  }

  @Test(arguments: [[], [1], [1, 2, 3, 4, 5], [UInt8](repeating: 255, count: 100_000)] as [[UInt8]])
  func aStateOfNonsenseIsThePluginsAffair(bytes: [UInt8]) throws {
    var stage = bundle.stage("state")
    stage.state = ["integer", "number", "text", "chunk", "block", "path"].map { name in
      StateProperty(key: "urn:aucat:test:state#\(name)", type: "", bytes: bytes, flags: 0)
    }
    let player = try bundle.player(stage)
    _ = player.play(0, blocks: 1)
    try verify(player.value("matched"), equals: 0)
  }

  @Test func aStoppedChainCanBeActivatedAgain() throws {
    let first = try bundle.player(bundle.stage("late-latency"), bundle.stage("worker"), channels: 2, mode: .live)
    _ = first.play(0, blocks: 5)
    verify(first.control.latency, equals: 256)
    let second = Player(try stopped(first).activate())
    _ = second.play(0, blocks: 1)
    verify(second.control.latency, equals: 64, "it counts from activate")
  }
}

extension Player {
  /// Deactivates the chain.
  consuming func stop() -> StoppedChain { chain.deactivate() }
}
