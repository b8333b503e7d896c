import AudioComponents
import TestSupport

/// A catalog in which components differ in what Swift predicates ask.
struct SwiftPredicateCatalog {
  private let folder = TemporaryFolder()
  let manager: ComponentManager

  /// Five components: two reverbs, of which one is hidden; a delay without a manufacturer and with an unknown latency; a
  /// mixer; an instrument.
  init() throws {
    let plugins = [
      plugin(
        "hall", "Grand Hall", "ReverbPlugin", by: "Somebody", audio(1, 1),
        more: "doap:license <urn:isc> ; lv2:minorVersion 2 ; lv2:microVersion 10"),
      plugin("hidden", "Hidden Hall", "ReverbPlugin", by: "Nobody", audio(2, 2), more: "lv2:minorVersion 2"),
      plugin(
        "echo", "Echo", "DelayPlugin", audio(2, 2) + [Self.latency],
        more: "lv2:requiredFeature <urn:feature:worker>, <urn:feature:map>"),
      plugin("desk", "Desk", "MixerPlugin", by: "x42", audio(3, 2)),
      plugin("organ", "Organ", "InstrumentPlugin", by: "Somebody", audio(0, 2) + [Self.midi]),
    ]
    folder.write(Self.prefixes + plugins.joined(), to: "lv2/all.lv2/manifest.ttl")
    folder.write("", to: "lv2/all.lv2/p.so")
    manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: folder("lv2"))
    try manager.scan()
    try manager.setUserTagNames(["Mine", "Große Halle"], of: "urn:hall")
    try manager.setUserTagNames(["Mine too"], of: "urn:echo")
    try manager.apply([.add(.favorite, to: "urn:hall"), .add(.hidden, to: "urn:hidden"), .use(of: "urn:organ")])
  }

  private static let prefixes =
    HandmadeBundles.prefixes + """
      @prefix midi: <http://lv2plug.in/ns/ext/midi#> .
      @prefix atom: <http://lv2plug.in/ns/ext/atom#> .

      """
  private static let latency = "lv2:OutputPort, lv2:ControlPort ; lv2:portProperty lv2:reportsLatency"
  private static let midi =
    "lv2:InputPort, atom:AtomPort ; atom:bufferType atom:Sequence ; atom:supports midi:MidiEvent"
}

private func audio(_ inputs: Int, _ outputs: Int) -> [String] {
  Array(repeating: "lv2:InputPort, lv2:AudioPort", count: inputs)
    + Array(repeating: "lv2:OutputPort, lv2:AudioPort", count: outputs)
}

private func plugin(
  _ uri: String, _ name: String, _ pluginClass: String, by maker: String? = nil, _ ports: [String], more: String = ""
) -> String {
  let numbered = ports.enumerated().map { index, port in
    "[ a \(port) ; lv2:index \(index) ; lv2:symbol \"p\(index)\" ; lv2:name \"P\(index)\" ]"
  }
  let properties = [
    "a lv2:Plugin, lv2:\(pluginClass)", "lv2:binary <p.so>", "doap:name \"\(name)\"",
    maker.map { "doap:maintainer [ foaf:name \"\($0)\" ]" }, more.isEmpty ? nil : more,
    "lv2:port " + numbered.joined(separator: ", "),
  ]
  return "<urn:\(uri)> " + properties.compactMap { $0 }.joined(separator: " ; ") + " .\n"
}
