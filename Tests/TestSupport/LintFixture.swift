/// A bundle that a test writes to be linted, one statement a line.
public struct LintFixture {
  /// `manifest.ttl` without its prefixes.
  public var manifest = """
    <urn:test:lint>
        a lv2:Plugin ;
        lv2:binary <plugin.so> ;
        rdfs:seeAlso <plugin.ttl> .

    <urn:test:lint-preset>
        a pset:Preset ;
        lv2:appliesTo <urn:test:lint> ;
        rdfs:label "Room" ;
        rdfs:seeAlso <preset.ttl> .

    """
  /// `plugin.ttl` without its prefixes.
  public var plugin = """
    <urn:test:lint>
        a lv2:Plugin ;
        a lv2:DelayPlugin ;
        doap:name "Box" ;
        doap:license <http://opensource.org/licenses/isc> ;
        doap:maintainer [ foaf:name "Ben" ] ;
        rdfs:comment "Repeats." ;
        lv2:minorVersion 2 ;
        lv2:microVersion 0 ;
        lv2:requiredFeature urid:map ;
        tags:standardTag "Drums" ;
        tags:ownTag [
          a tags:Tag ;
          rdfs:label "Wobble" ;
          rdfs:label "Wackler"@de ;
        ] ;
        patch:writable <urn:test:lint#file> ;
        lv2:port [
          a lv2:InputPort ;
          a lv2:AudioPort ;
          lv2:index 0 ;
          lv2:symbol "in" ;
          lv2:name "In" ;
          pg:group <urn:test:lint#main> ;
        ] , [
          a lv2:OutputPort ;
          a lv2:AudioPort ;
          lv2:index 1 ;
          lv2:symbol "out" ;
          lv2:name "Out" ;
        ] , [
          a lv2:InputPort ;
          a lv2:ControlPort ;
          lv2:index 2 ;
          lv2:symbol "time" ;
          lv2:name "Time" ;
          lv2:default 0.5 ;
          lv2:minimum 0.0 ;
          lv2:maximum 2.0 ;
          units:unit units:s ;
        ] , [
          a lv2:InputPort ;
          a lv2:ControlPort ;
          lv2:index 3 ;
          lv2:symbol "mode" ;
          lv2:name "Mode" ;
          lv2:default 0 ;
          lv2:minimum 0 ;
          lv2:maximum 1 ;
          lv2:portProperty lv2:integer ;
          lv2:portProperty lv2:enumeration ;
          lv2:scalePoint [ rdfs:label "Off" ; rdf:value 0 ] ;
          lv2:scalePoint [ rdfs:label "On" ; rdf:value 1 ] ;
        ] , [
          a lv2:InputPort ;
          a lv2:ControlPort ;
          lv2:index 4 ;
          lv2:symbol "hold" ;
          lv2:name "Hold" ;
          lv2:default 0 ;
          lv2:minimum 0 ;
          lv2:maximum 1 ;
          lv2:portProperty lv2:toggled ;
        ] , [
          a lv2:OutputPort ;
          a lv2:ControlPort ;
          lv2:index 5 ;
          lv2:symbol "latency" ;
          lv2:name "Latency" ;
          lv2:designation lv2:latency ;
        ] , [
          a lv2:InputPort ;
          a atom:AtomPort ;
          atom:bufferType atom:Sequence ;
          lv2:index 6 ;
          lv2:symbol "midi" ;
          lv2:name "MIDI" ;
          atom:supports midi:MidiEvent ;
        ] .

    <urn:test:lint#main>
        a pg:InputGroup ;
        lv2:symbol "main" ;
        lv2:name "Main" .

    <urn:test:lint#file>
        a lv2:Parameter ;
        rdfs:label "File" ;
        rdfs:range atom:Path .

    """
  /// `preset.ttl` without its prefixes.
  public var preset = """
    <urn:test:lint-preset>
        lv2:port [
          lv2:symbol "time" ;
          pset:value 1.0 ;
        ] .

    """

  static let prefixes = [
    "atom": "http://lv2plug.in/ns/ext/atom#", "doap": "http://usefulinc.com/ns/doap#",
    "foaf": "http://xmlns.com/foaf/0.1/", "lv2": "http://lv2plug.in/ns/lv2core#",
    "midi": "http://lv2plug.in/ns/ext/midi#", "patch": "http://lv2plug.in/ns/ext/patch#",
    "pg": "http://lv2plug.in/ns/ext/port-groups#", "pprops": "http://lv2plug.in/ns/ext/port-props#",
    "pset": "http://lv2plug.in/ns/ext/presets#", "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#", "tags": "urn:aucat:tags#",
    "ui": "http://lv2plug.in/ns/extensions/ui#", "units": "http://lv2plug.in/ns/extensions/units#",
    "urid": "http://lv2plug.in/ns/ext/urid#",
  ].sorted { $0.key < $1.key }.map { "@prefix \($0.key): <\($0.value)> .\n" }.joined()

  /// A bundle without a finding.
  public init() {}

  /// Writes the bundle.
  @discardableResult
  public func install(in folder: TemporaryFolder, _ name: String = "lint.lv2") -> String {
    folder.write(Self.prefixes + manifest, to: "\(name)/manifest.ttl")
    folder.write(Self.prefixes + plugin, to: "\(name)/plugin.ttl")
    folder.write(Self.prefixes + preset, to: "\(name)/preset.ttl")
    folder.write("", to: "\(name)/plugin.so")
    return folder(name)
  }

  /// Puts a text in the place of another one, wherever it stands first.
  public mutating func change(_ old: String, _ new: String) -> Bool {
    if Self.change(&plugin, old, new) { return true }
    if Self.change(&manifest, old, new) { return true }
    return Self.change(&preset, old, new)
  }

  /// As ``change(_:_:)``; the text has to be there.
  public mutating func edit(_ old: String, _ new: String) throws {
    guard change(old, new) else { throw Missing(text: old) }
  }

  /// Puts a text in the place of another one in any text; false where it is not there.
  public static func change(_ text: inout String, _ old: String, _ new: String) -> Bool {
    guard let range = text.firstRange(of: old) else { return false }
    text.replaceSubrange(range, with: new)
    return true
  }

  /// A text that a change looks for and does not find.
  public struct Missing: Error {
    /// The text.
    public var text: String
  }
}
