import TestSupport
import Testing

/// Words that no component has are looked for as they were probably meant, and standard error says so.
@Suite struct CorrectionTests {
  let machine = Machine([
    Bundle(
      name: "a", plugins: [Plugin(uri: "urn:squeeze", name: "Squeeze Compressor", lv2Class: "CompressorPlugin")]),
    Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator]),
  ])
  private let said = "aucat: searching for `Compressor` instead of `compressro`; --exact searches for `compressro`\n"

  @Test func aMisspeltWordIsCorrectedWhereverItStands() {
    let table: [(predicate: String, uris: [String])] = [
      ("compressro", ["urn:squeeze"]), ("squeeze compressro", ["urn:squeeze"]),
      ("compressro compressro", ["urn:squeeze"]),
      ("~ compressro and type == Effect", ["urn:squeeze"]),
      ("name == Arp or ~ compressro", ["urn:squeeze", Plugin.arpeggiator.uri]),
    ]
    for row in table {
      let search = machine.aucat("search", "--format", "uri", row.predicate)
      #expect(search.status == 0 && search.lines == row.uris && search.errors == said, "\(row.predicate): \(search)")
      let count = machine.aucat("search", "--count", row.predicate)
      #expect(count.text == "\(row.uris.count)\n" && count.errors == search.errors, "\(row.predicate): \(count)")
    }
    #expect(machine.aucat("search", "--facets", "compressro").errors == said)
    #expect(machine.aucat("search", "--json", "compressro").said == said)
  }

  /// A word that excludes is never guessed.
  @Test func whatIsExcludedIsLookedForAsItIs() {
    let search = machine.aucat("search", "--count", "not ~ 'compressro'")
    #expect(search.text == "3\n" && search.errors == "")
  }

  @Test func aWordIsLeftOutWhereNothingHasTheCorrectedOneBesideAName() {
    let search = machine.aucat("search", "--format", "uri", "compressro hall")
    #expect(search.status == 0 && search.lines == [Plugin.hall.uri], "\(search)")
    #expect(search.errors == "aucat: nothing has `compressro`; searching without it (--exact requires it)\n")
  }

  @Test func everyCorrectedWordIsSaidOnceAndTheOthersAreNot() {
    let search = machine.aucat("search", "--format", "uri", "SQUEZE effcts compressro")
    #expect(search.lines == ["urn:squeeze"])
    let others =
      "aucat: searching for `Squeeze` instead of `SQUEZE`; --exact searches for `SQUEZE`\n"
      + "aucat: searching for `Effects` instead of `effcts`; --exact searches for `effcts`\n"
    #expect(search.errors == others + said)
  }

  @Test func whatIsRightOrShortOrFarFromEverythingIsLookedForAsItIs() {
    for predicate in ["compressor", "COMPRESS", "urn", "hal", "hlal", "xyzzyxyzzy", "name == compressro", "~ '\"\"x'"] {
      let search = machine.aucat("search", predicate)
      #expect(search.errors.contains("searching for") == (predicate == "hlal"), "\(predicate): \(search.errors)")
    }
  }

  /// Found by a stem that only a wrong ending shares, or by the words of a name side by side.
  @Test func whatIsFoundByChanceIsCorrectedToo() {
    machine.install(
      Bundle(
        name: "calf",
        plugins: [Plugin(uri: "urn:f", name: "Calf Filter"), Plugin(uri: "urn:o", name: "Calf Organ")]))
    #expect(machine.aucat("scan").status == 0)
    let table = [
      ("compresser", "Compressor", ["urn:squeeze"]), ("calff", "Calf", ["urn:f", "urn:o"]),
    ]
    for (word, meant, uris) in table {
      let search = machine.aucat("search", "--format", "uri", word)
      #expect(search.lines == uris, "\(search)")
      let note = "aucat: searching for `\(meant)` instead of `\(word)`; --exact searches for `\(word)`\n"
      #expect(search.errors == note, "\(search)")
    }
    for word in ["compressors", "compressing", "compressed", "compresso", "calffilter"] {
      let search = machine.aucat("search", word)
      #expect(search.errors == "" && search.status == 0, "\(word): \(search)")
    }
    #expect(machine.aucat("search", "--exact", "--format", "uri", "calff").lines == ["urn:f"])
  }

  @Test func theWordIsShownAsItIsWritten() {
    let plugins = [Plugin(uri: "urn:e", name: "ÉcoGate XL"), Plugin(uri: "urn:s", name: "Straße")]
    machine.install(Bundle(name: "written", plugins: plugins))
    #expect(machine.aucat("scan").status == 0)
    for (word, meant) in [("ecogatte", "ÉcoGate"), ("strase", "Straße")] {
      let search = machine.aucat("search", word)
      #expect(search.errors.hasPrefix("aucat: searching for `\(meant)` instead of `\(word)`"), "\(search)")
    }
    let french = machine.aucat("search", "--locale", "fr", "compreseur")
    #expect(french.errors.hasPrefix("aucat: searching for `Compresseur` instead"), "\(french)")
  }

  @Test func aSavedSearchIsCorrectedToo() {
    let saved =
      #"{"aucat":"user data","version":2}"# + "\n" + #"{"kind":"search","name":"squash","predicate":"compressro"}"#
    #expect(machine.aucat("import", "-", input: saved + "\n").status == 0)
    let search = machine.aucat("search", "--format", "uri", "in squash")
    #expect(search.lines == ["urn:squeeze"] && search.errors == said)
  }

  @Test func explainShowsWhatIsLookedFor() {
    let explained = machine.aucat("search", "--explain", "compressro")
    #expect(explained.errors == "")
    #expect(
      explained.lines.prefix(3) == [
        "read as    plain words", "predicate  compressro",
        #"means      name CONTAINS[cd] "Compressor" OR tag == "Compressor""#,
      ])
    #expect(explained.lines.last?.hasPrefix("found      1 component; ") == true)
  }
}
