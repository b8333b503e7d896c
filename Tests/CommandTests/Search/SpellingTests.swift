import TestSupport
import Testing

/// Accents as one character (NFC) and as a letter with a combining mark (NFD), as macOS writes file names.
@Suite struct SpellingTests {
  static let composed = "Caf\u{E9} No\u{EB}l"
  static let decomposed = "Cafe\u{301} Noe\u{308}l"
  let machine = Machine([
    Bundle(name: "nfc", plugins: [Plugin(uri: "urn:test:nfc", name: composed, maker: composed, preset: composed)]),
    Bundle(
      name: "nfd", plugins: [Plugin(uri: "urn:test:nfd", name: decomposed, maker: decomposed, preset: decomposed)]),
    Bundle(name: "plain", plugins: [Plugin(uri: "urn:test:plain", name: "Cafe Noel", maker: "Cafe")]),
  ])

  @Test func bothSpellingsFindBoth() {
    let both = ["urn:test:nfc", "urn:test:nfd"]
    let forms = [
      "name == \"X\"", "name contains \"X\"", "name beginswith \"X\"", "name endswith \"X\"", "name like \"*X\"",
      "name matches \"X\"", "name in {\"X\"}", "name between {\"X\", \"X\"}", "name ==[c] \"X\"", "X",
      "manufacturer == \"X\"", "preset.name == \"X\"", "preset.name contains \"X\"", "name >= \"X\" and name <= \"X\"",
    ]
    for text in [Self.composed, Self.decomposed] {
      for form in forms {
        let predicate = form.split(separator: "X", omittingEmptySubsequences: false).joined(separator: text)
        let found = machine.aucat("search", "--format", "uri", predicate)
        let expected = form == "X" ? both + ["urn:test:plain"] : both
        #expect(found.lines.sorted() == expected, "\(predicate): \(found.errors)")
        let why = machine.aucat("why", "urn:test:nfd", predicate)
        #expect(why.status == 0, "\(predicate): \(why.text)")
      }
      #expect(machine.aucat("search", "--format", "uri", "name != \"\(text)\"").lines == ["urn:test:plain"])
      #expect(machine.aucat("search", "--count", "uri == \"urn:test:\(text)\"").text == "0\n")
    }
    #expect(machine.aucat("search", "--json", "uri == \"urn:test:nfd\"").text.unicodeScalars.contains("\u{301}"))
  }
}
