internal import SQLite

/// A value of a record: see SQLite's [record format](https://www.sqlite.org/fileformat.html#record_format).
enum RecordValue: Hashable {
  case null
  case integer(Int64)
  case real(UInt64)
  case text([UInt8])
  case blob([UInt8])

  /// The values of a record's bytes; nil if they are not a valid record.
  static func values(_ bytes: [UInt8]) -> [RecordValue]? {
    var header = ByteReader(bytes, at: 0)
    guard let size = header.variable(), (1...Int64(bytes.count)).contains(size) else { return nil }
    var body = ByteReader(bytes, at: Int(size))
    var values: [RecordValue] = []
    while header.position < size {
      guard let type = header.variable(), let value = value(type, &body) else { return nil }
      values.append(value)
    }
    return values
  }

  private static func value(_ type: Int64, _ body: inout ByteReader) -> RecordValue? {
    switch type {
    case 0: .null
    case 1...4: body.integer(Int(type)).map(RecordValue.integer)
    case 5: body.integer(6).map(RecordValue.integer)
    case 6: body.integer(8).map(RecordValue.integer)
    case 7: body.integer(8).map { .real(UInt64(bitPattern: $0)) }
    case 8, 9: .integer(type - 8)
    case 12...: body.bytes((type - 12) / 2).map { type % 2 == 0 ? .blob($0) : .text($0) }
    default: nil
    }
  }

  /// The text; nil for another type, or if the bytes are not UTF-8.
  var text: String? {
    guard case .text(let bytes) = self else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The number; nil for another type.
  var number: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }
}

extension RowChecksum {
  /// The checksum of the values of a row.
  static func of(_ values: [RecordValue], table number: Int) -> Int64 {
    var checksum = RowChecksum(table: number)
    for value in values {
      switch value {
      case .null: checksum.add(.null)
      case .integer(let number): checksum.add(.integer(number))
      case .real(let bits): checksum.add(.real(Double(bitPattern: bits)))
      // SAFETY: the bytes are only used during the call.
      case .text(let bytes): bytes.withUnsafeBytes { checksum.add(.text($0)) }
      case .blob(let bytes): bytes.withUnsafeBytes { checksum.add(.blob($0)) }
      }
    }
    return checksum.value
  }
}
