import Foundation
import SQLite
import TestSupport
import Testing

/// What is bound comes back as it was.
@Suite struct ValueTests {
  private let database: Database

  init() throws { database = try Database() }

  @Test(
    "a text comes back byte by byte",
    arguments: [
      "", "a", "\0", "a\0b", "\0\0", "e\u{301}", "é", "\u{10FFFF}", "'; DROP TABLE x; --", "\u{FEFF}bom", " \n\t",
      String(repeating: "ü", count: 100_000),
    ])
  func texts(text: String) throws {
    let row = try database.row("SELECT ? AS value, typeof(?1) AS type", [Value(text)])
    #expect(try Array(row.text("value").utf8) == Array(text.utf8))
    #expect(try row.text("type") == "text")
  }

  @Test func randomTextsComeBack() throws {
    var random = SeededGenerator(
      environment: ProcessInfo.processInfo.environment, purpose: "texts through SQLite")
    for _ in 0..<500 {
      let scalars = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random))
      }
      let text = String(String.UnicodeScalarView(scalars))
      let row = try database.row("SELECT ? AS value", [Value(text)])
      #expect(try Array(row.text("value").utf8) == Array(text.utf8))
    }
  }

  @Test(
    "64 bits come back", arguments: [0, 1, -1, Int64.max, .min, (1 << 53) + 1, 0x7FFF_FFFF, 0x8000_0000] as [Int64])
  func integers(number: Int64) throws {
    let row = try database.row("SELECT ? AS value, typeof(?1) AS type", [Value(number)])
    #expect(try row.rowID("value") == number && row.integer("value") == Int(number))
    #expect(try row.optionalBits("value") == UInt64(bitPattern: number))
    #expect(try row.text("type") == "integer")
    #expect(try database.connection.number("SELECT ?", [Value(number)]) == number)
  }

  @Test("unsigned bits come back", arguments: [0, 1, UInt64.max, 1 << 63, 1 << 62] as [UInt64])
  func bits(bits: UInt64) throws {
    #expect(try database.row("SELECT ? AS value", [Value(bits)]).optionalBits("value") == bits)
  }

  @Test(
    "numbers come back", arguments: [0, -0.0, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude, 1e308] as [Double])
  func numbers(number: Double) throws {
    let found = try database.row("SELECT ? AS value", [Value(number)]).optionalNumber("value")
    #expect(found?.bitPattern == number.bitPattern)
  }

  @Test func aNumberThatIsNoneIsNull() throws {
    #expect(try database.row("SELECT ? AS value", [Value(Double.nan)]).optionalNumber("value") == nil)
  }

  @Test func noValueIsNull() throws {
    for value in [Value.null, Value(String?.none), Value(Int?.none), Value(Double?.none), Value(UInt64?.none)] {
      let row = try database.row("SELECT ? AS value, typeof(?1) AS type", [value])
      #expect(try row.text("type") == "null" && row.optionalText("value") == nil && row.optionalInteger("value") == nil)
      #expect(try row.optionalBits("value") == nil && row.optionalNumber("value") == nil)
    }
  }

  @Test func flagsAreNumbers() throws {
    let row = try database.row("SELECT ? AS yes, ? AS no, 7 AS other", [Value(true), Value(false)])
    #expect(try row.flag("yes") && !row.flag("no") && row.flag("other"))
  }

  @Test func asManyValuesAsParametersAreTaken() throws {
    for values in [[], [Value(1)], [Value(1), Value(2), Value(3)]] {
      let error = failure { _ = try database.connection.rows("SELECT ?, ?", values).next() }
      #expect(error?.code == .range && error?.path == database.path, "\(values)")
    }
  }
}
