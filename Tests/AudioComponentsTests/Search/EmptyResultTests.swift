import AudioComponents
import TestSupport
import Testing

/// Why a search finds nothing, as a host asks it.
@Suite struct EmptyResultTests {
  private let manager: ComponentManager

  init() throws { manager = try LanguagePageCatalog.shared.get().manager }

  private func why(_ text: String) throws -> EmptyResult? {
    try manager.whyNothing(matches: try manager.predicate(text))
  }

  @Test("a search that finds something has no reason to find nothing")
  func something() throws {
    #expect(try why("tag == Reverb") == nil)
    #expect(try why("TRUEPREDICATE") == nil)
  }

  @Test("words are explained as the search has read them")
  func words() throws {
    let misspelt = try manager.predicate("revreb")
    #expect(try manager.whyNothing(matches: misspelt) == nil)
    let result = try #require(try manager.whyNothing(matches: misspelt, words: .exact))
    #expect(result.hidden == 0 && result.conflict.map(\.withoutIt) == [0])
  }

  @Test(
    "a search for some components counts all",
    arguments: ["reverb", "reverb with", "revreb", "reverb tone", "stereo hall"])
  func totals(text: String) throws {
    let predicate = try manager.predicate(text)
    for matching in [WordMatching.exact, .interpreted, .typing] {
      let total = try manager.search(predicate, words: matching, limit: 1).total
      #expect(try manager.prepare(predicate, words: matching).count() == total)
    }
  }

  @Test("each part of a conflict is needed for it, and its count is what the others find")
  func conflicts() throws {
    for text in [
      "tag == Reverb and type == Generator", "audioInputs == 2 and name == Tone and tag == Reverb",
      "in \"stereo halls\" and audioInputs == 1", "name == x", "reverb audioInputs == 3 and not name == Tone",
      "tag == Reverb and (name == a or name == b) and audioInputs == 2",
    ] {
      let result = try #require(try why(text))
      let parts = result.conflict.map(\.predicate)
      try #require(!parts.isEmpty, "\(text)")
      #expect(try manager.prepare(.and(parts)).count() == 0)
      for index in parts.indices where parts.count > 1 {
        var rest = parts
        rest.remove(at: index)
        #expect(try manager.prepare(.and(rest)).count() > 0, "\(text)")
      }
    }
    let result = try #require(try why("tag == Reverb and type == Generator and name contains e"))
    #expect(result.conflict.map { $0.predicate.description } == ["tag == \"Reverb\"", "type == Generator"])
    #expect(result.conflict.map(\.withoutIt) == [1, 2])
  }

  @Test("an alternative finds as many as it says")
  func alternatives() throws {
    for text in [
      "name == tone", "name contains Cafe", "tag == Revreb", "name == cafe or name == nothing", "tags contains Dru",
      "manufacturer beginswith nordic and tag == Reverb", "name in {tone, cathedral}", "name like \"t*\"",
      "requiredFeatures contains urid", "preset.name == nave", "typeName == generator",
    ] {
      let result = try #require(try why(text))
      try #require(!result.alternatives.isEmpty, "\(text)")
      for alternative in result.alternatives {
        #expect(alternative.count > 0)
        #expect(try manager.prepare(alternative.predicate).count() == alternative.count, "\(text)")
      }
    }
    let wider = try #require(try why("tag == Reverb and name == cathedral")?.alternatives.first)
    #expect(wider.change == .options && wider.comparison.options == .ignoringCase && wider.count == 1)
  }

  @Test("hidden components are counted, unless the predicate asks for them")
  func hidden() throws {
    #expect(try why("name == \"Old Chorus\"")?.hidden == 1)
    let chorus = try manager.predicate("name == \"Old Chorus\"")
    #expect(try manager.whyNothing(matches: chorus, everything: true) == nil)
    #expect(try manager.search(try manager.predicate("tag == Effects"), limit: 0).hiddenCount == 1)
    #expect(try manager.search(try manager.predicate("hidden == yes"), limit: 0).hiddenCount == 0)
    #expect(try manager.search(try manager.predicate("tag == Reverb"), limit: 0).hiddenCount == 0)
    let flanger = try manager.predicate("name == \"Old Chorus\" and name == Flanger")
    #expect(try manager.whyNothing(matches: flanger, everything: true)?.hidden == 0)
  }
}
