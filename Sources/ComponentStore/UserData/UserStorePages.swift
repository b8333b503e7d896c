internal import Linux
internal import SQLite

/// The rows in a user store's pages, regardless of what leads to the pages. A page that another one has overwritten is
/// lost, but the pages below it, and a page in another's place, still have all of their rows.
///
/// Only rows that match their checksums count, so nothing is invented. See SQLite's [file
/// format](https://www.sqlite.org/fileformat.html).
struct UserStorePages {
  private let bytes: [UInt8]
  /// The size of a page, in bytes.
  private static let size = 4_096
  /// The distinct rows by table, as values without their checksums.
  private(set) var rows: [UserTable: Set<[RecordValue]>] = [:]

  /// Reads the pages of the file at a path.
  init(_ path: String) throws(SystemError) {
    let file = try FileDescriptor(path, for: .reading).readAll()
    // The last page may be cut off.
    bytes = file + Array(repeating: 0, count: (Self.size - file.count % Self.size) % Self.size)
    for start in stride(from: 0, to: bytes.count, by: Self.size) {
      for record in records(ofPageAt: start) { keep(record) }
    }
  }

  /// The number of a table's rows, and the 56-bit sum of their checksums.
  func tally(of table: UserTable) -> (count: Int64, sum: Int64) {
    let sums = (rows[table] ?? []).map { RowChecksum.of($0, table: table.number) }
    return (Int64(sums.count), sums.reduce(0) { ($0 + $1) & RowChecksum.mask })
  }

  /// A row as a page holds it.
  private struct Record {
    /// Its number; nil in a table without row numbers.
    var row: Int64?
    var values: [RecordValue]
  }

  private mutating func keep(_ record: Record) {
    for table in UserTable.allCases where record.values.count == table.columns.count + 1 {
      guard (record.row != nil) == table.hasRowNumbers else { continue }
      var values = record.values
      guard case .integer(let checksum) = values.removeLast() else { continue }
      if let row = record.row { values[0] = .integer(row) }
      if RowChecksum.of(values, table: table.number) == checksum { rows[table, default: []].insert(values) }
    }
  }

  // MARK: Pages

  private func records(ofPageAt start: Int) -> [Record] {
    // The file begins with its own header, unless another page has replaced the first one.
    let header = start == 0 && bytes.starts(with: StoreHeader.magic) ? 100 : start
    guard let kind = PageKind(rawValue: bytes[header]), let count = number(at: header + 3, bytes: 2) else { return [] }
    return (0..<count).compactMap { index in
      guard let place = number(at: header + kind.headerSize + 2 * index, bytes: 2), place < Self.size else {
        return nil
      }
      return record(at: start + place, kind)
    }
  }

  /// The pages that hold records.
  private enum PageKind: UInt8 {
    case tableLeaf = 0x0D
    /// Also of a table without row numbers.
    case indexLeaf = 0x0A
    case indexInterior = 0x02

    var headerSize: Int { self == .indexInterior ? 12 : 8 }

    /// Maximum number of a record's bytes in the page itself, and the minimum if the record continues elsewhere.
    var limits: (most: Int, fewest: Int) {
      let fewest = (UserStorePages.size - 12) * 32 / 255 - 23
      return (self == .tableLeaf ? UserStorePages.size - 35 : (UserStorePages.size - 12) * 64 / 255 - 23, fewest)
    }
  }

  private func record(at place: Int, _ kind: PageKind) -> Record? {
    var reader = ByteReader(bytes, at: kind == .indexInterior ? place + 4 : place)
    guard let length = reader.variable(), (1...Int64(bytes.count)).contains(length) else { return nil }
    var row: Int64?
    if kind == .tableLeaf {
      row = reader.variable()
      guard row != nil else { return nil }
    }
    guard let content = content(at: reader.position, length: Int(length), kind) else { return nil }
    return RecordValue.values(content).map { Record(row: row, values: $0) }
  }

  /// The bytes of a record, which may continue in other pages.
  private func content(at place: Int, length: Int, _ kind: PageKind) -> [UInt8]? {
    let (most, fewest) = kind.limits
    var count = length
    if length > most {
      let rest = fewest + (length - fewest) % (Self.size - 4)
      count = rest <= most ? rest : fewest
    }
    guard place + count <= bytes.count else { return nil }
    var content = Array(bytes[place..<place + count])
    var link = place + count
    while content.count < length {
      guard let page = number(at: link, bytes: 4), page > 1, page * Self.size <= bytes.count else { return nil }
      link = (page - 1) * Self.size
      content += bytes[link + 4..<link + 4 + min(Self.size - 4, length - content.count)]
    }
    return content
  }

  private func number(at place: Int, bytes count: Int) -> Int? {
    guard place + count <= bytes.count else { return nil }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
