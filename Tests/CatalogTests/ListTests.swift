import ComponentModel
import Foundation
import SQLite
import TestSupport
import Testing

@testable import StoreFiles

/// Lists of texts in columns.
struct ListTests {
  private let connection: Connection

  init() throws { connection = try Connection(":memory:", for: .writing) }

  private func row(_ value: Value) throws -> Row { try demand(connection.rows("SELECT ? AS value", [value]).next()) }

  private func list(_ value: Value) throws -> [String] { try row(value).list("value") }

  @Test("lists come back, byte by byte")
  func comesBack() throws {
    let texts: [[String]] = [
      [], [""], ["", ""], ["a"], ["a", "b"], ["\""], ["\\"], ["\",\""], ["a\"b", "c"], [","], ["[", "]"], ["\0"],
      ["\u{1}\n\t"], ["é", "e\u{301}", "\u{10FFFF}"], ["a\\", "\\\"b"], ["null", "1"], [" a ", ", "],
    ]
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "lists in columns")
    let pieces = ["\"", "\\", ",", "\",\"", "[", "]", "a", "é", "\u{7}", " ", "\0", "\\u0041", "\u{1F3B5}"]
    let made = (0..<SeededGenerator.cases(200)).map { _ in
      (0..<Int.random(in: 0...5, using: &random)).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }
          .joined()
      }
    }
    for texts in texts + made {
      for value in [Value(list: texts), Value(rare: texts)] {
        try verify(list(value).map { Array($0.utf8) }, equals: texts.map { Array($0.utf8) }, "\(texts)")
      }
    }
    for rows in [[], [1], [1, 2, 3], [Int64.max]] as [[Int64]] {
      try verify(row(Value(rows: rows)).rows("value"), equals: rows)
      try verify(connection.numbers("SELECT value FROM json_each(?)", [Value(rows: rows)]), equals: rows)
    }
  }

  @Test("what no list looks like is one that JSON reads, or empty; another type, or no time, is a mismatch")
  func hostile() throws {
    for (text, expected) in [
      (#"["a"b"]"#, []), (#"["a","b]"#, []), (#"["a" , "b"]"#, ["a", "b"]), (#" ["a"] "#, ["a"]), ("[]", []),
      ("[ ]", []), ("", []), ("[", []), ("]", []), (#"["]"#, []), (#"[""]"#, [""]), (#"["",""]"#, ["", ""]),
      (#"["a",]"#, []), (#"["\u0041"]"#, ["A"]), (#"["\"]"#, []), (#"["a\"]"#, []), ("{}", []), (#"["a"],["b"]"#, []),
      (#"[["a"]]"#, nil), ("[1]", nil), ("null", []), ("[\"a\"]\0", []),
    ] as [(String, [String]?)] {
      try verify(list(Value(text)), equals: expected ?? JSON(text)?.texts ?? [], "\(text)")
    }
    try verify(list(.null).isEmpty && Value(rare: []) == .null && Value(list: []) == .text("[]"))
    verify(throws: SQLiteError.self) { try list(Value(7)) }
    for text in ["", "yesterday", "2026-13-01T00:00:00Z", "2026-01-01"] {
      let error = verify(throws: SQLiteError.self) { try row(Value(text)).time("value") }
      verify(error?.code, equals: .mismatch)
    }
  }
}
