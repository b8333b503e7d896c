import ComponentModel
import Foundation
import SQLite
import TestSupport
import Testing

@testable import StoreFiles

/// Lists of texts in columns.
@Suite struct ListTests {
  private let connection: Connection

  init() throws { connection = try Connection(":memory:", for: .writing) }

  private func list(_ value: Value) throws -> [String] {
    let row = try #require(try connection.rows("SELECT ? AS list", [value]).next())
    return try row.list("list")
  }

  @Test(
    "a list comes back",
    arguments: [
      [], [""], ["", ""], ["a"], ["a", "b"], ["\""], ["\\"], ["\",\""], ["a\"b", "c"], [","], ["[", "]"], ["\0"],
      ["\u{1}\n\t"], ["é", "e\u{301}", "\u{10FFFF}"], ["a\\", "\\\"b"], ["null", "1"], [" a ", ", "],
    ])
  func comesBack(texts: [String]) throws {
    #expect(try list(Value(list: texts)).map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    #expect(try list(Value(rare: texts)).map { Array($0.utf8) } == texts.map { Array($0.utf8) })
  }

  @Test func randomListsComeBack() throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "lists in columns")
    let pieces = ["\"", "\\", ",", "\",\"", "[", "]", "a", "é", "\u{7}", " ", "\0", "\\u0041", "\u{1F3B5}"]
    for _ in 0..<SeededGenerator.cases(1_000) {
      let texts = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }
          .joined()
      }
      #expect(try list(Value(list: texts)).map { Array($0.utf8) } == texts.map { Array($0.utf8) }, "\(texts)")
    }
  }

  @Test(
    "what no list looks like is one that JSON reads, or empty",
    arguments: [
      (#"["a"b"]"#, []), (#"["a","b]"#, []), (#"["a" , "b"]"#, ["a", "b"]), (#" ["a"] "#, ["a"]), ("[]", []),
      ("[ ]", []),
      ("", []), ("[", []), ("]", []), (#"["]"#, []), (#"[""]"#, [""]), (#"["",""]"#, ["", ""]), (#"["a",]"#, []),
      (#"["\u0041"]"#, ["A"]), (#"["\"]"#, []), (#"["a\"]"#, []), ("{}", []), (#"["a"],["b"]"#, []), (#"[["a"]]"#, nil),
      ("[1]", nil), ("null", []), ("[\"a\"]\0", []),
    ] as [(String, [String]?)])
  func hostile(text: String, expected: [String]?) throws {
    let found = try list(Value(text))
    #expect(found == expected ?? JSON(text)?.texts ?? [], "\(text)")
  }

  @Test func noListIsEmptyAndAnotherTypeIsAMismatch() throws {
    #expect(try list(.null) == [])
    #expect(Value(rare: []) == .null && Value(list: []) == .text("[]"))
    #expect(throws: SQLiteError.self) { try list(Value(7)) }
  }

  @Test func rowsComeBack() throws {
    for rows in [[], [1], [1, 2, 3], [Int64.max]] as [[Int64]] {
      let row = try #require(try connection.rows("SELECT ? AS rows", [Value(rows: rows)]).next())
      #expect(try row.rows("rows") == rows)
      #expect(try connection.numbers("SELECT value FROM json_each(?)", [Value(rows: rows)]) == rows)
    }
  }

  @Test("a text that is not a time is a mismatch", arguments: ["", "yesterday", "2026-13-01T00:00:00Z", "2026-01-01"])
  func times(text: String) throws {
    let row = try #require(try connection.rows("SELECT ? AS time", [Value(text)]).next())
    let error = #expect(throws: SQLiteError.self) { try row.time("time") }
    #expect(error?.code == .mismatch)
  }
}
