import ComponentModel
import ICU
import TestSupport
import Testing

@testable import ComponentTags

/// Which system tags a component has, and where from.
struct TagRuleTests {
  private func tags(_ classes: [String], uri: String = "urn:nobody", type: ComponentType = .effect) -> Set<String> {
    let subject = TagSubject(
      uri: uri, classes: classes.map { Namespace.lv2 + $0 }, type: type, hasAudioOutput: true)
    return Set(TagRules.standard.grants(for: subject).map(\.identifier))
  }

  @Test("a class of LV2's core gives its own tag and its group's, never its ancestors'")
  func classes() {
    let reverb = tags(["Plugin", "ReverbPlugin"])
    verify(reverb.contains("reverb"))
    verify(reverb.isDisjoint(with: ["delay", "simulator"]))
    verify(tags(["CompressorPlugin"]).isSuperset(of: ["compressor", "dynamics", "dynamics-processor", "effects"]))
    verify(tags(["LowpassPlugin"]).isSuperset(of: ["lowpass", "filter"]))
    verify(!tags(["InstrumentPlugin"], type: .musicDevice).contains("synthesizer"))
    verify(tags(["MIDIPlugin"], type: .midiProcessor).contains("midi"))

    let classes = Set(Vocabulary.standard.entries.flatMap(\.classes))
    verify(classes.count, equals: 38)
    verify(classes.allSatisfy { LV2ClassTree.mostSpecific(of: [Namespace.lv2 + $0]) == Namespace.lv2 + $0 })
  }

  @Test("the curated list adds, and takes away what a class gave, by patterns that match a whole URI")
  func curated() {
    let drums = tags(["InstrumentPlugin"], uri: "http://gareus.org/oss/lv2/avldrums#BlackPearl", type: .musicDevice)
    verify(drums.isSuperset(of: ["drums", "sampler", "instrument"]))
    let vocabulary = Vocabulary.standard
    let list = CuratedList(table: "urn:x*\treverb,-delay\treason\nurn:x1\tdrums\t\n")
    let rules = TagRules(vocabulary: vocabulary, curated: list)
    let grants = rules.grants(
      for: TagSubject(uri: "urn:x1", classes: [Namespace.lv2 + "DelayPlugin"], type: .effect, hasAudioOutput: true))
    verify(
      Set(grants.map { "\($0.identifier) \($0.source.rawValue)" }).isSuperset(of: ["reverb curated", "drums curated"]))
    verify(!grants.contains { $0.identifier == "delay" })
    for (pattern, uri, matches) in [
      ("urn:a*", "urn:ab", true), ("urn:a*", "xurn:a", false), ("*a*c", "abac", true), ("a*a", "a", false),
    ] { verify((URIPattern(pattern)?.matches(Array(uri.utf8)) ?? (uri == pattern)) == matches, "\(pattern)") }
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
    verify(grants.allSatisfy { $0.source == .author })
    verify(
      grants.map(\.identifier), equals: ["delay", "drums", "instrument", "synthesizer", "time-effect", "Tape Sound"])
    verify(grants.map(\.isStandard), equals: [true, true, true, true, true, false])
    verify(grants.last?.translations, equals: [LocalizedText("Tonband", language: "de")])
    verify(grants.dropLast().flatMap(\.translations).isEmpty, "a standard tag has the vocabulary's names")
  }

  @Test(
    "the tables name known tags only, and no name belongs to two tags; each stands for its tag, the English name too")
  func tables() {
    let vocabulary = Vocabulary.standard
    verify(vocabulary.entries.count > 90)
    for line in CuratedList.standard.lines {
      for tag in line.tags {
        let identifier = tag.hasPrefix("-") ? String(tag.dropFirst()) : tag
        verify(vocabulary[identifier] != nil, "\(line.pattern): \(tag)")
      }
    }
    let english = LocalizedNames(locale: LocaleIdentifier("en"), folder: Child.products + "/aucat_CICU.resources")
    var names: Set<String> = []
    for entry in vocabulary.entries {
      for name in [entry.identifier] + entry.aliases {
        verify(names.insert(name.lowercased()).inserted, "\(name) belongs to two tags")
      }
      verify(entry.group.map { vocabulary[$0] != nil } ?? true)
      let tag = english.tag(identifier: entry.identifier, isStandard: true, aliases: entry.aliases)
      for name in tag.displayNames + tag.wholeNames {
        verify(vocabulary.entry(named: " \(name.uppercased()) ")?.identifier, equals: entry.identifier, "\(name)")
      }
    }
    verify(vocabulary.entry(named: "Revreb") == nil)
  }
}
