import Foundation
import TestSupport
import Testing

/// `aucat lint`: its arguments, output and exit status, and bundles that mean harm.
@Suite struct LintTests {
  /// Rules whose findings are tested here, beside those of `LintRuleTests`.
  static let tested = [
    "bundle-unreadable", "rules-unfinished", "plugin-refused", "scan-remark", "declares-nothing",
    "effect-without-input",
    "stereo-not-grouped", "no-tag",
  ]
  let machine = Machine([])

  private func rules(_ run: Child) throws -> [String] {
    try #require(try run.json["findings"]).elements.compactMap { $0["rule"]?.string }
  }

  private func lint(_ path: String) throws -> (status: Int32, rules: [String]) {
    let run = machine.aucat("lint", "--json", "--timeout", "10", path)
    #expect(run.errors == "")
    return (run.status, try rules(run))
  }

  // MARK: - Which bundle

  @Test func aBundleIsADirectoryAManifestOrAComponent() throws {
    let path = LintFixture().install(in: machine.folder, "lv2/lint.lv2")
    for word in [path, path + "/", path + "/manifest.ttl", "urn:test:lint", "Box"] {
      let run = machine.aucat("lint", "--no-binaries", "--json", word)
      #expect(run.status == 0, "\(word): \(run.errors)")
      #expect(try run.json["bundle"] == .text(path))
      #expect(try run.json["plugins"] == .list([.text("urn:test:lint")]))
    }
    let both = machine.aucat("lint", "--no-binaries", "--json", path, path)
    #expect(both.status == 0 && both.lines.count == 2)
  }

  @Test func whatIsNoBundleIsRefused() {
    LintFixture().install(in: machine.folder, "lv2/lint.lv2")
    #expect(machine.aucat("lint", machine.folder("home")).refuses(2, saying: "it has no manifest.ttl"))
    #expect(machine.aucat("lint", machine.folder("none")).refuses(2, saying: "does not exist"))
    #expect(machine.aucat("lint", "Bxo").refuses(2, saying: "did you mean `Box`?"))
    #expect(machine.aucat("lint").refuses(2, saying: "a bundle is missing"))
    #expect(machine.aucat("lint", "--ignore", "no-nmae", "Box").refuses(2, saying: "did you mean `no-name`?"))
  }

  // MARK: - What is printed

  private func faulty() throws -> String {
    var fixture = LintFixture()
    try fixture.edit("lv2:DelayPlugin", "lv2:DelyPlugin")
    try fixture.edit("\"Box\"", "\"B\\u001B[31mx\"")
    for symbol in ["Time", "Mode", "Hold", "In", "Out"] {
      try fixture.edit("      lv2:name \"\(symbol)\" ;\n", "")
    }
    return fixture.install(in: machine.folder)
  }

