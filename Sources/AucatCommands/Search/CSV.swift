internal import AudioComponents

/// Comma-separated values (RFC 4180): a header, CRLF, quotes where needed. Lists are joined by `;`.
enum CSV {
  static func text(_ found: SearchResult) -> String {
    let header = [
      "uri", "name", "type", "manufacturer", "version", "bundle", "class", "license", "audioInputs", "audioOutputs",
      "midiInput", "midiOutput", "parameters", "presets", "tags", "verdict",
    ]
    let rows = found.components.map(row) + found.quarantined.map(row)
    return ([header] + rows).map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func row(_ component: Component) -> [String] {
    [
      component.uri, component.name, component.type.rawValue, component.manufacturer ?? "",
      component.version.description, component.bundle, component.pluginClass, component.license ?? "",
      "\(component.audioInputs)", "\(component.audioOutputs)", "\(component.hasMIDIInput)",
      "\(component.hasMIDIOutput)",
      "\(component.parameters)", "\(component.presets)", component.displayTags.map(\.name).joined(separator: ";"),
      component.verdict.rawValue,
    ]
  }

  private static func row(_ bundle: QuarantinedBundle) -> [String] {
    var fields = Array(repeating: "", count: 16)
    fields[0] = bundle.uri ?? ""
    fields[5] = bundle.path
    fields[15] = bundle.verdict.rawValue
    return fields
  }

  private static func quoted(_ field: String) -> String {
    let text = Escaping.escaped(field)
    guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
    return "\"" + Escaping.doubled("\"", in: text) + "\""
  }
}
