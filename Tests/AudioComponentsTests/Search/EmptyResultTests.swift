import AudioComponents
import TestSupport
import Testing

/// Why a search finds nothing, as a host asks it.
struct EmptyResultTests {
  private let manager: ComponentManager

  init() throws { manager = try LanguagePageCatalog.shared.get().manager }

  private func why(_ text: String, everything: Bool = false) throws -> EmptyResult? {
    try manager.whyNothing(matches: try manager.predicate(text), everything: everything)
  }

  @Test("what finds something has no reason; words are explained as the search has read them; hidden components count")
  func reasons() throws {
    for text in ["tag == Reverb", "TRUEPREDICATE", "revreb"] { try verify(why(text) == nil, "\(text)") }
    let result = try demand(manager.whyNothing(matches: manager.predicate("revreb"), words: .exact))
    verify(result.hidden == 0 && result.conflict.map(\.withoutIt) == [0])

    try verify(why("name == \"Old Chorus\"")?.hidden, equals: 1)
    try verify(why("name == \"Old Chorus\"", everything: true) == nil)
    try verify(why("name == \"Old Chorus\" and name == Flanger", everything: true)?.hidden, equals: 0)
    for (text, count) in [("tag == Effects", 1), ("hidden == yes", 0), ("tag == Reverb", 0)] {
      try verify(manager.search(try manager.predicate(text), limit: 0).hiddenCount, equals: count, "\(text)")
    }
  }

  @Test("a search for some components counts all")
  func totals() throws {
    for text in ["reverb", "reverb with", "revreb", "reverb tone", "stereo hall"] {
      let predicate = try manager.predicate(text)
      for matching in [WordMatching.exact, .interpreted, .typing] {
        let total = try manager.search(predicate, words: matching, limit: 1).total
        try verify(manager.prepare(predicate, words: matching).count(), equals: total, "\(text), \(matching)")
      }
    }
  }

  @Test(
    "each part of a conflict is needed for it, and its count is what the others find; an alternative finds its count")
  func conflictsAndAlternatives() throws {
    for text in [
      "tag == Reverb and type == Generator", "audioInputs == 2 and name == Tone and tag == Reverb",
      "in \"stereo halls\" and audioInputs == 1", "name == x", "reverb audioInputs == 3 and not name == Tone",
      "tag == Reverb and (name == a or name == b) and audioInputs == 2",
    ] {
      let parts = try demand(why(text)).conflict.map(\.predicate)
      try demand(!parts.isEmpty, "\(text)")
      try verify(manager.prepare(.and(parts)).count(), equals: 0)
      for index in parts.indices where parts.count > 1 {
        var rest = parts
        rest.remove(at: index)
        try verify(manager.prepare(.and(rest)).count() > 0, "\(text)")
      }
    }
    let conflict = try demand(why("tag == Reverb and type == Generator and name contains e")).conflict
    verify(conflict.map { $0.predicate.description }, equals: ["tag == \"Reverb\"", "type == Generator"])
    verify(conflict.map(\.withoutIt), equals: [1, 2])

    for text in [
      "name == tone", "name contains Cafe", "tag == Revreb", "name == cafe or name == nothing", "tags contains Dru",
      "manufacturer beginswith nordic and tag == Reverb", "name in {tone, cathedral}", "name like \"t*\"",
      "requiredFeatures contains urid", "preset.name == nave", "typeName == generator",
    ] {
      let alternatives = try demand(why(text)).alternatives
      try demand(!alternatives.isEmpty, "\(text)")
      for alternative in alternatives {
        verify(alternative.count > 0)
        try verify(manager.prepare(alternative.predicate).count(), equals: alternative.count, "\(text)")
      }
    }
    let wider = try demand(why("tag == Reverb and name == cathedral")?.alternatives.first)
    verify(wider.change == .options && wider.comparison.options == .ignoringCase && wider.count == 1)
  }
}
