import BundleLint
import Foundation
import TestSupport
import Testing

/// Each rule finds its fault and no other, and the line that a finding has makes it go.
struct LintRuleTests {
  /// A rule with a change to the clean bundle that only this rule finds: old and new texts, in turn.
  struct Case: CustomTestStringConvertible, Sendable {
    var rule: Rule
    var changes: [String]
    /// Whether the line is words for people.
    var isAdvice: Bool
    var testDescription: String { rule.rawValue }

    init(_ rule: Rule, isAdvice: Bool = false, _ changes: String...) {
      (self.rule, self.changes, self.isAdvice) = (rule, changes, isAdvice)
    }
  }

  /// The beginning of the description of the fixture's parameter.
  private static let filePart = "<urn:test:lint#file>\n    a lv2:Parameter ;"

  static let cases: [Case] = [
    Case(.fileMissing, "rdfs:seeAlso <preset.ttl> .", "rdfs:seeAlso <no.ttl> ;\n    rdfs:seeAlso <preset.ttl> ."),
    Case(
      .interfaceBinaryMissing, "<urn:test:lint-preset>",
      "<urn:test:lint-ui>\n    ui:binary <ui.so> ;\n    a ui:X11UI .\n\n<urn:test:lint-preset>"),
    Case(
      .interfaceIncomplete, "#file> ;", "#file> ;\n    ui:ui <ui> ;", filePart, "<ui>\n    a ui:X11UI .\n\n" + filePart),
    Case(
      .interfaceIncomplete, "#file> ;", "#file> ;\n    ui:ui <ui> ;", filePart,
      "<ui>\n    ui:binary <plugin.so> .\n\n" + filePart),
    Case(
      .interfaceIncomplete, "#file> ;", "#file> ;\n    ui:ui <ui> ;", filePart,
      "<ui>\n    a ui:X11UI ;\n    ui:binary \"plugin.so\" .\n\n" + filePart),
    Case(
      .interfaceIncomplete, isAdvice: true, "#file> ;",
      "#file> ;\n    ui:ui [ a ui:X11UI ; ui:binary <plugin.so> ] ;"),
    Case(
      .relativeURI, isAdvice: true, "<urn:test:lint>\n", "<box>\n", "<urn:test:lint>\n", "<box>\n",
      "lv2:appliesTo <urn:test:lint>", "lv2:appliesTo <box>"),
    Case(.noName, "    doap:name \"Box\" ;\n", ""),
    Case(.nameUnusable, "\"Box\"", "\"Box\\u0007\""),
    Case(.nameUnusable, "\"Box\"", "\"\""),
    Case(.nameOnlyInLanguages, "\"Box\"", "\"Box\"@en"),
    Case(.textOnlyInLanguages, "\"Repeats.\"", "\"Repeats.\"@en"),
    Case(.textOnlyInLanguages, "\"Hold\"", "\"Halten\"@de"),
    Case(.unknownLanguage, "\"Box\" ;", "\"Box\" ;\n    doap:name \"箱\"@jp ;"),
    Case(.unknownLanguage, isAdvice: true, "\"Wackler\"@de", "\"Wackler\"@german"),
    Case(.noLicense, "    doap:license <http://opensource.org/licenses/isc> ;\n", ""),
    Case(.noAuthor, "[ foaf:name \"Ben\" ]", "[ a foaf:Person ]"),
    Case(.noVersion, "    lv2:minorVersion 2 ;\n    lv2:microVersion 0 ;\n", ""),
    Case(.noComment, "    rdfs:comment \"Repeats.\" ;\n", ""),
    Case(.noClass, "    a lv2:DelayPlugin ;\n", ""),
    Case(.unknownClass, "lv2:DelayPlugin", "lv2:DelyPlugin"),
    Case(
      .instrumentWithoutMIDI, "lv2:DelayPlugin", "lv2:InstrumentPlugin", "      atom:supports midi:MidiEvent ;\n", "",
      "lv2:name \"MIDI\"", "lv2:name \"Control\"", "lv2:symbol \"midi\"", "lv2:symbol \"control\""),
    Case(.generatorWithInput, "lv2:DelayPlugin", "lv2:GeneratorPlugin"),
    Case(
      .midiClassWithoutMIDI, "lv2:DelayPlugin", "lv2:MIDIPlugin", "      atom:supports midi:MidiEvent ;\n", "",
      "lv2:name \"MIDI\"", "lv2:name \"Control\"", "lv2:symbol \"midi\"", "lv2:symbol \"control\""),
    Case(.portNoName, "      lv2:name \"Time\" ;\n", ""),
    Case(.sameSymbol, "lv2:symbol \"out\" ;", "lv2:symbol \"in\" ;"),
    Case(.badSymbol, "lv2:symbol \"hold\" ;", "lv2:symbol \"1-hold\" ;"),
    Case(.unknownPortProperty, "lv2:toggled", "lv2:toggeld", "      lv2:default 0 ;", "      lv2:default 0 ;"),
    Case(.midiByName, "      atom:supports midi:MidiEvent ;\n", ""),
    Case(.noDefault, "      lv2:default 0.5 ;\n", ""),
    Case(.noRange, "      lv2:maximum 2.0 ;\n", ""),
    Case(.valueNoNumber, "lv2:maximum 2.0", "lv2:maximum \"2.0\""),
    Case(.valueTwice, "lv2:default 0.5", "lv2:default 0,5"),
    Case(.valueTwice, "lv2:maximum 2.0 ;", "lv2:maximum 2.0 ;\n      lv2:maximum 10.0 ;"),
    Case(.valueTwice, "rdf:value 1 ]", "rdf:value 1,5 ]"),
    Case(
      .emptyRange, "lv2:default 0.5", "lv2:default 0.0", "lv2:maximum 2.0", "lv2:maximum 0.0", "pset:value 1.0",
      "pset:value 0.0"),
    Case(.defaultOutOfRange, "lv2:default 0.5", "lv2:default 2.5"),
    Case(
      .defaultOutOfRange, "lv2:maximum 2.0 ;", "lv2:maximum 0.5 ;\n      lv2:portProperty lv2:sampleRate ;"),
    Case(
      .logarithmicRange, "lv2:minimum 0.0 ;", "lv2:minimum -1.0 ;\n      lv2:portProperty pprops:logarithmic ;"),
    Case(
      .toggledRange, "lv2:maximum 1 ;\n      lv2:portProperty lv2:toggled",
      "lv2:maximum 127 ;\n      lv2:portProperty lv2:toggled"),
    Case(
      .integerNotWhole, "lv2:maximum 1 ;\n      lv2:portProperty lv2:integer",
      "lv2:maximum 1.4 ;\n      lv2:portProperty lv2:integer"),
    Case(
      .enumerationWithoutPoints,
      "      lv2:scalePoint [ rdfs:label \"Off\" ; rdf:value 0 ] ;\n"
        + "      lv2:scalePoint [ rdfs:label \"On\" ; rdf:value 1 ] ;\n",
      ""),
    Case(
      .defaultNoPoint, "rdfs:label \"On\" ; rdf:value 1", "rdfs:label \"On\" ; rdf:value 2",
      "lv2:default 0 ;\n      lv2:minimum 0 ;\n      lv2:maximum 1 ;\n      lv2:portProperty lv2:integer",
      "lv2:default 1 ;\n      lv2:minimum 0 ;\n      lv2:maximum 2 ;\n      lv2:portProperty lv2:integer"),
    Case(
      .limitNoPoint, "lv2:maximum 1 ;\n      lv2:portProperty lv2:integer",
      "lv2:maximum 3 ;\n      lv2:portProperty lv2:integer"),
    Case(.pointOutOfRange, "rdfs:label \"On\" ; rdf:value 1", "rdfs:label \"On\" ; rdf:value 2"),
    Case(.unitInName, "\"Time\"", "\"Time (ms)\"", "      units:unit units:s ;\n", ""),
    Case(.unknownUnit, "units:unit units:s", "units:unit units:seconds"),
    Case(.unknownUnit, "units:unit units:s", "units:unit \"s\""),
    Case(.unitUndefined, "units:unit units:s", "units:unit <urn:test:lint#furlongs>"),
    Case(
      .unknownDesignation, "lv2:designation lv2:latency",
      "lv2:portProperty lv2:reportsLatency ;\n      lv2:designation lv2:latencie"),
    Case(.latencyNotReported, "      lv2:designation lv2:latency ;\n", ""),
    Case(.sideChainByName, "lv2:name \"In\"", "lv2:name \"Sidechain\""),
    Case(
      .groupUndefined, "    a pg:InputGroup ;\n    lv2:symbol \"main\" ;\n    lv2:name \"Main\" .",
      "    a pg:InputGroup ."),
    Case(.parameterNoLabel, "    rdfs:label \"File\" ;\n", ""),
    Case(.parameterNoRange, "    rdfs:label \"File\" ;\n    rdfs:range atom:Path .", "    rdfs:label \"File\" ."),
    Case(.standardTagLanguage, "\"Drums\"", "\"Drums\"@en"),
    Case(.standardTagTranslated, "\"Drums\"", "\"Schlagzeug\""),
    Case(.standardTagUnknown, "\"Drums\"", "\"Drmus\""),
    Case(.standardTagUnknown, "\"Drums\"", "\"Xylophonium\""),
    Case(.standardTagUnknown, "\"Drums\"", "\"Pitch  Shifter\""),
    Case(.ownTagNoLabel, "      rdfs:label \"Wobble\" ;\n", ""),
    Case(.ownTagIsStandard, isAdvice: true, "\"Wobble\"", "\"Drum\""),
    Case(.ownTagUntranslated, "      rdfs:label \"Wackler\"@de ;\n", ""),
    Case(.rareFeature, "urid:map", "<urn:test:feature>"),
    Case(
      .featureTwice, "lv2:requiredFeature urid:map ;",
      "lv2:requiredFeature urid:map ;\n    lv2:optionalFeature urid:map ;"),
    Case(.presetNoLabel, "    rdfs:label \"Room\" ;\n", ""),
    Case(.presetNoPlugin, "    lv2:appliesTo <urn:test:lint> ;\n", ""),
    Case(
      .presetForeign, isAdvice: true, "lv2:appliesTo <urn:test:lint> ;", "lv2:appliesTo <urn:test:other> ;"),
    Case(.presetUnknownPort, "lv2:symbol \"time\" ;\n      pset", "lv2:symbol \"tiem\" ;\n      pset"),
    Case(.presetOutOfRange, "pset:value 1.0", "pset:value 3.0"),
    Case(.pointIncomplete, isAdvice: true, "rdfs:label \"On\" ; ", ""),
  ]