  @Test func findingsAreGroupedAndRepeatsAreFolded() throws {
    let path = try faulty()
    let run = machine.aucat("lint", "--no-binaries", path)
    #expect(run.status == 1 && run.errors == "")
    #expect(run.lines.first == "urn:test:lint")
    #expect(run.lines.last == "\(path): 1 error, 6 warnings, 0 notes in 1 plugin")
    #expect(run.text.contains("    plugin.ttl: instead of lv2:DelyPlugin\n    plugin.ttl: lv2:DelayPlugin\n"))
    #expect(
      run.lines.count { $0.contains("port-no-name: port") } == 3 && run.text.contains("and 2 more of port-no-name"))
    #expect(!run.output.contains(0x1B), "a name takes over the terminal")
    let all = machine.aucat("lint", "--no-binaries", "--all", path)
    #expect(all.lines.count { $0.contains("port-no-name: port") } == 5)
    #expect(machine.aucat("lint", "--no-binaries", "--color", "always", path).text.contains("\u{1B}[31merror\u{1B}[0m"))
  }

  @Test func ignoredRulesAreLeftOut() throws {
    let path = try faulty()
    let words = ["lint", "--no-binaries", "--ignore", "port-no-name", "--ignore", "unknown-class", path]
    let run = machine.aucat(words)
    #expect(run.status == 1 && run.lines.last == "\(path): 1 error, 0 warnings, 0 notes in 1 plugin")
    #expect(machine.aucat(words + ["--ignore", "name-unusable"]).status == 0)
  }

  @Test func aFindingHasExactlyTheseKeys() throws {
    let object = try machine.aucat("lint", "--no-binaries", "--json", faulty()).json
    #expect(object.keys == ["bundle", "plugins", "findings"])
    for finding in object["findings"]?.elements ?? [] {
      #expect(finding.keys == ["rule", "severity", "subject", "port", "message", "line", "replaces", "file"])
      for key in ["rule", "severity", "message", "line", "file"] { #expect(finding[key]?.kind == "text") }
    }
  }

  @Test func thePageOfTheRulesIsTheList() throws {
    let page = try String(contentsOfFile: Repository.path("schema/lint.md"), encoding: .utf8)
    let table = page.components(separatedBy: "\n## ")[0]
    let rows = table.components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
    let rules = try machine.aucat("lint", "--rules", "--json").json.elements
    let expected = rules.map { rule in
      "| `\(rule["rule"]?.string ?? "")` | \(rule["severity"]?.string ?? "") | \(rule["summary"]?.string ?? "") |"
    }
    #expect(rows == expected)
    #expect(machine.aucat("lint", "--rules").lines.count == rules.count)
  }

  // MARK: - Faults that need a bundle of their own

  private func describe(_ more: String) -> String {
    var fixture = LintFixture()
    fixture.plugin = """
      <urn:test:lint>
          a lv2:Plugin ;
          doap:license <http://opensource.org/licenses/isc> ;
          doap:maintainer [ foaf:name "Ben" ] ;
          rdfs:comment "Text." ;
          lv2:minorVersion 2 ;
          \(more) .
      """
    fixture.manifest =
      "<urn:test:lint>\n    a lv2:Plugin ;\n    lv2:binary <plugin.so> ;\n    rdfs:seeAlso <plugin.ttl> .\n"
    return fixture.install(in: machine.folder)
  }

  private func port(_ index: Int, _ symbol: String, _ direction: String) -> String {
    "lv2:port [ a lv2:\(direction)Port, lv2:AudioPort ; lv2:index \(index) ; lv2:symbol \"\(symbol)\" ; lv2:name \"P\" ]"
  }

  @Test func anEffectWithoutAnInputContradictsItsClass() throws {
    let path = describe("a lv2:ReverbPlugin ; doap:name \"Box\" ; \(port(0, "out", "Output"))")
    #expect(try rules(machine.aucat("lint", "--no-binaries", "--json", path)) == ["effect-without-input"])
  }

  @Test func leftAndRightOfSeveralChannelsBelongInGroups() throws {
    let ports = ["in_l", "in_r", "key"].enumerated().map { port($0, $1, "Input") } + [port(3, "out", "Output")]
    let path = describe("a lv2:DelayPlugin ; doap:name \"Box\" ; \(ports.joined(separator: " ; "))")
    let run = machine.aucat("lint", "--no-binaries", "--json", path)
    #expect(try rules(run) == ["stereo-not-grouped", "stereo-not-grouped"] && run.status == 0)
  }

  @Test func anInstrumentWithoutATagIsAdvisedToHaveOne() throws {
    let midi =
      "lv2:port [ a lv2:InputPort, atom:AtomPort ; lv2:index 0 ; lv2:symbol \"m\" ; lv2:name \"M\" ; atom:supports midi:MidiEvent ]"
    let path = describe("a lv2:InstrumentPlugin ; doap:name \"Grand Piano\" ; \(midi) ; \(port(1, "out", "Output"))")
    let run = machine.aucat("lint", "--no-binaries", "--json", path)
    #expect(try rules(run) == ["no-tag"] && run.status == 0)
    #expect(run.text.contains(#"tags:standardTag \"Piano\" ."#))
  }

  @Test func aManifestThatDeclaresNothingIsFound() throws {
    machine.folder.write("<urn:x> <urn:y> <urn:z> .\n", to: "b.lv2/manifest.ttl")
    #expect(try lint(machine.folder("b.lv2")) == (1, ["declares-nothing"]))
  }

  // MARK: - Harm

  @Test func aManifestThatIsAFIFOOrEmptyIsFound() throws {
    machine.folder.write("", to: "fifo.lv2/readme")
    mkfifo(machine.folder("fifo.lv2/manifest.ttl"), 0o644)
    #expect(try lint(machine.folder("fifo.lv2")) == (1, ["bundle-unreadable"]))
    machine.folder.write("", to: "empty.lv2/manifest.ttl")
    #expect(try lint(machine.folder("empty.lv2")) == (1, ["bundle-unreadable"]))
  }

  /// serd's stack is used up by this, which ends its process.
  private static let deep =
    "<urn:test:deep> <urn:x> " + String(repeating: "[ <urn:y> ", count: 200_000)
    + String(repeating: "] ", count: 200_000) + ".\n"

  @Test func turtleThatEndsItsReaderEndsNoLint() throws {
    machine.folder.write(Self.deep, to: "deep.lv2/manifest.ttl")
    #expect(try lint(machine.folder("deep.lv2")) == (1, ["bundle-unreadable"]))
    var fixture = LintFixture()
    try fixture.edit("    rdfs:label \"Room\" ;\n", "")
    fixture.preset = Self.deep
    let found = try lint(fixture.install(in: machine.folder, "preset.lv2"))
    #expect(found.status == 1 && found.rules.contains("scan-remark") && found.rules.contains("rules-unfinished"))
  }

  @Test func aPluginThatEndsItsReaderCostsNoOtherPlugin() throws {
    var fixture = LintFixture()
    try fixture.edit("    doap:name \"Box\" ;\n", "")
    for name in ["deep", "last"] {
      fixture.manifest +=
        "<urn:test:\(name)> a lv2:Plugin ; lv2:binary <plugin.so> ; rdfs:seeAlso <\(name).ttl> .\n"
    }
    let path = fixture.install(in: machine.folder)
    machine.folder.write(Self.deep, to: "lint.lv2/deep.ttl")
    machine.folder.write("", to: "lint.lv2/last.ttl")
    let object = try machine.aucat("lint", "--no-binaries", "--json", path).json
    let found = try #require(object["findings"]).elements.map { finding in
      "\(finding["rule"]?.string ?? "") \(finding["subject"]?.string ?? "")"
    }
    #expect(object["plugins"] == .list(["lint", "deep", "last"].map { .text("urn:test:\($0)") }))
    for expected in ["no-name urn:test:lint", "plugin-refused urn:test:deep", "no-name urn:test:last"] {
      #expect(found.contains(expected), "\(found)")
    }
    #expect(!found.contains { $0.hasPrefix("bundle-unreadable") || $0.hasPrefix("rules-unfinished") }, "\(found)")
  }

  @Test func aNameOfMegabytesIsNotRepeated() throws {
    let path = describe("a lv2:DelayPlugin ; doap:name \"\(String(repeating: "x", count: 1 << 20))\\u0007\"")
    let run = machine.aucat("lint", "--no-binaries", "--json", path)
    #expect(try rules(run) == ["name-unusable"] && run.output.count < 65_536)
  }

  @Test("every faulty bundle of the scan's tests gets findings or none, and no lint ends otherwise")
  func fixtures() throws {
    let root = Repository.path("Tests/ComponentScanTests/Bundles")
    let names = try FileManager.default.contentsOfDirectory(atPath: root).filter { $0.hasSuffix(".lv2") }
    #expect(names.count > 30)
    for name in names {
      let run = machine.aucat("lint", "--json", "\(root)/\(name)")
      #expect([0, 1].contains(run.status) && run.errors == "", "\(name): \(run.status) \(run.errors)")
      let found = try rules(run)
      if name.hasPrefix("port-index") || name.hasPrefix("binary-") || name.hasPrefix("port-without") {
        #expect(found.contains("plugin-refused"), "\(name): \(found)")
      }
      if name.hasPrefix("manifest-") { #expect(found == ["bundle-unreadable"], "\(name)") }
      if name == "see-also-missing.lv2" || name == "see-also-outside.lv2" {
        #expect(found.contains("file-missing") && !found.contains("scan-remark"), "\(name): \(found)")
      }
    }
  }
}
