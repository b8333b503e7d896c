internal import ComponentModel
internal import GRDB

/// A value for a statement. `DatabaseValue` is bound without the detour through a protocol's existential.
func value(_ text: String) -> DatabaseValue { text.databaseValue }
func value(_ text: String?) -> DatabaseValue { text?.databaseValue ?? .null }
func value(_ number: Int) -> DatabaseValue { Int64(number).databaseValue }
func value(_ number: Int?) -> DatabaseValue { number.map { Int64($0).databaseValue } ?? .null }
func value(_ number: Int64) -> DatabaseValue { number.databaseValue }
func value(_ number: Double?) -> DatabaseValue { number.map(\.databaseValue) ?? .null }
func value(_ flag: Bool) -> DatabaseValue { Int64(flag ? 1 : 0).databaseValue }
func value(_ bits: UInt64) -> DatabaseValue { Int64(bitPattern: bits).databaseValue }
func value(_ bits: UInt64?) -> DatabaseValue { bits.map { Int64(bitPattern: $0).databaseValue } ?? .null }
func value(_ code: FourCharCode) -> DatabaseValue { Int64(code.rawValue).databaseValue }
func value(list: [String]) -> DatabaseValue { JSON.strings(list).encoded.databaseValue }
/// Rows as a JSON array, for `json_each`: one argument for a list of any length, and one statement for all of them.
func value(rows: some Sequence<Int64>) -> DatabaseValue {
  ("[" + rows.map(String.init).joined(separator: ",") + "]").databaseValue
}
/// A list that is NULL where it is empty, for the many rows that have none.
func value(rare list: [String]) -> DatabaseValue { list.isEmpty ? .null : value(list: list) }

extension Database {
  /// Runs a statement that is compiled once a connection. The number of values has to be that of the parameters.
  func run(_ sql: String, _ values: [DatabaseValue]) throws {
    let statement = try cachedStatement(sql: sql)
    statement.setUncheckedArguments(StatementArguments(values))
    try statement.execute()
  }

  /// The rows of a statement that is compiled once a connection. The number of values has to be that of the parameters.
  func rows(_ sql: String, _ values: [DatabaseValue] = []) throws -> RowCursor {
    let statement = try cachedStatement(sql: sql)
    if !values.isEmpty { statement.setUncheckedArguments(StatementArguments(values)) }
    return try Row.fetchCursor(statement)
  }

  /// The first column of the first row; nil where there is no row, or NULL.
  func number(_ sql: String, _ values: [DatabaseValue] = []) throws -> Int64? {
    let statement = try cachedStatement(sql: sql)
    if !values.isEmpty { statement.setUncheckedArguments(StatementArguments(values)) }
    return try Int64.fetchOne(statement)
  }

  /// The first column of all rows, which holds no NULL.
  func numbers(_ sql: String, _ values: [DatabaseValue] = []) throws -> FastDatabaseValueCursor<Int64> {
    let statement = try cachedStatement(sql: sql)
    if !values.isEmpty { statement.setUncheckedArguments(StatementArguments(values)) }
    return try Int64.fetchCursor(statement)
  }

  /// The first row.
  func row(_ sql: String, _ values: [DatabaseValue]) throws -> Row? {
    let cursor = try rows(sql, values)
    return try cursor.next()?.copy()
  }

  /// The texts of the first column.
  func texts(_ sql: String, _ values: [DatabaseValue] = []) throws -> [String] {
    var texts: [String] = []
    let cursor = try rows(sql, values)
    while let row = try cursor.next() { texts.append(row.text(0)) }
    return texts
  }
}

extension Row {
  func text(_ column: Int) -> String { self[column] }
  func optionalText(_ column: Int) -> String? { self[column] }
  func integer(_ column: Int) -> Int { Int(truncatingIfNeeded: self[column] as Int64) }
  func optionalInteger(_ column: Int) -> Int? { (self[column] as Int64?).map { Int(truncatingIfNeeded: $0) } }
  func number(_ column: Int) -> Double? { self[column] }
  func flag(_ column: Int) -> Bool { (self[column] as Int64) != 0 }
  func list(_ column: Int) -> [String] {
    guard let text: String = self[column], text != "[]" else { return [] }
    return JSON(text)?.texts ?? []
  }
  /// What ``value(rows:)`` has made.
  func rowList(_ column: Int) -> [Int64] {
    text(column).utf8.split { !(0x30...0x39).contains($0) }.compactMap { Int64(String(Substring($0))) }
  }
}
