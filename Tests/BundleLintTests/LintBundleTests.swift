import BundleLint
import Glibc
import TestSupport
import Testing

/// Bundles that need a file of their own to be wrong, and bundles that mean harm.
@Suite struct LintBundleTests {
  /// Rules whose findings are tested here, beside those of `LintRuleTests`.
  static let tested: [Rule] = [
    .bundleUnreadable, .rulesUnfinished, .pluginRefused, .scanRemark, .declaresNothing,
    .effectWithoutInput, .stereoNotGrouped, .noTag,
  ]
  private let linter = Linter()

  /// The rules that a bundle that isn't clean breaks.
  private func rules(_ path: String) throws -> [Rule] {
    let lint = try linter.lint(path, seconds: 10)
    #expect(!lint.isClean)
    return lint.findings.map(\.rule)
  }

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
    return fixture.install(in: linter.folder)
  }

  @Test("a mistake in a preset's own file is found, once") func presetMistake() throws {
    let path = LintFixture().install(in: linter.folder)
    #expect(try linter.lint(path, loadingBinaries: false).findings.allSatisfy { $0.rule != .scanRemark })
    linter.folder.write("this is not Turtle <<<\n", to: String(path.split(separator: "/").last ?? "") + "/preset.ttl")
    let findings = try linter.lint(path, loadingBinaries: false).findings.filter { $0.rule == .scanRemark }
    #expect(findings.count == 1 && findings.first?.file == "preset.ttl", "\(findings)")
    #expect(findings.first?.message.hasPrefix("preset.ttl: ") == true, "\(findings)")
  }

  private func port(_ index: Int, _ symbol: String, _ direction: String, _ more: String = "") -> String {
    "lv2:port [ a lv2:\(direction)Port, lv2:AudioPort ; lv2:index \(index) ; \(more) lv2:symbol \"\(symbol)\" ; lv2:name \"P\" ]"
  }

  @Test func anEffectWithoutAnInputContradictsItsClass() throws {
    let path = describe("a lv2:ReverbPlugin ; doap:name \"Box\" ; \(port(0, "out", "Output"))")
    #expect(try linter.lint(path, loadingBinaries: false).findings.map(\.rule) == [.effectWithoutInput])
  }

  @Test func leftAndRightOfSeveralChannelsBelongInGroups() throws {
    let ports = ["in_l", "in_r", "key"].enumerated().map { port($0, $1, "Input") } + [port(3, "out", "Output")]
    let path = describe("a lv2:DelayPlugin ; doap:name \"Box\" ; \(ports.joined(separator: " ; "))")
    let lint = try linter.lint(path, loadingBinaries: false)
    #expect(lint.findings.map(\.rule) == [.stereoNotGrouped, .stereoNotGrouped] && lint.isClean)
  }

  /// The symbol would end the group's URI, and go on as Turtle of its own.
  @Test func aGroupForABadSymbolIsTurtle() throws {
    let stem = "in> ; <urn:evil:\u{301}"
    let others = [port(2, "key", "Input"), port(3, "out", "Output")]
    func lint(_ left: String, _ right: String) throws -> [Finding] {
      let ports = [port(0, stem + "_l", "Input", left), port(1, stem + "_r", "Input", right)] + others
      let path = describe("a lv2:DelayPlugin ; doap:name \"Box\" ; \(ports.joined(separator: " ; "))")
      return try linter.lint(path, loadingBinaries: false).findings
    }
    let lines = try lint("", "").filter { $0.rule == .stereoNotGrouped }.map(\.line)
    try #require(lines.count == 2)
    #expect(try lint(lines[0], lines[1]).map(\.rule) == [.badSymbol, .badSymbol, .groupUndefined])
  }

  @Test func anInstrumentWithoutATagIsAdvisedToHaveOne() throws {
    let midi =
      "lv2:port [ a lv2:InputPort, atom:AtomPort ; lv2:index 0 ; lv2:symbol \"m\" ; lv2:name \"M\" ; atom:supports midi:MidiEvent ]"
    let path = describe("a lv2:InstrumentPlugin ; doap:name \"Grand Piano\" ; \(midi) ; \(port(1, "out", "Output"))")
    let lint = try linter.lint(path, loadingBinaries: false)
    #expect(lint.findings.map(\.rule) == [.noTag] && lint.isClean)
    #expect(lint.findings.first?.line.contains(#"tags:standardTag "Piano" ."#) == true)
  }

  @Test func aManifestThatDeclaresNothingIsFound() throws {
    linter.folder.write("<urn:x> <urn:y> <urn:z> .\n", to: "b.lv2/manifest.ttl")
    #expect(try rules(linter.folder("b.lv2")) == [.declaresNothing])
  }

  @Test func aManifestThatIsAFIFOOrEmptyIsFound() throws {
    linter.folder.write("", to: "fifo.lv2/readme")
    mkfifo(linter.folder("fifo.lv2/manifest.ttl"), 0o644)
    #expect(try rules(linter.folder("fifo.lv2")) == [.bundleUnreadable])
    linter.folder.write("", to: "empty.lv2/manifest.ttl")
    #expect(try rules(linter.folder("empty.lv2")) == [.bundleUnreadable])
  }

  /// serd would use up its stack for this, if it were not stopped.
  private static let deep =
    "<urn:test:deep> <urn:x> " + String(repeating: "[ <urn:y> ", count: 200_000)
    + String(repeating: "] ", count: 200_000) + ".\n"

  @Test func turtleThatIsNestedTooDeeplyEndsNoReader() throws {
    linter.folder.write(Self.deep, to: "deep.lv2/manifest.ttl")
    #expect(try rules(linter.folder("deep.lv2")) == [.bundleUnreadable])
    var fixture = LintFixture()
    try fixture.edit("    rdfs:label \"Room\" ;\n", "")
    fixture.preset = Self.deep
    let found = try rules(fixture.install(in: linter.folder, "preset.lv2"))
    // Like any other preset whose file can't be read, it has no label.
    #expect(found.contains(.presetNoLabel) && !found.contains(.rulesUnfinished), "\(found)")
  }

  @Test func aPluginThatEndsItsReaderCostsNoOtherPlugin() throws {
    var fixture = LintFixture()
    try fixture.edit("    doap:name \"Box\" ;\n", "")
    for name in ["deep", "last"] {
      fixture.manifest +=
        "<urn:test:\(name)> a lv2:Plugin ; lv2:binary <plugin.so> ; rdfs:seeAlso <\(name).ttl> .\n"
    }
    let path = fixture.install(in: linter.folder)
    linter.folder.write(Self.deep, to: "lint.lv2/deep.ttl")
    linter.folder.write("", to: "lint.lv2/last.ttl")
    let lint = try linter.lint(path, loadingBinaries: false)
    let found = lint.findings.map { "\($0.rule.rawValue) \($0.subject ?? "")" }
    #expect(lint.plugins == ["lint", "deep", "last"].map { "urn:test:\($0)" })
    for expected in ["no-name urn:test:lint", "plugin-refused urn:test:deep", "no-name urn:test:last"] {
      #expect(found.contains(expected), "\(found)")
    }
    #expect(Set(lint.findings.map(\.rule)).isDisjoint(with: [.bundleUnreadable, .rulesUnfinished]), "\(found)")
  }

  @Test func aNameOfMegabytesIsNotRepeated() throws {
    let path = describe("a lv2:DelayPlugin ; doap:name \"\(String(repeating: "x", count: 1 << 20))\\u0007\"")
    let lint = try linter.lint(path, loadingBinaries: false)
    #expect(lint.findings.map(\.rule) == [.nameUnusable])
    #expect(lint.findings.allSatisfy { $0.message.utf8.count + $0.line.utf8.count < 65_536 })
  }
}