  private func findings(_ fixture: LintFixture, _ linter: Linter) throws -> [Finding] {
    try linter.lint(fixture.install(in: linter.folder), loadingBinaries: false).findings
  }

  @Test func someFaultsAreFoundAndNothingElseAndTheFindingsLineFixesThem() throws {
    for number in stride(from: 0, to: Self.cases.count, by: 6) { try check(Self.cases[number]) }
  }

  @Test(.part(.laws), arguments: cases) func everyFaultIsFoundAndTheFindingsLineFixesIt(_ test: Case) throws {
    try check(test)
  }

  private func check(_ test: Case) throws {
    let linter = Linter()
    var fixture = LintFixture()
    for index in stride(from: 0, to: test.changes.count, by: 2) {
      try fixture.edit(test.changes[index], test.changes[index + 1])
    }
    let found = try findings(fixture, linter)
    verify(Set(found.map(\.rule)), equals: [test.rule], "\(found)")
    for finding in found {
      verify(!finding.line.isEmpty && !finding.message.isEmpty && !finding.file.isEmpty)
      if test.isAdvice { continue }
      let isApplied = apply(finding, to: &fixture)
      verify(isApplied, "\(finding)")
    }
    if test.isAdvice { return }
    let rest = try findings(fixture, linter).map(\.rule)
    verify(!rest.contains(test.rule), "\(rest)")
  }

