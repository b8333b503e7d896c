internal import ComponentModel
internal import SQLite

/// The checksum of a row of the user store: of the table and of each value with its type.
///
/// 56 bits, so that a sum of two is exact in SQLite's arithmetic. It detects damage; it does not resist deliberate
/// collisions.
struct RowChecksum {
  /// The name by which statements call it, with the table's number and the values.
  static let function = "aucat_checksum"
  /// The bits of a checksum, and of a sum of them.
  static let mask: Int64 = 1 << 56 - 1

  private var hash = StableHash()

  init(table number: Int) { hash.add(UInt64(number)) }

  mutating func add(_ value: StoredValue) {
    switch value {
    case .null: hash.add(0 as UInt64)
    case .integer(let number):
      hash.add(1 as UInt64)
      hash.add(UInt64(bitPattern: number))
    case .real(let number):
      hash.add(2 as UInt64)
      hash.add(number.bitPattern)
    case .text(let bytes):
      hash.add(3 as UInt64)
      hash.add(bytes)
    case .blob(let bytes):
      hash.add(4 as UInt64)
      hash.add(bytes)
    }
  }

  var value: Int64 { Int64(truncatingIfNeeded: hash.value) & Self.mask }

  /// The checksum of the first columns of a row.
  static func of(_ row: Row, table number: Int, columns: Int) -> Int64 {
    var checksum = RowChecksum(table: number)
    for position in 0..<columns { checksum.add(row.value(at: position)) }
    return checksum.value
  }

  /// Makes ``function`` available to a connection's statements.
  static func install(on connection: Connection) throws {
    try connection.addFunction(function, argumentCount: -1) { arguments in
      var checksum = RowChecksum(table: arguments.integer(0) ?? 0)
      for position in 1..<max(1, arguments.count) { checksum.add(arguments.value(at: position)) }
      return Value(checksum.value)
    }
  }
}
