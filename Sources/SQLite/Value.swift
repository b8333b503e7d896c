/// A value that a statement takes or a function returns: corresponds to SQLite's storage classes.
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package init(_ text: String) { self = .text(text) }
  package init(_ number: Int) { self = .integer(Int64(number)) }
  package init(_ number: Int64) { self = .integer(number) }
  package init(_ number: Double) { self = .real(number) }
  /// SQLite has no Booleans: 1 or 0.
  package init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
  /// The same 64 bits as a signed number, which is all that SQLite has.
  package init(_ bits: UInt64) { self = .integer(Int64(bitPattern: bits)) }

  package init(_ text: String?) { self = text.map(Value.text) ?? .null }
  package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  package init(_ number: Double?) { self = number.map(Value.real) ?? .null }
  package init(_ bits: UInt64?) { self = bits.map { .integer(Int64(bitPattern: $0)) } ?? .null }
}
