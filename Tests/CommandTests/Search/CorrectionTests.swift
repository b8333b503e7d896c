import TestSupport
import Testing

/// Words that no component has are looked for as they were probably meant, and standard error says so.
@Suite struct CorrectionTests {
  let machine = Machine([
    Bundle(
      name: "a", plugins: [Plugin(uri: "urn:squeeze", name: "Squeeze Compressor", lv2Class: "CompressorPlugin")]),
    Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator]),
  ])
  private let said = "aucat: no component has `compresor`; searching for `compressor` instead\n"

  @Test func aMisspeltWordIsCorrectedWhereverItStands() {
    let table: [(predicate: String, uris: [String])] = [
      ("compresor", ["urn:squeeze"]), ("squeeze compresor", ["urn:squeeze"]), ("compresor compresor", ["urn:squeeze"]),
      ("~ compresor and type == Effect", ["urn:squeeze"]),
      ("name == Arp or ~ compresor", ["urn:squeeze", Plugin.arpeggiator.uri]),
      ("not ~ 'compresor'", [Plugin.arpeggiator.uri, Plugin.hall.uri]), ("compresor hall", []),
    ]
    for row in table {
      let search = machine.aucat("search", "--format", "uri", row.predicate)
      #expect(search.lines == row.uris && search.errors.hasPrefix(said), "\(row.predicate): \(search)")
      #expect(search.errors == said || row.uris.isEmpty, "\(search)")
      #expect(search.status == (row.uris.isEmpty ? 1 : 0), "\(row.predicate)")
      let count = machine.aucat("search", "--count", row.predicate)
      #expect(count.text == "\(row.uris.count)\n" && count.errors == search.errors, "\(row.predicate): \(count)")
    }
    #expect(machine.aucat("search", "--facets", "compresor").errors == said)
    #expect(machine.aucat("search", "--json", "compresor").errors == said)
  }

  @Test func everyCorrectedWordIsSaidOnceAndTheOthersAreNot() {
    let search = machine.aucat("search", "--format", "uri", "SQUEZE effcts compresor")
    #expect(search.lines == ["urn:squeeze"])
    let others =
      "aucat: no component has `SQUEZE`; searching for `squeeze` instead\n"
      + "aucat: no component has `effcts`; searching for `effects` instead\n"
    #expect(search.errors == others + said)
  }

  @Test func whatIsRightOrShortOrFarFromEverythingIsLookedForAsItIs() {
    for predicate in ["compressor", "COMPRESS", "urn", "hal", "hlal", "xyzzyxyzzy", "name == compresor", "~ '\"\"x'"] {
      let search = machine.aucat("search", predicate)
      #expect(search.errors.contains("searching for") == (predicate == "hlal"), "\(predicate): \(search.errors)")
    }
  }

  @Test func aSavedSearchIsCorrectedWithoutAWord() {
    #expect(machine.aucat("saved", "add", "squash", "compresor").status == 0)
    let search = machine.aucat("search", "--format", "uri", "in squash")
    #expect(search.lines == ["urn:squeeze"] && search.errors == "")
  }

  @Test func explainShowsWhatIsLookedFor() {
    let explained = machine.aucat("search", "--explain", "compresor")
    #expect(explained.errors == "")
    #expect(explained.lines.prefix(3) == ["read as    plain words", "predicate  compresor", "means      compressor"])
    #expect(explained.lines.last?.hasPrefix("found      1 component; ") == true)
  }
}
