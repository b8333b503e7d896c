import AudioComponents
import ComponentPredicates
import Foundation
import Testing

/// What `#Predicate<Component>` says in the query language, and what only Foundation can evaluate.
@Suite struct SwiftPredicateLoweringTests {
  private let manager: ComponentManager

  init() throws { manager = try ScannedCatalog.manager(catalog: "/nowhere/catalog.sqlite", path: "/nowhere") }

  private func expect(
    _ predicate: Foundation.Predicate<Component>, means text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let search = try manager.prepare(predicate)
    #expect(search.predicate.description == text, sourceLocation: sourceLocation)
    #expect(search.filter == nil, "\(search.filter?.conditions ?? [])", sourceLocation: sourceLocation)
    #expect(try manager.predicate(text) == search.predicate, sourceLocation: sourceLocation)
  }

  private func expect(
    _ predicate: Foundation.Predicate<Component>, leaves conditions: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let search = try manager.prepare(predicate)
    #expect(search.predicate == .constant(true), sourceLocation: sourceLocation)
    #expect(search.filter?.conditions == conditions, sourceLocation: sourceLocation)
  }

  @Test func numbersAndTruthValues() throws {
    try expect(#Predicate { $0.audioInputs == 2 && $0.presets != 0 }, means: "audioInputs == 2 AND presets != 0")
    try expect(#Predicate { $0.cvInputs < 1 || 2 < $0.cvOutputs }, means: "cvInputs < 1 OR cvOutputs > 2")
    try expect(#Predicate { $0.parameters >= 3 && 3 >= $0.parameters }, means: "parameters >= 3 AND parameters <= 3")
    try expect(#Predicate { $0.audioInputs > -1 * 2 }, means: "audioInputs > -2")
    try expect(#Predicate { $0.hasMIDIInput && !$0.hasSideChain }, means: "midiInput == yes AND sideChain == no")
    try expect(#Predicate { $0.isFavorite != true }, means: "favorite != yes")
    try expect(
      #Predicate { !($0.hasCustomView || $0.isHardRealtime) }, means: "NOT (customView == yes OR hardRealtime == yes)")
    try expect(#Predicate { !($0.audioInputs == 2) }, means: "audioInputs != 2")
    try expect(
      #Predicate { $0.hasMIDIInput ? $0.audioInputs == 1 : $0.audioInputs == 2 },
      means: "midiInput == yes AND audioInputs == 1 OR midiInput == no AND audioInputs == 2")
  }

  @Test func texts() throws {
    try expect(#Predicate { $0.name == "a" && $0.uri != "b" }, means: "name == \"a\" AND uri != \"b\"")
    try expect(#Predicate { $0.id == "urn:a" }, means: "uri == \"urn:a\"")
    try expect(#Predicate { $0.name.contains("ab") }, means: "name CONTAINS \"ab\"")
    try expect(#Predicate { $0.bundle.starts(with: "/usr") }, means: "bundle BEGINSWITH \"/usr\"")
    try expect(#Predicate { $0.pluginClass < "m" }, means: "class < \"m\"")
    try expect(#Predicate { $0.name.isEmpty }, means: "name == \"\"")
    try expect(#Predicate { $0.localizedType == "TRUEPREDICATE" }, means: "localizedType == \"TRUEPREDICATE\"")
  }

  @Test func enumerationsVersionsAndDates() throws {
    let effect = ComponentType.effect
    let version = Version(minor: 2, micro: 10)
    let crashed = Verdict.crashed
    try expect(
      #Predicate { $0.type == effect || $0.type.rawValue == "Mixer" }, means: "type == Effect OR type == Mixer")
    try expect(#Predicate { $0.type.englishName == "Music Device" }, means: "typeName == \"Music Device\"")
    try expect(#Predicate { $0.verdict != crashed }, means: "verdict != crashed")
    try expect(#Predicate { $0.version >= version }, means: "version >= \"2.10\"")
    try expect(#Predicate { $0.validation == "passed" }, means: "validation == passed")
    let november = try #require(UTCTime("2026-11-01T00:00:00Z"))
    let between = try #require(UTCTime(millisecondsSince1970: november.millisecondsSince1970 + 500))
    try expect(#Predicate { $0.addedAt > november }, means: "addedAt > \"2026-11-01T00:00:00Z\"")
    try expect(#Predicate { $0.addedAt.description > "2026-11" }, means: "addedAt > \"2026-11-01T00:00:00Z\"")
    #expect(try manager.prepare(#Predicate { $0.addedAt > between }).filter != nil)
    try expect(
      #Predicate { $0.changedAt.description == "2026-11-01" },
      means: "changedAt BETWEEN {\"2026-11-01T00:00:00Z\", \"2026-11-01T23:59:59Z\"}")
  }

  @Test func setsAndRanges() throws {
    let names = ["a", "b"]
    let types: Set = [ComponentType.mixer]
    let range = 3..<5
    let none: [String] = []
    let licenses = ["a", nil]
    let versions = Version(minor: 1, micro: 0)...Version(minor: 2, micro: 0)
    try expect(#Predicate { names.contains($0.name) }, means: "name IN {\"a\", \"b\"}")
    try expect(#Predicate { !["a"].contains($0.uri) }, means: "NOT uri IN {\"a\"}")
    try expect(#Predicate { types.contains($0.type) }, means: "type IN {Mixer}")
    try expect(#Predicate { none.contains($0.name) }, means: "FALSEPREDICATE")
    try expect(#Predicate { (1...2).contains($0.audioInputs) }, means: "audioInputs BETWEEN {1, 2}")
    try expect(#Predicate { range.contains($0.presets) }, means: "presets >= 3 AND presets < 5")
    try expect(#Predicate { versions.contains($0.version) }, means: "version BETWEEN {\"1.0\", \"2.0\"}")
    try expect(#Predicate { licenses.contains($0.license) }, means: "license IN {\"a\"} OR license == nil")
  }

  @Test func missingValues() throws {
    let nothing: Int? = nil
    try expect(#Predicate { $0.license == nil && $0.latency != nothing }, means: "license == nil AND latency != nil")
    try expect(#Predicate { $0.manufacturer == "a" }, means: "manufacturer == \"a\"")
    try expect(#Predicate { ($0.manufacturer ?? "") == "a" }, means: "manufacturer == \"a\"")
    try expect(#Predicate { ($0.manufacturer ?? "") == "" }, means: "manufacturer == \"\" OR manufacturer == nil")
    try expect(#Predicate { ($0.manufacturer ?? "a") != "a" }, means: "manufacturer != nil AND manufacturer != \"a\"")
    try expect(#Predicate { ($0.manufacturer ?? "").contains("a") }, means: "manufacturer CONTAINS \"a\"")
    try expect(#Predicate { ($0.latency ?? 0) < 64 }, means: "latency < 64 OR latency == nil")
    try expect(#Predicate { $0.manufacturer?.contains("a") == true }, means: "manufacturer CONTAINS \"a\"")
    try expect(#Predicate { $0.manufacturer?.contains("a") ?? false }, means: "manufacturer CONTAINS \"a\"")
    try expect(
      #Predicate { $0.manufacturer?.contains("a") == false },
      means: "manufacturer != nil AND NOT manufacturer CONTAINS \"a\"")
    try expect(#Predicate { $0.manufacturer?.contains("a") == nil }, means: "manufacturer == nil")
    try expect(
      #Predicate { $0.manufacturer?.starts(with: "a") != true }, means: "NOT manufacturer BEGINSWITH \"a\"")
    try expect(
      #Predicate { if let maker = $0.manufacturer { maker != "a" } else { $0.hasMIDIInput } },
      means: "manufacturer != nil AND manufacturer != \"a\" OR manufacturer == nil AND midiInput == yes")
  }

  @Test func tagsAndLists() throws {
    let name = "Drums"
    let tag = AudioComponents.Tag("Mine", source: .user)
    try expect(#Predicate { $0.tags.contains("Reverb") }, means: "tags CONTAINS \"Reverb\"")
    try expect(#Predicate { !$0.tags.contains(tag) }, means: "NOT tags CONTAINS \"Mine\"")
    try expect(#Predicate { $0.allTagNames.contains(name) }, means: "tags CONTAINS \"Drums\"")
    try expect(#Predicate { $0.userTagNames.contains(name) }, means: "userTagNames CONTAINS \"Drums\"")
    try expect(#Predicate { $0.systemTagNames.contains(name) }, means: "ANY systemTag == \"Drums\"")
    try expect(#Predicate { $0.requiredFeatures.contains("urn:a") }, means: "requiredFeatures CONTAINS \"urn:a\"")
    try expect(
      #Predicate { $0.tags.count > 2 && $0.userTagNames.isEmpty }, means: "tags.@count > 2 AND userTagNames.@count == 0"
    )
    try expect(#Predicate { $0.requiredFeatures.isEmpty }, means: "requiredFeatures.@count == 0")
    try expect(
      #Predicate { $0.allTagNames.contains { $0.starts(with: "Dr") } }, means: "ANY tags BEGINSWITH \"Dr\"")
    try expect(
      #Predicate { $0.requiredFeatures.allSatisfy { $0.contains("urn") } },
      means: "ALL requiredFeatures CONTAINS \"urn\"")
    try expect(#Predicate { $0.tags.contains { $0 == "Reverb" } }, means: "ANY tags == \"Reverb\"")
    try expect(#Predicate { $0.requiredFeatures.contains { $0 != "a" } }, means: "ANY requiredFeatures != \"a\"")
  }

  @Test func whatTheLanguageCanNotSayIsLeft() throws {
    try expect(#Predicate { $0.name.count > 3 }, leaves: "$0.name.count > 3")
    try expect(#Predicate { $0.audioInputs == $0.audioOutputs }, leaves: "$0.audioInputs == $0.audioOutputs")
    try expect(#Predicate { $0.audioInputs + 1 < 3 }, leaves: "($0.audioInputs + 1) < 3")
    try expect(#Predicate { $0.allTagNames.count == 2 }, leaves: "$0.allTagNames.count == 2")
    try expect(#Predicate { $0.latency! > 3 }, leaves: "$0.latency! > 3")
    try expect(#Predicate { $0.version.minor == 2 }, leaves: "$0.version.minor == 2")
    try expect(#Predicate { $0.rowID > 9_007_199_254_740_993 }, leaves: "$0.rowID > 9007199254740993")
    try expect(#Predicate { $0.audioInputs < 9_007_199_254_740_993 }, leaves: "$0.audioInputs < 9007199254740993")
    try expect(
      #Predicate { $0.tags.contains { $0.name == "Reverb" } },
      leaves: "$0.tags.contains { value in value.name == \"Reverb\" }")
    try expect(
      #Predicate { $0.requiredFeatures.contains { !($0 == "a") } },
      leaves: "$0.requiredFeatures.contains { value in !(value == \"a\") }")
    try expect(#Predicate { "abc".contains($0.name) }, leaves: "\"abc\".contains($0.name)")
    try expect(#Predicate { ($0.validation ?? "") < "b" }, leaves: "($0.validation ?? \"\") < \"b\"")
    try expect(
      #Predicate { $0.name.count > 3 && $0.name.contains(/x/) }, leaves: "$0.name.count > 3", "$0.name.contains(/x/)")
  }

  @Test func conditionsOfAConjunctionAreDivided() throws {
    let search = try manager.prepare(
      #Predicate { ($0.name.count > 3 && $0.hasMIDIInput) && ($0.audioInputs == 2 && $0.tags.contains("Reverb")) })
    #expect(search.predicate.description == "midiInput == yes AND audioInputs == 2 AND tags CONTAINS \"Reverb\"")
    #expect(search.filter?.conditions == ["$0.name.count > 3"])
  }

  @Test func aTagInWhatIsLeftIsRefusedWithTheRemedy() throws {
    let tags: [AudioComponents.Tag] = ["Reverb"]
    for predicate in [
      #Predicate<Component> { $0.tags.first == "Reverb" }, #Predicate<Component> { $0.tags == tags },
      #Predicate<Component> { $0.tags.contains("Reverb") == ($0.name.count > 3) },
    ] {
      let error = invalidPredicate { try manager.prepare(predicate) }
      #expect(error?.message.contains("allTagNames.contains") == true, "\(error?.description ?? "")")
    }
  }

  @Test func aValueThatItsKeyCanNotHaveIsRefused() throws {
    let error = invalidPredicate {
      try manager.prepare(#Predicate { $0.validation == "pased" })
    }
    #expect(error == InvalidPredicate("unknown validation `pased`", suggestion: "passed"))
    #expect(invalidPredicate { try manager.prepare(#Predicate { $0.addedAt.description > "today" }) } != nil)
  }
}
