internal import AucatProgram
internal import AudioComponents

/// Comma-separated values (RFC 4180): a header, CRLF, quotes where needed. Lists are joined by `;`.
enum CSV {
  /// A column: its text for a component, and for a bundle that could not be read.
  private struct Column: Sendable {
    let name: String
    let component: @Sendable (Component) -> String
    var bundle: @Sendable (QuarantinedBundle) -> String = { _ in "" }
  }

  private static let columns = [
    Column(name: "uri", component: \.uri, bundle: { $0.uri ?? "" }), Column(name: "name", component: \.name),
    Column(name: "type", component: \.type.rawValue),
    Column(name: "manufacturer", component: { $0.manufacturer ?? "" }),
    Column(name: "version", component: \.version.description),
    Column(name: "bundle", component: \.bundle, bundle: \.path), Column(name: "class", component: \.pluginClass),
    Column(name: "license", component: { $0.license ?? "" }),
    Column(name: "audioInputs", component: { "\($0.audioInputs)" }),
    Column(name: "audioOutputs", component: { "\($0.audioOutputs)" }),
    Column(name: "midiInput", component: { "\($0.hasMIDIInput)" }),
    Column(name: "midiOutput", component: { "\($0.hasMIDIOutput)" }),
    Column(name: "parameters", component: { "\($0.parameters)" }),
    Column(name: "presets", component: { "\($0.presets)" }),
    Column(name: "tags", component: { $0.displayTags.map(\.name).joined(separator: ";") }),
    Column(name: "verdict", component: \.verdict.rawValue, bundle: \.verdict.rawValue),
  ]

  /// - Parameter marksNear: whether a last column `near` says which components don't match, but are near.
  static func text(_ found: SearchResult, marksNear: Bool) -> String {
    func mark(_ text: String) -> [String] { marksNear ? [text] : [] }
    let rows =
      [columns.map(\.name) + mark("near")]
      + found.components.map { row in columns.map { $0.component(row) } + mark("false") }
      + found.quarantined.map { row in columns.map { $0.bundle(row) } + mark("false") }
      + found.near.map { row in columns.map { $0.component(row) } + mark("true") }
    return rows.map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func quoted(_ field: String) -> String {
    let text = Escaping.escaped(field)
    guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
    return "\"" + Escaping.doubled("\"", in: text) + "\""
  }
}
