import ComponentQuery
import TestSupport
import Testing

/// `aucat keys`: every key, with how many components have a value for it.
@Suite struct KeysTests {
  let machine = Machine([Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator])])

  @Test func listsEveryKeyWithAnExample() {
    let keys = machine.aucat("keys")
    #expect(keys.status == 0 && keys.errors == "")
    let rows = keys.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    #expect(rows.map { $0[0] } == Key.allCases.map(\.rawValue))
    #expect(rows.allSatisfy { $0.count == 5 && !$0.contains("") })
    #expect(!keys.text.contains("`") && !keys.text.contains("]("))
    for row in rows {
      let search = machine.aucat("search", "--count", row[3])
      #expect(search.status <= 1 && (search.errors == "") == (search.status == 0), "\(row[3]): \(search.errors)")
    }
  }

  @Test func countsTheComponentsThatHaveAValue() {
    let rows = machine.aucat("keys").lines.map { $0.split(separator: "\t").map(String.init) }
    let counts = Dictionary(rows.map { ($0[0], $0[2]) }, uniquingKeysWith: { first, _ in first })
    #expect(counts["name"] == "2" && counts["favorite"] == "0" && counts["isSandboxSafe"] == "0")
    #expect(counts["midiInput"] == machine.aucat("search", "--count", "midiInput == yes").lines.first)
    #expect(machine.aucat("favorite", Plugin.hall.uri).status == 0)
    #expect(machine.aucat("keys").lines.contains { $0.hasPrefix("favorite\tyes or no\t1\t") })
  }

  /// No heading is cut, and no description: it stands below its key.
  @Test(
    .enabled(if: Screen.isThere, "script of util-linux is not installed"), arguments: [40, 60, 80, 200],
    ["en", "de", "ja"])
  func fitsATerminal(columns: Int, locale: String) {
    #expect(machine.aucat("scan").status == 0)
    let lines = Screen(machine: machine, setting: ["COLUMNS": "\(columns)"]).lines("keys --locale \(locale)")
    #expect(lines.allSatisfy { CLibrary.width(of: $0) <= columns } && !lines[0].contains("…"), "\(lines[0])")
    let text = lines.joined(separator: "\n")
    #expect(text.contains("\n    the plugin's URI, its identity\nname "), "\(text)")
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("the name in your language if the bundle has one, or else the one without a language"))
  }

  @Test func printsJSON() throws {
    let keys = try JSONValue(parsing: machine.aucat("keys", "--json").output)
    #expect(keys.elements.count == Key.allCases.count)
    #expect(keys.elements.first?.keys == ["key", "alias", "kind", "count", "example", "description"])
  }
}
