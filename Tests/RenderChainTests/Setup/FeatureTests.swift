import ComponentModel
import Glibc
import TestSupport
import Testing

@testable import BundleReading
@testable import ChainHosting
@testable import ChainModel

/// Every feature that a plugin requires is there, or the plugin is refused by name.
struct FeatureTests {
  private let bundle = TestBundle()

  @Test func aRequiredFeatureIsThereOrNamed() throws {
    for mode in [HostFeature.Mode.offline, .live] {
      for (name, channels, feature) in [
        ("in-place-broken", 1, "core#inPlaceBroken"), ("midi-gate", 1, "urid#map"), ("mapper", 1, "urid#unmap"),
        ("options", 2, "options#options"), ("options", 2, "buf-size#boundedBlockLength"),
        ("fixed-block", 2, "buf-size#fixedBlockLength"), ("power-of-two", 2, "buf-size#powerOf2BlockLength"),
        ("coarse-block", 2, "buf-size#coarseBlockLength"), ("worker", 1, "worker#schedule"),
        ("load-default", 1, "state#loadDefaultState"),
      ] {
        let chain = try bundle.load(bundle.stage(name), channels: channels, mode: mode)
        let required = chain.records[0].requiredFeatures
        verify(required.contains { $0.hasSuffix(feature) }, "\(required)")
        verify(HostFeature.supported.isSuperset(of: required))
      }
      verify(
        bundle.error(bundle.stage("gain-stereo"), bundle.stage("unknown-feature"), mode: mode),
        equals: ChainError(
          .missingFeatures(["urn:aucat:test:nosuch"]), component: "urn:aucat:test:unknown-feature"))
    }
    verify(bundle.error(bundle.stage("live")), equals: ChainError(.needsLiveSource, component: "urn:aucat:test:live"))
    verify(bundle.error(bundle.stage("live"), mode: .live) == nil)
  }

  @Test func optionsAreTrueAndTypedMapAndUnmapAreInverseAndPortsGetTheRoomThatTheyAskFor() throws {
    let player = try bundle.player(bundle.stage("options"), channels: 2, rate: 44_100, block: 700)
    _ = player.play(0, blocks: 1, of: 700)
    try verify(
      player.values(["min_block", "max_block", "nominal_block", "sequence_size", "sample_rate"]),
      equals: [1, 700, 700, 65_536, 44_100])
    for name in ["mapper", "resize", "minimum-size"] {
      let player = try bundle.player(bundle.stage(name), channels: 2)
      _ = player.play(0, blocks: 3)
      try verify(player.value("ok"), equals: 1, "\(name)")
    }
  }

  /// `usableIn contains aucat` says what a chain says: of features, of ports, and of a missing output.
  @Test func theProfileOfThisProgramIsTrue() throws {
    let text = Child.contents(Repository.path("Sources/Libraries/AudioComponents/Hosts/Data/aucat.json"))
    let profile = try HostProfile(parsing: String(decoding: text, as: UTF8.self))
    verify(profile.features, equals: HostFeature.supported)
    let options = ["minBlockLength", "maxBlockLength", "nominalBlockLength", "sequenceSize"].map {
      Namespace.bufferSize + $0
    }
    verify(profile.options, equals: Set(options + [Namespace.parameters + "sampleRate"]))
    verify(profile.interfaces.isEmpty && profile.extensions.count == 2)

    func compare(_ stage: RenderChain.Stage) throws -> (isRefused: Bool, obstacles: [HostObstacle]) {
      let record = try PluginSource.record(ofPlugin: stage.component, bundle: stage.bundle)
      let isRefused =
        switch bundle.error(stage, channels: max(1, record.mainPorts(.input).count))?.cause {
        case .missingFeatures, .needsLiveSource, .portKind, .noAudioOutput: true
        default: false
        }
      let obstacles = profile.obstacles(to: needs(record))
      verify(isRefused, equals: !obstacles.isEmpty, "\(stage.component): \(obstacles)")
      return (isRefused, obstacles)
    }
    for name in [
      "gain-mono", "gain-stereo", "generator", "cv", "midi-gate", "mapper", "options", "fixed-block", "power-of-two",
      "coarse-block", "worker", "load-default", "in-place-broken", "side-chain", "live", "unknown-feature",
    ] {
      try verify(
        compare(bundle.stage(name)).isRefused, equals: ["live", "unknown-feature"].contains(name), "\(name)")
    }
    for hasOutput in [true, false] {
      for (kind, more) in [
        ("lv2:AudioPort", ""), ("lv2:ControlPort", ""), ("lv2:CVPort", ""), ("atom:AtomPort", ""),
        ("ev:EventPort", ""), ("ev:EventPort", "; lv2:portProperty lv2:connectionOptional"),
        ("<urn:aucat:test:NoPort>", ""), ("<urn:aucat:test:NoPort>", "; lv2:portProperty lv2:connectionOptional"),
      ] {
        let obstacles = try compare(described(kind, more, hasOutput: hasOutput)).obstacles
        verify(obstacles.contains(.noAudioOutput), equals: !hasOutput, "\(kind) \(more)")
      }
    }
  }

