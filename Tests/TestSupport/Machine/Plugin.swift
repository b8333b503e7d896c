/// A small plugin that a test installs: what its Turtle says.
public struct Plugin: Sendable {
  /// Its URI.
  public var uri: String
  /// Its name.
  public var name: String
  /// The name of its maintainer.
  public var maker: String
  /// A class of LV2 beside `lv2:Plugin`.
  public var lv2Class: String?
  /// Its ports, by their indexes.
  public var ports: [Port]
  /// Its version.
  public var minorVersion: Int
  /// The second number of that.
  public var microVersion: Int
  /// The name of its preset.
  public var preset: String?

  /// A plugin, stereo unless its ports are given.
  public init(
    uri: String, name: String, maker: String = "Ben", lv2Class: String? = nil, ports: [Port] = Port.stereo,
    minorVersion: Int = 1, microVersion: Int = 0, preset: String? = nil
  ) {
    self.uri = uri
    self.name = name
    self.maker = maker
    self.lv2Class = lv2Class
    self.ports = ports
    self.minorVersion = minorVersion
    self.microVersion = microVersion
    self.preset = preset
  }

  /// A port: the Turtle of its class and of what follows its symbol.
  public enum Port: Sendable {
    case audioIn, audioOut, midiIn, midiOut, control
    /// A parameter with a name of its own.
    case named(String)

    /// Two inputs and two outputs.
    public static let stereo: [Port] = [.audioIn, .audioIn, .audioOut, .audioOut]

    var classes: String {
      switch self {
      case .audioIn: "lv2:InputPort, lv2:AudioPort"
      case .audioOut: "lv2:OutputPort, lv2:AudioPort"
      case .midiIn: "lv2:InputPort, atom:AtomPort"
      case .midiOut: "lv2:OutputPort, atom:AtomPort"
      case .control, .named: "lv2:InputPort, lv2:ControlPort"
      }
    }

    var more: String {
      switch self {
      case .audioIn, .audioOut: ""
      case .midiIn, .midiOut: "; atom:bufferType atom:Sequence ; atom:supports midi:MidiEvent"
      case .control, .named: "; lv2:default 0.5 ; lv2:minimum 0.0 ; lv2:maximum 1.0"
      }
    }

    func name(at index: Int) -> String { if case .named(let name) = self { name } else { "Port \(index)" } }
  }

  /// The plugin's lines in the bundle's manifest.
  public var manifest: String {
    let presetLines = preset.map {
      "<\(uri)-preset> a pset:Preset ; lv2:appliesTo <\(uri)> ; rdfs:label \(Self.quoted($0)) .\n"
    }
    return "<\(uri)> a lv2:Plugin ; lv2:binary <plugin.so> ; rdfs:seeAlso <plugin.ttl> .\n" + (presetLines ?? "")
  }

  /// The plugin's description.
  public var description: String {
    let portLines = ports.enumerated().map { index, port in
      "[ a \(port.classes) ; lv2:index \(index) ; lv2:symbol \"port_\(index)\" ; lv2:name \(Self.quoted(port.name(at: index))) \(port.more) ]"
    }
    return """
      <\(uri)> a lv2:Plugin\(lv2Class.map { ", lv2:" + $0 } ?? "") ;
        doap:name \(Self.quoted(name)) ; doap:maintainer [ foaf:name \(Self.quoted(maker)) ] ;
        doap:license <http://opensource.org/licenses/isc> ;
        lv2:minorVersion \(minorVersion) ; lv2:microVersion \(microVersion) ;
        lv2:port \(portLines.joined(separator: " ,\n    ")) .

      """
  }

  /// What both files begin with.
  public static let prefixes = """
    @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix foaf: <http://xmlns.com/foaf/0.1/> .
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix midi: <http://lv2plug.in/ns/ext/midi#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

    """

  /// A Turtle string; control characters as `\u001B`.
  private static func quoted(_ text: String) -> String {
    let inner = text.unicodeScalars.map { scalar in
      guard scalar.value < 0x20 || scalar == "\"" || scalar == "\\" || (0x7F..<0xA0).contains(scalar.value) else {
        return String(scalar)
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + inner.joined() + "\""
  }
}
