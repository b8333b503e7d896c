import TestSupport
import Testing

/// What standard error has for programs that ask for JSON.
@Suite struct JSONMessageTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall])])

  /// The objects that a command has written to standard error.
  private func messages(_ words: String...) throws -> [JSONValue] {
    try machine.aucat(words).errors.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
  }

  @Test(
    "an invalid predicate is an object with its place in bytes",
    arguments: [["--json"], ["--format", "json"], ["--format=jsonl"]])
  func invalidPredicate(format: [String]) throws {
    let errors = machine.aucat(["search", "näme == x and nme == y"] + format).errors
    #expect(
      try JSONValue(parsing: Array(errors.utf8))
        == .object([
          "severity": .text("error"), "message": .text("unknown key `näme`"), "status": .number(2),
          "predicate": .text("näme == x and nme == y"), "offset": .number(0), "suggestion": .text("name"),
          "remedy": .text("`aucat keys` lists all"),
        ]))
    let later = try #require(messages("search", "ä == x or nme == y", "--json").first)
    #expect(later["offset"] == .number(0))
    let last = try #require(messages("search", "name == \"ä\" and nme == y", "--json").first)
    #expect(last["offset"] == .number(17) && last["suggestion"] == .text("name"))
    let named = try #require(messages("search", "tag == Höhe and in gone", "--json").first)
    #expect(named["offset"] == .number(20), "\(named)")
    #expect(named["message"] == .text("there is no saved search or collection `gone`"), "\(named)")
    #expect(named["remedy"] == .text("`aucat saved add` or `aucat collection add` creates one"), "\(named)")
  }

  @Test func allErrorsHaveTheSameKeys() throws {
    let table: [(words: [String], status: Double, message: String, suggestion: JSONValue)] = [
      (["lsit", "--json"], 2, "there is no command `lsit`", .text("search")),
      (["vendor", "--json"], 2, "there is no command `vendor`", .null),
      (["info", "--json", "Grate Hall"], 1, "no component has the URI or name `Grate Hall`", .text("Great Hall")),
      (["search", "--json", "--sort", "nme"], 2, "--sort does not take the key `nme`", .text("name")),
      (["search", "--json", "--limt", "3"], 2, "unknown option '--limt'", .text("--limit")),
      (["watch", "--json", "--since", "x"], 2, "or 0, not `x`", .null),
      (["peak", "--json", machine.folder("nothing.wav")], 3, "nothing.wav", .null),
      (["search", "--json", "zzzz"], 1, "nothing matches `zzzz`", .null),
      (["search", "--json", "tag == Revreb"], 1, "nothing matches `tag", .text(#"tag == "Reverb""#)),
    ]
    for row in table {
      let run = machine.aucat(row.words)
      let object = try JSONValue(parsing: Array(run.errors.utf8))
      #expect(
        object.keys == ["severity", "message", "status", "predicate", "offset", "suggestion", "remedy"], "\(run)")
      #expect(object["severity"] == .text("error") && object["status"] == .number(row.status), "\(run)")
      #expect(run.status == Int32(row.status) && object["suggestion"] == row.suggestion, "\(run)")
      let message = if case .text(let text)? = object["message"] { text } else { "" }
      #expect(message.contains(row.message) && !message.contains("aucat: "), "\(run)")
    }
  }

  @Test func aNoteIsAnObjectBesideTheAnswer() throws {
    let run = machine.aucat("search", "grate hall", "--json")
    #expect(run.status == 0)
    let notes = try run.errors.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
    #expect(!notes.isEmpty && notes.allSatisfy { $0.keys == ["severity", "message"] }, "\(run)")
    #expect(notes.allSatisfy { $0["severity"] == .text("note") })
  }

  @Test func aWordThatIsNoOptionAsksForNothing() {
    #expect(machine.aucat("search", "nme == x", "--", "--json").errors.hasPrefix("aucat: not a predicate:\n"))
  }
}
