extension Plugin {
  /// A reverb with a preset.
  public static let hall = Plugin(
    uri: "urn:test:hall", name: "Great Hall", maker: "Ånn", lv2Class: "ReverbPlugin",
    ports: Port.stereo + [.control],
    minorVersion: 2, microVersion: 4, preset: "Vocal room")
  /// An instrument.
  public static let synth = Plugin(
    uri: "urn:test:synth", name: "Éclair", lv2Class: "InstrumentPlugin", ports: [.midiIn, .audioOut])
  /// MIDI in, MIDI out.
  public static let arpeggiator = Plugin(uri: "urn:test:arp", name: "Arp", ports: [.midiIn, .midiOut])
  /// The curated list knows this one by its URI.
  public static let drums = Plugin(
    uri: "http://gareus.org/oss/lv2/avldrums#BlackPearl", name: "Black Pearl", maker: "x42",
    lv2Class: "InstrumentPlugin", ports: [.midiIn, .audioOut, .audioOut])
  /// A name that would take over a terminal.
  public static let evil = Plugin(uri: "urn:test:evil", name: evilName, maker: "M\tT")
  /// Two with one name.
  public static let twins = [
    Plugin(uri: "urn:test:twin1", name: "Twin", maker: "a"), Plugin(uri: "urn:test:twin2", name: "twin", maker: "b"),
  ]
  /// The older version of a plugin, which the newer one shadows.
  public static let older = Plugin(uri: "urn:test:double", name: "Double", maker: "c")
  /// The newer version.
  public static let newer = Plugin(uri: "urn:test:double", name: "Double", maker: "c", microVersion: 2)

  /// ESC, BEL, a line feed, a direction override, a C1 control and DEL.
  public static let evilName = "Evil \u{1B}[31m\u{07}bell\nline\u{202E}bidi\u{9B}c1\u{7F}end"
}

/// A bundle of the machine that tests use.
public struct PluginBundle: Sendable {
  /// The name of its folder, without the ending.
  public var name: String
  /// What it declares.
  public var plugins: [Plugin]

  /// A bundle.
  public init(name: String, plugins: [Plugin]) {
    self.name = name
    self.plugins = plugins
  }

  /// Everything that is installed: eight bundles that can be read, with nine plugins, one of them shadowed.
  public static let installed = [
    PluginBundle(name: "hall", plugins: [.hall]), PluginBundle(name: "synth", plugins: [.synth]),
    PluginBundle(name: "arp", plugins: [.arpeggiator]), PluginBundle(name: "drums", plugins: [.drums]),
    PluginBundle(name: "evil", plugins: [.evil]), PluginBundle(name: "twins", plugins: Plugin.twins),
    PluginBundle(name: "older", plugins: [.older]), PluginBundle(name: "newer", plugins: [.newer]),
  ]
}
