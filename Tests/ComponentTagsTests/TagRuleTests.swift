import ComponentModel
import ICU
import TestSupport
import Testing

@testable import ComponentTags

/// Which system tags a component has, and where from.
@Suite struct TagRuleTests {
  private func tags(_ classes: [String], uri: String = "urn:nobody", type: ComponentType = .effect) -> Set<String> {
    let subject = TagSubject(
      uri: uri, classes: classes.map { Namespace.lv2 + $0 }, type: type, hasAudioOutput: true)
    return Set(TagRules.standard.grants(for: subject).map(\.identifier))
  }

  @Test("a class gives its own tag and its group's, never its ancestors'")
  func classes() {
    let reverb = tags(["Plugin", "ReverbPlugin"])
    #expect(reverb.contains("reverb"))
    #expect(reverb.isDisjoint(with: ["delay", "simulator"]))
    #expect(tags(["CompressorPlugin"]).isSuperset(of: ["compressor", "dynamics", "dynamics-processor", "effects"]))
    #expect(tags(["LowpassPlugin"]).isSuperset(of: ["lowpass", "filter"]))
    #expect(!tags(["InstrumentPlugin"], type: .musicDevice).contains("synthesizer"))
    #expect(tags(["MIDIPlugin"], type: .midiProcessor).contains("midi"))
  }

  @Test("every class of LV2's core gives a tag")
  func everyClass() {
    let classes = Set(Vocabulary.standard.entries.flatMap(\.classes))
    #expect(classes.count == 38)
    #expect(classes.allSatisfy { LV2ClassTree.mostSpecific(of: [Namespace.lv2 + $0]) == Namespace.lv2 + $0 })
  }

  @Test("the curated list adds, and takes away what a class gave")
  func curated() {
    let drums = tags(["InstrumentPlugin"], uri: "http://gareus.org/oss/lv2/avldrums#BlackPearl", type: .musicDevice)
    #expect(drums.isSuperset(of: ["drums", "sampler", "instrument"]))
    let vocabulary = Vocabulary.standard
    let list = CuratedList(table: "urn:x*\treverb,-delay\treason\nurn:x1\tdrums\t\n")
    let rules = TagRules(vocabulary: vocabulary, curated: list)
    let grants = rules.grants(
      for: TagSubject(uri: "urn:x1", classes: [Namespace.lv2 + "DelayPlugin"], type: .effect, hasAudioOutput: true))
    #expect(
      Set(grants.map { "\($0.identifier) \($0.source.rawValue)" }).isSuperset(of: ["reverb curated", "drums curated"]))
    #expect(!grants.contains { $0.identifier == "delay" })
  }

  @Test("an author's standard tags come with their groups, by any name, and are never taken away")
  func author() {
    let list = CuratedList(table: "urn:x*\t-drums,-synthesizer\treason\n")
    var subject = TagSubject(uri: "urn:x", classes: [], type: .effect, hasAudioOutput: false)
    subject.standardTags = ["Drum Kit", "SYNTHESISER", "time-effect", "Revreb"]
    subject.ownTags = [
      OwnTag(labels: [LocalizedText("Tape Sound"), LocalizedText("Tonband", language: "de")]),
      OwnTag(labels: [LocalizedText("ECHO"), LocalizedText("Hall", language: "de")]), OwnTag(labels: []),
    ]
    let grants = TagRules(vocabulary: .standard, curated: list).grants(for: subject)
    #expect(grants.allSatisfy { $0.source == .author })
    #expect(
      grants.map(\.identifier) == ["delay", "drums", "instrument", "synthesizer", "time-effect", "Tape Sound"])
    #expect(grants.map(\.isStandard) == [true, true, true, true, true, false])
    #expect(grants.last?.translations == [LocalizedText("Tonband", language: "de")])
    #expect(grants.dropLast().flatMap(\.translations).isEmpty, "a standard tag has the vocabulary's names")
  }

  @Test("every name of a standard tag stands for it, its English name too")
  func everyName() throws {
    let names = LocalizedNames(
      locale: LocaleIdentifier("en"), folder: Child.products + "/aucat_CICU.resources")
    for entry in Vocabulary.standard.entries {
      let tag = names.tag(identifier: entry.identifier, isStandard: true, aliases: entry.aliases)
      for name in tag.displayNames + tag.wholeNames {
        #expect(Vocabulary.standard.entry(named: " \(name.uppercased()) ")?.identifier == entry.identifier, "\(name)")
      }
    }
    #expect(Vocabulary.standard.entry(named: "Revreb") == nil)
  }

  @Test(
    "a pattern matches the whole URI",
    arguments: [("urn:a*", "urn:ab", true), ("urn:a*", "xurn:a", false), ("*a*c", "abac", true), ("a*a", "a", false)])
  func patterns(pattern: String, uri: String, matches: Bool) {
    #expect((URIPattern(pattern)?.matches(Array(uri.utf8)) ?? (uri == pattern)) == matches)
  }

  @Test("the tables name known tags only, and no name belongs to two tags")
  func tables() {
    let vocabulary = Vocabulary.standard
    #expect(vocabulary.entries.count > 90)
    for line in CuratedList.standard.lines {
      for tag in line.tags {
        let identifier = tag.hasPrefix("-") ? String(tag.dropFirst()) : tag
        #expect(vocabulary[identifier] != nil, "\(line.pattern): \(tag)")
      }
    }
    var names: Set<String> = []
    for entry in vocabulary.entries {
      for name in [entry.identifier] + entry.aliases {
        #expect(names.insert(name.lowercased()).inserted, "\(name) belongs to two tags")
      }
      #expect(entry.group.map { vocabulary[$0] != nil } ?? true)
    }
  }
}
