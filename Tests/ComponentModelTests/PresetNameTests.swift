import ComponentModel
import Testing

/// How a preset is named.
@Suite struct PresetNameTests {
  private let presets = [("urn:a", "Hall"), ("urn:b", "hall"), ("urn:c", "urn:a"), ("urn:d", "Größe")].map {
    ComponentDetails.Preset(uri: $0, name: $1, bank: nil, bundle: "/b.lv2")
  }

  @Test("a URI goes before names, whose case doesn't matter")
  func names() {
    let table: [(word: String, uris: [String])] = [
      ("urn:a", ["urn:a"]), ("HALL", ["urn:a", "urn:b"]), ("URN:A", ["urn:c"]), ("GRÖSSE", []), ("gröẞe", ["urn:d"]),
      ("ha", []), ("", []),
    ]
    for row in table { #expect(presets.presets(called: row.word).map(\.uri) == row.uris, "\(row.word)") }
  }
}
