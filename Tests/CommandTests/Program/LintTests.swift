import Foundation
import TestSupport
import Testing

/// `aucat lint`: its arguments, output and exit status, and bundles that mean harm.
@Suite struct LintTests {
  let machine = Machine([])

  private func rules(_ run: Child) throws -> [String] {
    try #require(try run.json["findings"]).elements.compactMap { $0["rule"]?.string }
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
    machine.aucat("lint", machine.folder("home")).expectRefusal(2, saying: "it has no manifest.ttl")
    machine.aucat("lint", machine.folder("none")).expectRefusal(2, saying: "does not exist")
    machine.aucat("lint", "Bxo").expectRefusal(2, saying: "did you mean `Box`?")
    machine.aucat("lint").expectRefusal(2, saying: "a bundle is missing")
    machine.aucat("lint", "--ignore", "no-nmae", "Box").expectRefusal(2, saying: "did you mean `no-name`?")
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

  // MARK: - Harm

  @Test("no faulty bundle of the scan's tests crashes lint")
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

  /// A library in C, with what runs when it is loaded.
  private static func library(_ constructor: String) -> String {
    """
    #include <fcntl.h>
    #include <lv2/core/lv2.h>
    #include <stdlib.h>
    #include <unistd.h>
    __attribute__((constructor)) static void begin(void) { \(constructor) }
    static const LV2_Descriptor plugin = { .URI = "urn:test:lint" };
    LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) { return index ? NULL : &plugin; }
    """
  }

  @Test("the status says what binaries did", arguments: [("", 0), ("_exit(3);", 5), ("abort();", 5)])
  func status(constructor: String, status: Int32) throws {
    let path = LintFixture().install(in: machine.folder)
    machine.folder.write(Self.library(constructor), to: "plugin.c")
    let run = machine.shell(
      "cc -w -shared -fPIC -o '\(path)/plugin.so' \"$folder/plugin.c\" $(pkg-config --cflags lv2) && "
        + "\"$aucat\" lint --json '\(path)'")
    #expect(run.status == status && run.errors == "", "\(run.status) \(run.errors)")
    #expect(try rules(run) == (status == 0 ? [] : ["binary-crashes"]))
  }

  @Test func aBinaryThatCannotBeLoadedIsNamed() {
    let path = LintFixture().install(in: machine.folder)
    let run = machine.aucat("lint", path)
    #expect(run.status == 1 && run.text.contains("binary-not-loadable: plugin.so can't be loaded"))
  }

  @Test func aCleanBundleIsSummedUp() {
    let path = LintFixture().install(in: machine.folder)
    let run = machine.aucat("lint", "--no-binaries", path)
    #expect(run.status == 0 && run.text == "\(path): 0 errors, 0 warnings, 0 notes in 1 plugin\n")
  }

  @Test func anInterruptedLintSaysSo() throws {
    let path = LintFixture().install(in: machine.folder)
    let loaded = machine.folder("loaded")
    machine.folder.write(Self.library("close(creat(\"\(loaded)\", 0600)); for (;;) pause();"), to: "plugin.c")
    let run = machine.shell(
      """
      cc -w -shared -fPIC -o '\(path)/plugin.so' "$folder/plugin.c" $(pkg-config --cflags lv2) || exit
      "$aucat" lint '\(path)' & until [ -e '\(loaded)' ]; do sleep 0.05; done; kill $!; wait $!; echo status $?
      """)
    #expect(run.text == "status 130\n" && run.errors == "aucat: the lint was interrupted\n", "\(run.text)\(run.errors)")
  }
}

extension JSONValue {
  /// A text; nil for anything else.
  var string: String? { if case .text(let text) = self { text } else { nil } }
}
