import Foundation
import TestSupport
import Testing

/// Each rule finds its fault and no other, and the line that a finding has makes it go.
@Suite struct LintRuleTests {
  /// A rule with a change to the clean bundle that only this rule finds: old and new texts, in turn.
  struct Case: CustomTestStringConvertible, Sendable {
    var rule: String
    var changes: [String]
    /// Whether the line is words for people.
    var isAdvice = false
    var testDescription: String { rule }
  }

  static let symbol = "lv2:symbol \"time\" ;"
  static let cases: [Case] = [
    Case(
      rule: "file-missing",
      changes: [
        "rdfs:seeAlso <preset.ttl> .",
        "rdfs:seeAlso <no.ttl> ;\n    rdfs:seeAlso <preset.ttl> .",
      ]),
    Case(
      rule: "interface-binary-missing",
      changes: [
        "<urn:test:lint-preset>",
        "<urn:test:lint-ui>\n    ui:binary <ui.so> ;\n    a ui:X11UI .\n\n<urn:test:lint-preset>",
      ]),
    Case(rule: "no-name", changes: ["    doap:name \"Box\" ;\n", ""]),
    Case(rule: "name-unusable", changes: ["\"Box\"", "\"Box\\u0007\""]),
    Case(rule: "name-unusable", changes: ["\"Box\"", "\"\""]),
    Case(rule: "name-only-in-languages", changes: ["\"Box\"", "\"Box\"@en"]),
    Case(rule: "text-only-in-languages", changes: ["\"Repeats.\"", "\"Repeats.\"@en"]),
    Case(rule: "text-only-in-languages", changes: ["\"Hold\"", "\"Halten\"@de"]),
    Case(rule: "no-license", changes: ["    doap:license <http://opensource.org/licenses/isc> ;\n", ""]),
    Case(rule: "no-author", changes: ["[ foaf:name \"Ben\" ]", "[ a foaf:Person ]"]),
    Case(rule: "no-version", changes: ["    lv2:minorVersion 2 ;\n    lv2:microVersion 0 ;\n", ""]),
    Case(rule: "no-comment", changes: ["    rdfs:comment \"Repeats.\" ;\n", ""]),
    Case(rule: "no-class", changes: ["    a lv2:DelayPlugin ;\n", ""]),
    Case(rule: "unknown-class", changes: ["lv2:DelayPlugin", "lv2:DelyPlugin"]),
    Case(
      rule: "instrument-without-midi",
      changes: [
        "lv2:DelayPlugin", "lv2:InstrumentPlugin", "      atom:supports midi:MidiEvent ;\n", "", "lv2:name \"MIDI\"",
        "lv2:name \"Control\"", "lv2:symbol \"midi\"", "lv2:symbol \"control\"",
      ]),
    Case(rule: "generator-with-input", changes: ["lv2:DelayPlugin", "lv2:GeneratorPlugin"]),
    Case(
      rule: "midi-class-without-midi",
      changes: [
        "lv2:DelayPlugin", "lv2:MIDIPlugin", "      atom:supports midi:MidiEvent ;\n", "", "lv2:name \"MIDI\"",
        "lv2:name \"Control\"", "lv2:symbol \"midi\"", "lv2:symbol \"control\"",
      ]),
    Case(rule: "port-no-name", changes: ["      lv2:name \"Time\" ;\n", ""]),
    Case(rule: "same-symbol", changes: ["lv2:symbol \"out\" ;", "lv2:symbol \"in\" ;"]),
    Case(rule: "bad-symbol", changes: ["lv2:symbol \"hold\" ;", "lv2:symbol \"1-hold\" ;"]),
    Case(
      rule: "unknown-port-property",
      changes: ["lv2:toggled", "lv2:toggeld", "      lv2:default 0 ;", "      lv2:default 0 ;"]),
    Case(rule: "midi-by-name", changes: ["      atom:supports midi:MidiEvent ;\n", ""]),
    Case(rule: "no-default", changes: ["      lv2:default 0.5 ;\n", ""]),
    Case(rule: "no-range", changes: ["      lv2:maximum 2.0 ;\n", ""]),
    Case(rule: "value-no-number", changes: ["lv2:maximum 2.0", "lv2:maximum \"2.0\""]),
    Case(
      rule: "empty-range",
      changes: [
        "lv2:default 0.5", "lv2:default 0.0", "lv2:maximum 2.0", "lv2:maximum 0.0", "pset:value 1.0", "pset:value 0.0",
      ]),
    Case(rule: "default-out-of-range", changes: ["lv2:default 0.5", "lv2:default 2.5"]),
    Case(
      rule: "toggled-range",
      changes: [
        "lv2:maximum 1 ;\n      lv2:portProperty lv2:toggled", "lv2:maximum 127 ;\n      lv2:portProperty lv2:toggled",
      ]),
    Case(
      rule: "integer-not-whole",
      changes: [
        "lv2:maximum 1 ;\n      lv2:portProperty lv2:integer", "lv2:maximum 1.4 ;\n      lv2:portProperty lv2:integer",
      ]),
    Case(
      rule: "enumeration-without-points",
      changes: [
        "      lv2:scalePoint [ rdfs:label \"Off\" ; rdf:value 0 ] ;\n      lv2:scalePoint [ rdfs:label \"On\" ; rdf:value 1 ] ;\n",
        "",
      ]),
    Case(
      rule: "default-no-point", changes: ["rdfs:label \"Off\" ; rdf:value 0", "rdfs:label \"Off\" ; rdf:value 0.5"]),
    Case(rule: "point-out-of-range", changes: ["rdfs:label \"On\" ; rdf:value 1", "rdfs:label \"On\" ; rdf:value 2"]),
    Case(rule: "unit-in-name", changes: ["\"Time\"", "\"Time (ms)\"", "      units:unit units:s ;\n", ""]),
    Case(rule: "unknown-unit", changes: ["units:unit units:s", "units:unit units:seconds"]),
    Case(rule: "unknown-unit", changes: ["units:unit units:s", "units:unit \"s\""]),
    Case(rule: "unit-undefined", changes: ["units:unit units:s", "units:unit <urn:test:lint#furlongs>"]),
    Case(
      rule: "unknown-designation",
      changes: [
        "lv2:designation lv2:latency", "lv2:portProperty lv2:reportsLatency ;\n      lv2:designation lv2:latencie",
      ]),
    Case(rule: "latency-not-reported", changes: ["      lv2:designation lv2:latency ;\n", ""]),
    Case(rule: "side-chain-by-name", changes: ["lv2:name \"In\"", "lv2:name \"Sidechain\""]),
    Case(
      rule: "group-undefined",
      changes: ["    a pg:InputGroup ;\n    lv2:symbol \"main\" ;\n    lv2:name \"Main\" .", "    a pg:InputGroup ."]),
    Case(rule: "parameter-no-label", changes: ["    rdfs:label \"File\" ;\n", ""]),
    Case(
      rule: "parameter-no-range",
      changes: ["    rdfs:label \"File\" ;\n    rdfs:range atom:Path .", "    rdfs:label \"File\" ."]),
    Case(rule: "standard-tag-language", changes: ["\"Drums\"", "\"Drums\"@en"]),
    Case(rule: "standard-tag-translated", changes: ["\"Drums\"", "\"Schlagzeug\""]),
    Case(rule: "standard-tag-unknown", changes: ["\"Drums\"", "\"Drmus\""]),
    Case(rule: "standard-tag-unknown", changes: ["\"Drums\"", "\"Xylophonium\""]),
    Case(rule: "standard-tag-unknown", changes: ["\"Drums\"", "\"Pitch  Shifter\""]),
    Case(rule: "own-tag-no-label", changes: ["      rdfs:label \"Wobble\" ;\n", ""]),
    Case(rule: "own-tag-is-standard", changes: ["\"Wobble\"", "\"Drum\""], isAdvice: true),
    Case(rule: "own-tag-untranslated", changes: ["      rdfs:label \"Wackler\"@de ;\n", ""]),
    Case(rule: "rare-feature", changes: ["urid:map", "<urn:test:feature>"]),
    Case(
      rule: "feature-twice",
      changes: ["lv2:requiredFeature urid:map ;", "lv2:requiredFeature urid:map ;\n    lv2:optionalFeature urid:map ;"]),
    Case(rule: "preset-no-label", changes: ["    rdfs:label \"Room\" ;\n", ""]),
    Case(rule: "preset-no-plugin", changes: ["    lv2:appliesTo <urn:test:lint> ;\n", ""]),
    Case(
      rule: "preset-foreign", changes: ["lv2:appliesTo <urn:test:lint> ;", "lv2:appliesTo <urn:test:other> ;"],
      isAdvice: true),
    Case(
      rule: "preset-unknown-port", changes: ["lv2:symbol \"time\" ;\n      pset", "lv2:symbol \"tiem\" ;\n      pset"]),
    Case(rule: "preset-out-of-range", changes: ["pset:value 1.0", "pset:value 3.0"]),
    Case(rule: "point-incomplete", changes: ["rdfs:label \"On\" ; ", ""], isAdvice: true),
  ]

