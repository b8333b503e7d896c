import BundleLint
import Foundation
import TestSupport
import Testing

/// Each rule finds its fault and no other, and the line that a finding has makes it go.
@Suite struct LintRuleTests {
  /// A rule with a change to the clean bundle that only this rule finds: old and new texts, in turn.
  struct Case: CustomTestStringConvertible, Sendable {
    var rule: Rule
    var changes: [String]
    /// Whether the line is words for people.
    var isAdvice = false
    var testDescription: String { rule.rawValue }
  }

  static let symbol = "lv2:symbol \"time\" ;"
  static let cases: [Case] = [
    Case(
      rule: .fileMissing,
      changes: [
        "rdfs:seeAlso <preset.ttl> .",
        "rdfs:seeAlso <no.ttl> ;\n    rdfs:seeAlso <preset.ttl> .",
      ]),
    Case(
      rule: .interfaceBinaryMissing,
      changes: [
        "<urn:test:lint-preset>",
        "<urn:test:lint-ui>\n    ui:binary <ui.so> ;\n    a ui:X11UI .\n\n<urn:test:lint-preset>",
      ]),
    Case(rule: .noName, changes: ["    doap:name \"Box\" ;\n", ""]),
    Case(rule: .nameUnusable, changes: ["\"Box\"", "\"Box\\u0007\""]),
    Case(rule: .nameUnusable, changes: ["\"Box\"", "\"\""]),
    Case(rule: .nameOnlyInLanguages, changes: ["\"Box\"", "\"Box\"@en"]),
    Case(rule: .textOnlyInLanguages, changes: ["\"Repeats.\"", "\"Repeats.\"@en"]),
    Case(rule: .textOnlyInLanguages, changes: ["\"Hold\"", "\"Halten\"@de"]),
    Case(rule: .unknownLanguage, changes: ["\"Box\" ;", "\"Box\" ;\n    doap:name \"箱\"@jp ;"]),
    Case(rule: .unknownLanguage, changes: ["\"Wackler\"@de", "\"Wackler\"@german"], isAdvice: true),
    Case(rule: .noLicense, changes: ["    doap:license <http://opensource.org/licenses/isc> ;\n", ""]),
    Case(rule: .noAuthor, changes: ["[ foaf:name \"Ben\" ]", "[ a foaf:Person ]"]),
    Case(rule: .noVersion, changes: ["    lv2:minorVersion 2 ;\n    lv2:microVersion 0 ;\n", ""]),
    Case(rule: .noComment, changes: ["    rdfs:comment \"Repeats.\" ;\n", ""]),
    Case(rule: .noClass, changes: ["    a lv2:DelayPlugin ;\n", ""]),
    Case(rule: .unknownClass, changes: ["lv2:DelayPlugin", "lv2:DelyPlugin"]),
    Case(
      rule: .instrumentWithoutMIDI,
      changes: [
        "lv2:DelayPlugin", "lv2:InstrumentPlugin", "      atom:supports midi:MidiEvent ;\n", "", "lv2:name \"MIDI\"",
        "lv2:name \"Control\"", "lv2:symbol \"midi\"", "lv2:symbol \"control\"",
      ]),
    Case(rule: .generatorWithInput, changes: ["lv2:DelayPlugin", "lv2:GeneratorPlugin"]),
    Case(
      rule: .midiClassWithoutMIDI,
      changes: [
        "lv2:DelayPlugin", "lv2:MIDIPlugin", "      atom:supports midi:MidiEvent ;\n", "", "lv2:name \"MIDI\"",
        "lv2:name \"Control\"", "lv2:symbol \"midi\"", "lv2:symbol \"control\"",
      ]),
    Case(rule: .portNoName, changes: ["      lv2:name \"Time\" ;\n", ""]),
    Case(rule: .sameSymbol, changes: ["lv2:symbol \"out\" ;", "lv2:symbol \"in\" ;"]),
    Case(rule: .badSymbol, changes: ["lv2:symbol \"hold\" ;", "lv2:symbol \"1-hold\" ;"]),
    Case(
      rule: .unknownPortProperty,
      changes: ["lv2:toggled", "lv2:toggeld", "      lv2:default 0 ;", "      lv2:default 0 ;"]),
    Case(rule: .midiByName, changes: ["      atom:supports midi:MidiEvent ;\n", ""]),
    Case(rule: .noDefault, changes: ["      lv2:default 0.5 ;\n", ""]),
    Case(rule: .noRange, changes: ["      lv2:maximum 2.0 ;\n", ""]),
    Case(rule: .valueNoNumber, changes: ["lv2:maximum 2.0", "lv2:maximum \"2.0\""]),
    Case(
      rule: .emptyRange,
      changes: [
        "lv2:default 0.5", "lv2:default 0.0", "lv2:maximum 2.0", "lv2:maximum 0.0", "pset:value 1.0", "pset:value 0.0",
      ]),
    Case(rule: .defaultOutOfRange, changes: ["lv2:default 0.5", "lv2:default 2.5"]),
    Case(
      rule: .toggledRange,
      changes: [
        "lv2:maximum 1 ;\n      lv2:portProperty lv2:toggled", "lv2:maximum 127 ;\n      lv2:portProperty lv2:toggled",
      ]),
    Case(
      rule: .integerNotWhole,
      changes: [
        "lv2:maximum 1 ;\n      lv2:portProperty lv2:integer", "lv2:maximum 1.4 ;\n      lv2:portProperty lv2:integer",
      ]),
    Case(
      rule: .enumerationWithoutPoints,
      changes: [
        "      lv2:scalePoint [ rdfs:label \"Off\" ; rdf:value 0 ] ;\n      lv2:scalePoint [ rdfs:label \"On\" ; rdf:value 1 ] ;\n",
        "",
      ]),
    Case(
      rule: .defaultNoPoint, changes: ["rdfs:label \"Off\" ; rdf:value 0", "rdfs:label \"Off\" ; rdf:value 0.5"]),
    Case(rule: .pointOutOfRange, changes: ["rdfs:label \"On\" ; rdf:value 1", "rdfs:label \"On\" ; rdf:value 2"]),
    Case(rule: .unitInName, changes: ["\"Time\"", "\"Time (ms)\"", "      units:unit units:s ;\n", ""]),
    Case(rule: .unknownUnit, changes: ["units:unit units:s", "units:unit units:seconds"]),
    Case(rule: .unknownUnit, changes: ["units:unit units:s", "units:unit \"s\""]),
    Case(rule: .unitUndefined, changes: ["units:unit units:s", "units:unit <urn:test:lint#furlongs>"]),
    Case(
      rule: .unknownDesignation,
      changes: [
        "lv2:designation lv2:latency", "lv2:portProperty lv2:reportsLatency ;\n      lv2:designation lv2:latencie",
      ]),
    Case(rule: .latencyNotReported, changes: ["      lv2:designation lv2:latency ;\n", ""]),
    Case(rule: .sideChainByName, changes: ["lv2:name \"In\"", "lv2:name \"Sidechain\""]),
    Case(
      rule: .groupUndefined,
      changes: ["    a pg:InputGroup ;\n    lv2:symbol \"main\" ;\n    lv2:name \"Main\" .", "    a pg:InputGroup ."]),
    Case(rule: .parameterNoLabel, changes: ["    rdfs:label \"File\" ;\n", ""]),
    Case(
      rule: .parameterNoRange,
      changes: ["    rdfs:label \"File\" ;\n    rdfs:range atom:Path .", "    rdfs:label \"File\" ."]),
    Case(rule: .standardTagLanguage, changes: ["\"Drums\"", "\"Drums\"@en"]),
    Case(rule: .standardTagTranslated, changes: ["\"Drums\"", "\"Schlagzeug\""]),
    Case(rule: .standardTagUnknown, changes: ["\"Drums\"", "\"Drmus\""]),
    Case(rule: .standardTagUnknown, changes: ["\"Drums\"", "\"Xylophonium\""]),
    Case(rule: .standardTagUnknown, changes: ["\"Drums\"", "\"Pitch  Shifter\""]),
    Case(rule: .ownTagNoLabel, changes: ["      rdfs:label \"Wobble\" ;\n", ""]),
    Case(rule: .ownTagIsStandard, changes: ["\"Wobble\"", "\"Drum\""], isAdvice: true),
    Case(rule: .ownTagUntranslated, changes: ["      rdfs:label \"Wackler\"@de ;\n", ""]),
    Case(rule: .rareFeature, changes: ["urid:map", "<urn:test:feature>"]),
    Case(
      rule: .featureTwice,
      changes: ["lv2:requiredFeature urid:map ;", "lv2:requiredFeature urid:map ;\n    lv2:optionalFeature urid:map ;"]),
    Case(rule: .presetNoLabel, changes: ["    rdfs:label \"Room\" ;\n", ""]),
    Case(rule: .presetNoPlugin, changes: ["    lv2:appliesTo <urn:test:lint> ;\n", ""]),
    Case(
      rule: .presetForeign, changes: ["lv2:appliesTo <urn:test:lint> ;", "lv2:appliesTo <urn:test:other> ;"],
      isAdvice: true),
    Case(
      rule: .presetUnknownPort, changes: ["lv2:symbol \"time\" ;\n      pset", "lv2:symbol \"tiem\" ;\n      pset"]),
    Case(rule: .presetOutOfRange, changes: ["pset:value 1.0", "pset:value 3.0"]),
    Case(rule: .pointIncomplete, changes: ["rdfs:label \"On\" ; ", ""], isAdvice: true),
  ]