  @Test func lettersInBracketsAreAUnitWhereTheNameCanHaveIt() throws {
    let units = ["Decay (s)", "Distance (m)", "Decay (ms)", "Gain (DB)"]
    let names = ["Gain (M)", "Gain (S)", "Threshold (Min)", "Width (MS)", "Gain (s)"] + units
    let ports = names.enumerated().map { number, name in
      """
      [ a lv2:InputPort ; a lv2:ControlPort ; lv2:index \(number + 7) ; lv2:symbol "p\(number)" ; lv2:name "\(name)" ;
        lv2:default 0.5 ; lv2:minimum 0.0 ; lv2:maximum 2.0 ]
      """
    }
    var fixture = LintFixture()
    fixture.plugin += "<urn:test:lint> lv2:port \(ports.joined(separator: " , ")) .\n"
    let found = try findings(fixture, Linter())
    verify(Set(found.map(\.rule)), equals: [.unitInName], "\(found)")
    verify(Set(found.compactMap(\.port)), equals: Set(units.indices.map { "p\($0 + 5)" }), "\(found)")
  }

  /// A country's code is taken for its language.
  @Test func aLanguageIsOneOfISO639() throws {
    let known = ["de", "pt-BR", "zh-Hant", "iw", "gsw", "x-klingon", "EN"]
    let unknown = [("jp", "ja"), ("cz-CZ", "cs-CZ"), ("xx", ""), ("english", ""), ("x", "")]
    let labels = (known + unknown.map { $0.0 }).map { "rdfs:label \"Wackler\"@\($0) ;" }.joined(separator: " ")
    var fixture = LintFixture()
    try fixture.edit("rdfs:label \"Wackler\"@de ;", labels)
    let found = try findings(fixture, Linter())
    verify(found.map(\.rule), equals: unknown.map { _ in .unknownLanguage }, "\(found)")
    for (language, nearest) in unknown {
      let message = found.map(\.message).first { $0.contains("`\(language)`") } ?? ""
      verify(message.contains("the nearest is"), equals: !nearest.isEmpty, "\(language): \(message)")
      verify(nearest.isEmpty || message.contains("the nearest is `\(nearest)`"), "\(language): \(message)")
    }
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

  /// Nothing that a test can do ends the child that applies the rules, so `rules-unfinished` has none.
  @Test func everyOtherRuleHasATestHereOrInATranscript() {
    let transcripts = ["bundles", "binaries"].map { name in
      String(decoding: Child.contents(Repository.path("Tests/Transcripts/Lint/\(name).txt")), as: UTF8.self)
    }
    let missing = Set(Rule.allCases).subtracting(Self.cases.map(\.rule)).filter { rule in
      !transcripts.contains { $0.contains(" \(rule.rawValue): ") }
    }
    verify(missing, equals: [.rulesUnfinished, .binaryNotLoadable])
  }
}
