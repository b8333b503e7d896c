internal import ComponentModel
internal import SQLite

extension Value {
  init(_ code: FourCharCode) { self = .integer(Int64(code.rawValue)) }

  /// A list of texts as JSON.
  init(list: [String]) { self = .text(JSON.strings(list).encoded) }

  /// A list that is NULL if it is empty: for columns of many rows that have none.
  init(rare list: [String]) { self = list.isEmpty ? .null : Value(list: list) }

  /// Rows as a JSON array, for `json_each`: one argument for a list of any length, and one statement for all of them.
  init(rows: some Sequence<Int64>) { self = .text("[" + rows.map(String.init).joined(separator: ",") + "]") }
}

extension Row {
  /// What ``Value/init(list:)`` and ``Value/init(rare:)`` have stored.
  func list(_ column: StaticString) throws -> [String] {
    guard let text = try optionalText(column), text != "[]" else { return [] }
    return JSON(text)?.texts ?? []
  }

  /// A time in ISO 8601 and UTC with fractions of a second.
  func preciseTime(_ column: StaticString) throws -> UTCTime {
    guard let time = UTCTime(precise: try text(column)) else { throw try mismatch(column, wanted: "a time") }
    return time
  }

  /// A time in ISO 8601 and UTC.
  func time(_ column: StaticString) throws -> UTCTime {
    guard let time = UTCTime(try text(column)) else { throw try mismatch(column, wanted: "a time") }
    return time
  }

  /// What ``Value/init(rows:)`` has stored.
  func rows(_ column: StaticString) throws -> [Int64] {
    try text(column).utf8.split { !(0x30...0x39).contains($0) }.compactMap { Int64(String(Substring($0))) }
  }
}