  private func findings(_ fixture: LintFixture, _ machine: Machine) throws -> [JSONValue] {
    let path = fixture.install(in: machine.folder)
    let run = machine.aucat("lint", "--no-binaries", "--json", path)
    #expect(run.errors == "" && [0, 1].contains(run.status))
    return try #require(try run.json["findings"]).elements
  }

  @Test func aCleanBundleHasNoFinding() throws {
    let machine = Machine([])
    #expect(try findings(LintFixture(), machine) == [])
    let run = machine.aucat("lint", "--no-binaries", machine.folder("lint.lv2"))
    #expect(run.status == 0 && run.text == "\(machine.folder("lint.lv2")): 0 errors, 0 warnings, 0 notes in 1 plugin\n")
  }

  @Test("the fault is found and nothing else, and the finding's line mends it", arguments: cases)
  func law(_ test: Case) throws {
    let machine = Machine([])
    var fixture = LintFixture()
    for index in stride(from: 0, to: test.changes.count, by: 2) {
      try fixture.edit(test.changes[index], test.changes[index + 1])
    }
    let found = try findings(fixture, machine)
    #expect(Set(found.compactMap { $0["rule"]?.string }) == [test.rule], "\(found)")
    for finding in found {
      let line = finding["line"]?.string ?? ""
      #expect(!line.isEmpty && finding["message"]?.kind == "text" && finding["file"]?.kind == "text")
      if test.isAdvice { continue }
      let isApplied = apply(finding, to: &fixture)
      #expect(isApplied, "\(finding)")
    }
    if test.isAdvice { return }
    let rest = try findings(fixture, machine).compactMap { $0["rule"] }
    #expect(!rest.contains(.text(test.rule)), "\(rest)")
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
    let rules = try findings(fixture, Machine([])).compactMap { $0["rule"]?.string }
    #expect(rules == (isUnit ? ["unit-in-name"] : []))
  }