  private func findings(_ fixture: LintFixture, _ linter: Linter) throws -> [Finding] {
    try linter.lint(fixture.install(in: linter.folder), loadingBinaries: false).findings
  }

  @Test func aCleanBundleHasNoFinding() throws {
    let linter = Linter()
    let lint = try linter.lint(LintFixture().install(in: linter.folder), loadingBinaries: false)
    #expect(lint.findings == [] && lint.isClean && !lint.hasFailedBinary)
    #expect(lint.plugins == ["urn:test:lint"] && lint.bundle == linter.folder("lint.lv2"))
  }

  @Test("the fault is found and nothing else, and the finding's line fixes it", arguments: cases)
  func law(_ test: Case) throws {
    let linter = Linter()
    var fixture = LintFixture()
    for index in stride(from: 0, to: test.changes.count, by: 2) {
      try fixture.edit(test.changes[index], test.changes[index + 1])
    }
    let found = try findings(fixture, linter)
    #expect(Set(found.map(\.rule)) == [test.rule], "\(found)")
    for finding in found {
      #expect(!finding.line.isEmpty && !finding.message.isEmpty && !finding.file.isEmpty)
      if test.isAdvice { continue }
      let isApplied = apply(finding, to: &fixture)
      #expect(isApplied, "\(finding)")
    }
    if test.isAdvice { return }
    let rest = try findings(fixture, linter).map(\.rule)
    #expect(!rest.contains(test.rule), "\(rest)")
  }

