import SQLite
import TestSupport
import Testing

/// What is bound comes back as it was.
struct ValueTests {
  private let database: Database

  init() throws { database = try Database() }

  private func row(_ value: Value) throws -> Row {
    try database.row("SELECT ? AS value, typeof(?1) AS type", [value])
  }

  @Test("a text comes back byte by byte, one that is not UTF-8 repaired")
  func texts() throws {
    let texts = [
      "", "a", "\0", "a\0b", "\0\0", "e\u{301}", "é", "\u{10FFFF}", "'; DROP TABLE x; --", "\u{FEFF}bom", " \n\t",
      String(repeating: "ü", count: 100_000),
    ]
    for text in texts {
      let row = try row(Value(text))
      try verify(row.text("value").utf8.elementsEqual(text.utf8) && row.text("type") == "text", "\(text.prefix(20))")
    }
    try verify(database.row("SELECT CAST(x'61FF62' AS TEXT) AS cell").text("cell"), equals: "a\u{FFFD}b")
  }

  @Test("64 bits come back with and without a sign, and floating-point numbers to the bit")
  func numbers() throws {
    for number in [0, 1, -1, Int64.max, .min, (1 << 53) + 1, 0x7FFF_FFFF, 0x8000_0000] {
      let row = try row(Value(number))
      try verify(row.rowID("value") == number && row.integer("value") == Int(number) && row.text("type") == "integer")
      try verify(row.optionalBits("value"), equals: UInt64(bitPattern: number))
      try verify(self.row(Value(UInt64(bitPattern: number))).optionalBits("value"), equals: UInt64(bitPattern: number))
      try verify(database.connection.number("SELECT ?", [Value(number)]), equals: number)
    }
    for number in [0, -0.0, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude, 1e308] {
      try verify(row(Value(number)).optionalNumber("value")?.bitPattern, equals: number.bitPattern, "\(number)")
    }
    let row = try database.row("SELECT ? AS yes, ? AS no, 7 AS other", [Value(true), Value(false)])
    try verify(row.flag("yes") && !row.flag("no") && row.flag("other"))
  }

  @Test("no value and no number are null")
  func null() throws {
    for value in [
      Value.null, Value(String?.none), Value(Int?.none), Value(Double?.none), Value(UInt64?.none), Value(Double.nan),
    ] {
      let row = try row(value)
      try verify(row.text("type") == "null" && row.optionalText("value") == nil && row.optionalInteger("value") == nil)
      try verify(row.optionalBits("value") == nil && row.optionalNumber("value") == nil)
    }
  }
}