  /// Does what a finding says.
  private func apply(_ finding: JSONValue, to fixture: inout LintFixture) -> Bool {
    switch finding["file"]?.string {
    case "manifest.ttl": apply(finding, to: &fixture.manifest)
    case "plugin.ttl": apply(finding, to: &fixture.plugin)
    case "preset.ttl": apply(finding, to: &fixture.preset)
    default: false
    }
  }

  private func apply(_ finding: JSONValue, to text: inout String) -> Bool {
    guard let line = finding["line"]?.string else { return false }
    if let replaced = finding["replaces"]?.string, !line.hasPrefix("#"), !line.hasSuffix(" ;"), !line.hasSuffix(" .") {
      return LintFixture.change(&text, replaced, line)
    }
    if let port = finding["port"]?.string, let place = text.range(of: "lv2:symbol \"\(port)\" ;", options: .backwards),
      let replaced = finding["replaces"]?.string
    {
      let start = text.range(of: "[\n", options: .backwards, range: text.startIndex..<place.lowerBound)?.lowerBound
      let end = text.range(of: "\n    ]", range: place.upperBound..<text.endIndex)?.lowerBound
      guard let start, let end else { return false }
      var block = String(text[start..<end])
      let isThere = LintFixture.change(&block, replaced + " ;", line.hasPrefix("#") ? "" : line)
      text.replaceSubrange(start..<end, with: block)
      return isThere
    }
    if let replaced = finding["replaces"]?.string {
      let isWords = line.hasPrefix("#")
      for (end, next) in [(" ;", isWords ? "" : line), (" .", isWords ? "." : String(line.dropLast()) + ".")]
      where LintFixture.change(&text, replaced + end, next) { return true }
      return false
    }
    if line.hasSuffix(" .") {
      text += line + "\n"
      return true
    }
    let place = finding["port"]?.string.map { "lv2:symbol \"\($0)\" ;" } ?? "a tags:Tag ;"
    return LintFixture.change(&text, place, "\(place)\n      \(line)")
  }

  @Test func everyRuleHasATest() throws {
    let listed = try Machine([]).aucat("lint", "--rules", "--json").json.elements.compactMap { $0["rule"]?.string }
    #expect(Set(listed).count == listed.count)
    let tested = Set(Self.cases.map(\.rule) + LintTests.tested + LintBinaryTests.tested)
    #expect(Set(listed) == tested)
  }
}

extension JSONValue {
  /// A text; nil for anything else.
  var string: String? { if case .text(let text) = self { text } else { nil } }
}