  private func needs(_ record: PluginRecord) -> HostNeeds {
    var needs = HostNeeds()
    needs.features = record.requiredFeatures
    needs.ports = record.ports.map {
      HostNeeds.Ports($0.kind, isOptional: $0.has(.connectionOptional), symbols: [$0.symbol])
    }
    needs.hasAudioOutput = !record.mainPorts(.output).isEmpty
    return needs
  }

  /// A plugin whose description its library doesn't deserve.
  private func described(_ kind: String, _ more: String, hasOutput: Bool) -> RenderChain.Stage {
    let output =
      hasOutput ? "[ a lv2:OutputPort, lv2:AudioPort ; lv2:index 2 ; lv2:symbol \"o\" ; lv2:name \"O\" ] ," : ""
    bundle.folder.write(
      """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
      @prefix ev: <http://lv2plug.in/ns/ext/event#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      <urn:aucat:test:extra-port> a lv2:Plugin ; lv2:binary <plugins.so> ; doap:name "Ports" ; lv2:port
        [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "i" ; lv2:name "I" ] , \(output)
        [ a lv2:InputPort, \(kind) ; lv2:index 1 ; lv2:symbol "x" ; lv2:name "X" \(more) ] .
      """, to: "ports.lv2/manifest.ttl")
    symlink(Child.products + "/libTestPlugins.so", bundle.folder("ports.lv2/plugins.so"))
    return RenderChain.Stage(component: TestPlugins.uri("extra-port"), bundle: bundle.folder("ports.lv2"))
  }

  @Test func aLoggersLinesReachTheHost() throws {
    let lines = Messages()
    var settings = HostSettings(sampleRate: 48_000)
    settings.log = { lines.append($0) }
    let chain = try StoppedChain(RenderChain([bundle.stage("logger")]), channels: 1, settings: settings)
    let digits = String((0..<3_000).map { Character(Unicode.Scalar(UInt8(48 + $0 % 10))) })
    verify(lines.all.map(\.level), equals: [.error, .warning, .note, .trace])
    verify(lines.all.map(\.text), equals: ["error text -1", "warning text 2", "note without a newline", digits])
    verify(Set(lines.all.map(\.component)), equals: ["urn:aucat:test:logger"])
    let player = Player(try chain.activate())
    _ = player.play(0, blocks: 1)
    try verify(player.value("characters"), equals: 3_000)
    for type in ["http://lv2plug.in/ns/ext/log#Entry", "http://lv2plug.in/ns/ext/log#error", "urn:another#Error", nil] {
      verify(PluginMessage.Level(logType: type), equals: .note)
    }
  }

  @Test(
    "what real plugins require is there or refused by name", .part(.oracle),
    .enabled(if: access("/usr/lib/lv2/mda.lv2/manifest.ttl", R_OK) == 0, "no plugins are installed"))
  func realPlugins() {
    var counts: [String: Int] = [:]
    for name in TemporaryFolder.names(inFolder: "/usr/lib/lv2") {
      guard let reader = try? BundleReader(path: "/usr/lib/lv2/\(name)") else { continue }
      // The plugins of a bundle require much the same.
      for uri in reader.pluginURIs.prefix(8) {
        for feature in (try? reader.record(of: uri))?.requiredFeatures ?? [] { counts[feature, default: 0] += 1 }
      }
    }
    let refused = counts.filter { !HostFeature.supported.contains($0.key) }
    print("required features that are refused offline: \(refused)")
    verify(
      Set(refused.keys).isSubset(of: [
        HostFeature.isLive, "http://lv2plug.in/ns/ext/uri-map", "http://lv2plug.in/ns/ext/event",
      ]))
    for feature in refused.keys where feature != HostFeature.isLive {
      verify(HostFeature.objection(to: [feature], in: .offline), equals: .missingFeatures([feature]))
    }
  }
}
