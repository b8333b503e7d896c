extension Plugin {
  static let hall = Plugin(
    uri: "urn:test:hall", name: "Great Hall", maker: "Ånn", lv2Class: "ReverbPlugin",
    ports: Port.stereo + [.control],
    minorVersion: 2, microVersion: 4, preset: "Vocal room")
  static let synth = Plugin(
    uri: "urn:test:synth", name: "Éclair", lv2Class: "InstrumentPlugin", ports: [.midiIn, .audioOut])
  static let arpeggiator = Plugin(uri: "urn:test:arp", name: "Arp", ports: [.midiIn, .midiOut])
  /// The curated list knows this one by its URI.
  static let drums = Plugin(
    uri: "http://gareus.org/oss/lv2/avldrums#BlackPearl", name: "Black Pearl", maker: "x42",
    lv2Class: "InstrumentPlugin", ports: [.midiIn, .audioOut, .audioOut])
  /// A name that would take over a terminal.
  static let evil = Plugin(uri: "urn:test:evil", name: evilName, maker: "M\tT")
  static let twins = [
    Plugin(uri: "urn:test:twin1", name: "Twin", maker: "a"), Plugin(uri: "urn:test:twin2", name: "twin", maker: "b"),
  ]
  /// Two versions of one plugin: the newer one shadows the older.
  static let older = Plugin(uri: "urn:test:double", name: "Double", maker: "c")
  static let newer = Plugin(uri: "urn:test:double", name: "Double", maker: "c", microVersion: 2)

  /// ESC, BEL, a line feed, a direction override, a C1 control and DEL.
  static let evilName = "Evil \u{1B}[31m\u{07}bell\nline\u{202E}bidi\u{9B}c1\u{7F}end"

  /// The URIs in the order of a search: by name, in English.
  static let urisByName = [
    "urn:test:arp", "http://gareus.org/oss/lv2/avldrums#BlackPearl", "urn:test:double", "urn:test:synth",
    "urn:test:evil", "urn:test:hall", "urn:test:twin2", "urn:test:twin1",
  ]
}

/// A bundle of the machine that tests use.
struct Bundle: Sendable {
  var name: String
  var plugins: [Plugin]

  /// Everything that is installed: eight bundles that can be read, with nine plugins, one of them shadowed.
  static let installed = [
    Bundle(name: "hall", plugins: [.hall]), Bundle(name: "synth", plugins: [.synth]),
    Bundle(name: "arp", plugins: [.arpeggiator]), Bundle(name: "drums", plugins: [.drums]),
    Bundle(name: "evil", plugins: [.evil]), Bundle(name: "twins", plugins: Plugin.twins),
    Bundle(name: "older", plugins: [.older]), Bundle(name: "newer", plugins: [.newer]),
  ]
}
