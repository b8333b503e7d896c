import AudioComponents
import ComponentPredicates
import Foundation
import TestSupport
import Testing

/// What `#Predicate<Component>` says in the query language, and what only Foundation can evaluate.
struct SwiftPredicateLoweringTests {
  private let manager: ComponentManager

  init() throws { manager = try ScannedCatalog.none.get() }

  /// Checks that a predicate is said in the language, without a rest.
  private func check(_ predicate: Foundation.Predicate<Component>, means text: String, line: Int = #line) throws {
    let search = try manager.prepare(predicate)
    verify(search.predicate.description, equals: text, line: line)
    verify(search.filter == nil, "\(search.filter?.conditions ?? [])", line: line)
    try verify(manager.predicate(text), equals: search.predicate, line: line)
  }

  /// Checks that all of a predicate is left to Foundation.
  private func check(
    _ predicate: Foundation.Predicate<Component>, leaves conditions: String..., line: Int = #line
  ) throws {
    let search = try manager.prepare(predicate)
    verify(search.predicate == .constant(true), "\(search.predicate)", line: line)
    verify(search.filter?.conditions, equals: conditions, line: line)
  }

  @Test func numbersTruthValuesAndTexts() throws {
    try check(#Predicate { $0.audioInputs == 2 && $0.presets != 0 }, means: "audioInputs == 2 AND presets != 0")
    try check(#Predicate { $0.cvInputs < 1 || 2 < $0.cvOutputs }, means: "cvInputs < 1 OR cvOutputs > 2")
    try check(#Predicate { $0.hasMIDIInput && !$0.hasSideChain }, means: "midiInput == yes AND sideChain == no")
    try check(#Predicate { $0.isFavorite != true }, means: "favorite != yes")
    try check(
      #Predicate { !($0.hasCustomView || $0.isHardRealtime) }, means: "NOT (customView == yes OR hardRealtime == yes)")
    try check(
      #Predicate { $0.hasMIDIInput ? $0.audioInputs == 1 : $0.audioInputs == 2 },
      means: "midiInput == yes AND audioInputs == 1 OR midiInput == no AND audioInputs == 2")
    try check(#Predicate { $0.name == "a" && $0.uri != "b" }, means: "name == \"a\" AND uri != \"b\"")
    try check(#Predicate { $0.name.contains("ab") }, means: "name CONTAINS \"ab\"")
    try check(#Predicate { $0.bundle.starts(with: "/usr") }, means: "bundle BEGINSWITH \"/usr\"")
    try check(#Predicate { $0.pluginClass < "m" }, means: "class < \"m\"")
    try check(#Predicate { $0.name.isEmpty }, means: "name == \"\"")
  }

  @Test func enumerationsVersionsDatesSetsAndRanges() throws {
    let (effect, version) = (ComponentType.effect, Version(minor: 2, micro: 10))
    try check(
      #Predicate { $0.type == effect || $0.type.rawValue == "Mixer" }, means: "type == Effect OR type == Mixer")
    try check(#Predicate { $0.version >= version }, means: "version >= \"2.10\"")
    let november = try demand(UTCTime("2026-11-01T00:00:00Z"))
    let between = try demand(UTCTime(millisecondsSince1970: november.millisecondsSince1970 + 500))
    try check(#Predicate { $0.addedAt > november }, means: "addedAt > \"2026-11-01T00:00:00Z\"")
    try verify(manager.prepare(#Predicate { $0.addedAt > between }).filter != nil)
    try check(
      #Predicate { $0.changedAt.description == "2026-11-01" },
      means: "changedAt BETWEEN {\"2026-11-01T00:00:00Z\", \"2026-11-01T23:59:59Z\"}")

    let (names, none, licenses, range) = (["a", "b"], [String](), ["a", nil], 3..<5)
    try check(#Predicate { !names.contains($0.name) }, means: "NOT name IN {\"a\", \"b\"}")
    try check(#Predicate { none.contains($0.name) }, means: "FALSEPREDICATE")
    try check(#Predicate { (1...2).contains($0.audioInputs) }, means: "audioInputs BETWEEN {1, 2}")
    try check(#Predicate { range.contains($0.presets) }, means: "presets >= 3 AND presets < 5")
    try check(#Predicate { licenses.contains($0.license) }, means: "license IN {\"a\"} OR license == nil")
  }

  @Test func missingValues() throws {
    let nothing: Int? = nil
    try check(#Predicate { $0.license == nil && $0.latency != nothing }, means: "license == nil AND latency != nil")
    try check(#Predicate { ($0.manufacturer ?? "") == "" }, means: "manufacturer == \"\" OR manufacturer == nil")
    try check(#Predicate { ($0.manufacturer ?? "a") != "a" }, means: "manufacturer != nil AND manufacturer != \"a\"")
    try check(#Predicate { ($0.latency ?? 0) < 64 }, means: "latency < 64 OR latency == nil")
    try check(#Predicate { $0.manufacturer?.contains("a") == true }, means: "manufacturer CONTAINS \"a\"")
    try check(
      #Predicate { $0.manufacturer?.contains("a") == false },
      means: "manufacturer != nil AND NOT manufacturer CONTAINS \"a\"")
    try check(#Predicate { $0.manufacturer?.contains("a") == nil }, means: "manufacturer == nil")
    try check(
      #Predicate { if let maker = $0.manufacturer { maker != "a" } else { $0.hasMIDIInput } },
      means: "manufacturer != nil AND manufacturer != \"a\" OR manufacturer == nil AND midiInput == yes")
  }

  @Test func tagsAndLists() throws {
    let tag = AudioComponents.Tag("Mine", source: .user)
    try check(#Predicate { $0.tags.contains("Reverb") }, means: "tags CONTAINS \"Reverb\"")
    try check(#Predicate { !$0.tags.contains(tag) }, means: "NOT tags CONTAINS \"Mine\"")
    try check(#Predicate { $0.userTagNames.contains("Drums") }, means: "userTagNames CONTAINS \"Drums\"")
    try check(#Predicate { $0.systemTagNames.contains("Drums") }, means: "ANY systemTag == \"Drums\"")
    try check(
      #Predicate { $0.tags.count > 2 && $0.userTagNames.isEmpty }, means: "tags.@count > 2 AND userTagNames.@count == 0"
    )
    try check(#Predicate { $0.allTagNames.contains { $0.starts(with: "Dr") } }, means: "ANY tags BEGINSWITH \"Dr\"")
    try check(
      #Predicate { $0.requiredFeatures.allSatisfy { $0.contains("urn") } },
      means: "ALL requiredFeatures CONTAINS \"urn\"")
    try check(#Predicate { $0.requiredFeatures.contains { $0 != "a" } }, means: "ANY requiredFeatures != \"a\"")
  }

  @Test func whatTheLanguageCanNotSayIsLeftAndConjunctionsAreDivided() throws {
    try check(#Predicate { $0.name.count > 3 }, leaves: "$0.name.count > 3")
    try check(#Predicate { $0.audioInputs == $0.audioOutputs }, leaves: "$0.audioInputs == $0.audioOutputs")
    try check(#Predicate { $0.latency! > 3 }, leaves: "$0.latency! > 3")
    try check(#Predicate { $0.audioInputs < 9_007_199_254_740_993 }, leaves: "$0.audioInputs < 9007199254740993")
    try check(
      #Predicate { $0.tags.contains { $0.name == "Reverb" } },
      leaves: "$0.tags.contains { value in value.name == \"Reverb\" }")
    try check(#Predicate { "abc".contains($0.name) }, leaves: "\"abc\".contains($0.name)")
    try check(
      #Predicate { $0.name.count > 3 && $0.name.contains(/x/) }, leaves: "$0.name.count > 3", "$0.name.contains(/x/)")
    let search = try manager.prepare(
      #Predicate { ($0.name.count > 3 && $0.hasMIDIInput) && ($0.audioInputs == 2 && $0.tags.contains("Reverb")) })
    verify(search.predicate.description, equals: "midiInput == yes AND audioInputs == 2 AND tags CONTAINS \"Reverb\"")
    verify(search.filter?.conditions, equals: ["$0.name.count > 3"])
  }

  @Test func aTagInWhatIsLeftAndAValueThatItsKeyCanNotHaveAreRefusedWithTheRemedy() throws {
    let tags: [AudioComponents.Tag] = ["Reverb"]
    for predicate in [
      #Predicate<Component> { $0.tags.first == "Reverb" }, #Predicate<Component> { $0.tags == tags },
      #Predicate<Component> { $0.tags.contains("Reverb") == ($0.name.count > 3) },
    ] {
      let error = invalidPredicate { try manager.prepare(predicate) }
      verify(error?.message.contains("allTagNames.contains"), equals: true, "\(error?.description ?? "")")
    }
    let error = invalidPredicate { try manager.prepare(#Predicate { $0.validation == "pased" }) }
    verify(error, equals: InvalidPredicate("unknown validation `pased`", suggestion: "passed"))
    verify(invalidPredicate { try manager.prepare(#Predicate { $0.addedAt.description > "today" }) } != nil)
  }
}
