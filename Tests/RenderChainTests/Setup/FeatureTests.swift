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

  @Test(
    "plugins and what they require",
    arguments: [
      ("in-place-broken", 1, "core#inPlaceBroken"), ("midi-gate", 1, "urid#map"), ("mapper", 1, "urid#unmap"),
      ("options", 2, "options#options"), ("options", 2, "buf-size#boundedBlockLength"),
      ("fixed-block", 2, "buf-size#fixedBlockLength"), ("power-of-two", 2, "buf-size#powerOf2BlockLength"),
      ("coarse-block", 2, "buf-size#coarseBlockLength"), ("worker", 1, "worker#schedule"),
      ("load-default", 1, "state#loadDefaultState"),
    ])
  func supported(name: String, channels: Int, feature: String) throws {
    for mode in [HostFeature.Mode.offline, .live] {
      let chain = try bundle.load(bundle.stage(name), channels: channels, mode: mode)
      let required = chain.records[0].requiredFeatures
      verify(required.contains { $0.hasSuffix(feature) }, "\(required)")
      verify(HostFeature.supported.isSuperset(of: required))
    }
  }

  @Test func aPluginForALiveSourceIsForLiveChains() throws {
    let error = try demand(bundle.error(bundle.stage("live")))
    verify(error.code == .unsupported && error.component == "urn:aucat:test:live")
    verify(error.detail, equals: "it needs a live source (lv2:isLive), and there is none")
    verify(bundle.error(bundle.stage("live"), mode: .live) == nil)
  }

  @Test(arguments: [HostFeature.Mode.offline, .live]) func anUnknownFeatureIsNamed(mode: HostFeature.Mode) throws {
    let error = try demand(bundle.error(bundle.stage("gain-stereo"), bundle.stage("unknown-feature"), mode: mode))
    verify(error.code == .unsupported && error.component == "urn:aucat:test:unknown-feature")
    verify(error.detail, equals: "it requires urn:aucat:test:nosuch, which this host does not support")
  }

  @Test func optionsAreTrueAndTyped() throws {
    let player = try bundle.player(bundle.stage("options"), channels: 2, rate: 44_100, block: 700)
    _ = player.play(0, blocks: 1, of: 700)
    let symbols = ["min_block", "max_block", "nominal_block", "sequence_size", "sample_rate"]
    try verify(symbols.map { try player.value($0) }, equals: [1, 700, 700, 65_536, 44_100])
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
    for name in [
      "gain-mono", "gain-stereo", "generator", "cv", "midi-gate", "mapper", "options", "fixed-block", "power-of-two",
      "coarse-block", "worker", "load-default", "in-place-broken", "side-chain", "live", "unknown-feature",
    ] {
      let stage = bundle.stage(name)
      let record = try PluginSource.record(ofPlugin: stage.component, bundle: stage.bundle)
      let isRefused = isRefused(stage, record)
      verify(isRefused, equals: ["live", "unknown-feature"].contains(name), "\(name)")
      verify(isRefused, equals: !profile.obstacles(to: needs(record)).isEmpty, "\(name)")
    }
  }

  /// Whether a chain refuses a plugin for what it requires.
  private func isRefused(_ stage: RenderChain.Stage, _ record: PluginRecord) -> Bool {
    switch bundle.error(stage, channels: max(1, record.mainPorts(.input).count))?.cause {
    case .missingFeatures, .needsLiveSource, .portKind, .noAudioOutput: true
    default: false
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

  /// The same of ports, with a description that the plugin's library doesn't deserve.
  @Test(
    arguments: [
      ("lv2:AudioPort", ""), ("lv2:ControlPort", ""), ("lv2:CVPort", ""), ("atom:AtomPort", ""), ("ev:EventPort", ""),
      ("ev:EventPort", "; lv2:portProperty lv2:connectionOptional"), ("<urn:aucat:test:NoPort>", ""),
      ("<urn:aucat:test:NoPort>", "; lv2:portProperty lv2:connectionOptional"),
    ], [true, false])
  func theProfileOfThisProgramIsTrueOfPorts(kind: (name: String, more: String), hasOutput: Bool) throws {
    let output =
      hasOutput ? "[ a lv2:OutputPort, lv2:AudioPort ; lv2:index 2 ; lv2:symbol \"o\" ; lv2:name \"O\" ] ," : ""
    let path = bundle.folder("ports.lv2")
    bundle.folder.write(
      """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
      @prefix ev: <http://lv2plug.in/ns/ext/event#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      <urn:aucat:test:extra-port> a lv2:Plugin ; lv2:binary <plugins.so> ; doap:name "Ports" ; lv2:port
        [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "i" ; lv2:name "I" ] , \(output)
        [ a lv2:InputPort, \(kind.name) ; lv2:index 1 ; lv2:symbol "x" ; lv2:name "X" \(kind.more) ] .
      """, to: "ports.lv2/manifest.ttl")
    symlink(Child.products + "/libTestPlugins.so", path + "/plugins.so")
    let stage = RenderChain.Stage(component: TestPlugins.uri("extra-port"), bundle: path)
    let record = try PluginSource.record(ofPlugin: stage.component, bundle: path)
    let text = Child.contents(Repository.path("Sources/Libraries/AudioComponents/Hosts/Data/aucat.json"))
    let profile = try HostProfile(parsing: String(decoding: text, as: UTF8.self))
    let obstacles = profile.obstacles(to: needs(record))
    verify(obstacles.contains(.noAudioOutput), equals: !hasOutput)
    verify(isRefused(stage, record), equals: !obstacles.isEmpty, "\(obstacles)")
  }

  @Test func mapAndUnmapAreInverseForFortyThousandURIs() throws {
    let player = try bundle.player(bundle.stage("mapper"), channels: 2)
    _ = player.play(0, blocks: 2)
    try verify(player.value("ok"), equals: 1)
  }

  @Test func aLoggersLinesReachTheHost() throws {
    let lines = Messages()
    var settings = HostSettings(sampleRate: 48_000)
    settings.log = { lines.append($0) }
    let chain = try StoppedChain(RenderChain([bundle.stage("logger")]), channels: 1, settings: settings)
    let digits = String((0..<3_000).map { Character(Unicode.Scalar(UInt8(48 + $0 % 10))) })
    let expected: [(PluginMessage.Level, String)] = [
      (.error, "error text -1"), (.warning, "warning text 2"), (.note, "note without a newline"), (.trace, digits),
    ]
    verify(lines.all.map(\.level), equals: expected.map(\.0))
    verify(lines.all.map(\.text), equals: expected.map(\.1))
    verify(Set(lines.all.map(\.component)), equals: ["urn:aucat:test:logger"])
    let player = Player(try chain.activate())
    _ = player.play(0, blocks: 1)
    try verify(player.value("characters"), equals: 3_000)
  }

  @Test(arguments: [("resize", 100_000), ("minimum-size", 100_000)])
  func aPortGetsTheRoomThatItAsksFor(name: String, bytes: Int) throws {
    let player = try bundle.player(bundle.stage(name), channels: 2)
    _ = player.play(0, blocks: 3)
    try verify(player.value("ok"), equals: 1)
  }
}

/// What real plugins require.
@Suite(.enabled(if: access("/usr/lib/lv2/mda.lv2/manifest.ttl", R_OK) == 0, "no plugins are installed"))
struct RealFeatureTests {
  @Test func whatTheCorpusRequiresIsThereOrRefusedByName() {
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

/// What kinds of messages there are.
struct LogLevelTests {
  @Test(
    arguments: [
      ("Error", .error), ("Warning", .warning), ("Note", .note), ("Trace", .trace), ("Entry", .note), ("error", .note),
    ] as [(String, PluginMessage.Level)]) func aTypeIsOneOfLV2s(name: String, level: PluginMessage.Level)
  {
    verify(PluginMessage.Level(logType: "http://lv2plug.in/ns/ext/log#" + name), equals: level)
    verify(PluginMessage.Level(logType: "urn:another#" + name), equals: .note)
    verify(PluginMessage.Level(logType: nil), equals: .note)
  }
}