  @Test(
    "letters in brackets are a unit where the name can have it",
    arguments: [
      ("Gain (M)", false), ("Gain (S)", false), ("Threshold (Min)", false), ("Width (MS)", false), ("Gain (s)", false),
      ("Decay (s)", true), ("Distance (m)", true), ("Decay (ms)", true), ("Gain (DB)", true),
    ])
  func letters(name: String, isUnit: Bool) throws {
    var fixture = LintFixture()
    try fixture.edit("\"Time\"", "\"\(name)\"")
    try fixture.edit("      units:unit units:s ;\n", "")
    let rules = try findings(fixture, Linter()).map(\.rule)
    #expect(rules == (isUnit ? [.unitInName] : []))
  }

  @Test(
    "a language is one of ISO 639, and a country's code is taken for its language",
    arguments: [
      ("de", true, nil), ("pt-BR", true, nil), ("zh-Hant", true, nil), ("iw", true, nil), ("gsw", true, nil),
      ("x-klingon", true, nil), ("EN", true, nil), ("jp", false, "ja"), ("cz-CZ", false, "cs-CZ"), ("xx", false, nil),
      ("english", false, nil), ("x", false, nil),
    ] as [(String, Bool, String?)])
  func languages(tag: String, isKnown: Bool, nearest: String?) throws {
    var fixture = LintFixture()
    try fixture.edit("\"Wackler\"@de", "\"Wackler\"@\(tag)")
    let found = try findings(fixture, Linter())
    #expect(found.map(\.rule) == (isKnown ? [] : [.unknownLanguage]))
    #expect(found.first?.message.contains("the nearest is `\(nearest ?? "")`") == (isKnown ? nil : nearest != nil))
  }

  /// Does what a finding says.
  private func apply(_ finding: Finding, to fixture: inout LintFixture) -> Bool {
    switch finding.file {
    case "manifest.ttl": apply(finding, to: &fixture.manifest)
    case "plugin.ttl": apply(finding, to: &fixture.plugin)
    case "preset.ttl": apply(finding, to: &fixture.preset)
    default: false
    }
  }

  private func apply(_ finding: Finding, to text: inout String) -> Bool {
    let line = finding.line
    if let replaced = finding.replaces, !line.hasPrefix("#"), !line.hasSuffix(" ;"), !line.hasSuffix(" .") {
      return LintFixture.change(&text, replaced, line)
    }
    if let port = finding.port, let place = text.range(of: "lv2:symbol \"\(port)\" ;", options: .backwards),
      let replaced = finding.replaces
    {
      let start = text.range(of: "[\n", options: .backwards, range: text.startIndex..<place.lowerBound)?.lowerBound
      let end = text.range(of: "\n    ]", range: place.upperBound..<text.endIndex)?.lowerBound
      guard let start, let end else { return false }
      var block = String(text[start..<end])
      let isThere = LintFixture.change(&block, replaced + " ;", line.hasPrefix("#") ? "" : line)
      text.replaceSubrange(start..<end, with: block)
      return isThere
    }
    if let replaced = finding.replaces {
      let isWords = line.hasPrefix("#")
      for (end, next) in [(" ;", isWords ? "" : line), (" .", isWords ? "." : String(line.dropLast()) + ".")]
      where LintFixture.change(&text, replaced + end, next) { return true }
      return false
    }
    if line.hasSuffix(" .") {
      text += line + "\n"
      return true
    }
    let place = finding.port.map { "lv2:symbol \"\($0)\" ;" } ?? "a tags:Tag ;"
    return LintFixture.change(&text, place, "\(place)\n      \(line)")
  }

  @Test func everyRuleHasATest() {
    #expect(Set(Rule.allCases) == Set(Self.cases.map(\.rule) + LintBundleTests.tested + LintBinaryTests.tested))
  }
}
