internal import Linux
internal import SQLite

/// The rows in a user store's pages, regardless of what leads to the pages. A page that another one has overwritten is
/// lost, but the pages below it, and a page in another's place, still have all of their rows.
///
/// Only rows that match their checksums count, so nothing is invented; a row that has one wrong byte is put right, which its
/// checksum proves. See SQLite's [file
/// format](https://www.sqlite.org/fileformat.html).
struct UserStorePages {
  private var bytes: [UInt8]
  /// The size of a page, in bytes.
  private static let size = 4_096
  /// The distinct rows by table, as values without their checksums.
  private(set) var rows: [UserTable: Set<[RecordValue]>] = [:]

  /// Reads the pages of the file at a path.
  init(_ path: String) throws(SystemError) {
    let file = try FileDescriptor(path, for: .reading).readAll()
    // The last page may be cut off.
    bytes = file + Array(repeating: 0, count: (Self.size - file.count % Self.size) % Self.size)
    var doubtful: [Cell] = []
    for start in stride(from: 0, to: bytes.count, by: Self.size) { doubtful += keepRows(ofPageAt: start) }
    repair(doubtful)
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

    /// Whether it has as many columns as a row of a table, with its checksum.
    func fits(_ table: UserTable) -> Bool {
      values.count == table.columns.count + 1 && (row != nil) == table.hasRowNumbers
    }
  }

  /// A place that a page names as that of a row.
  private struct Cell {
    var place: Int
    var kind: PageKind
    /// The end of its page.
    var end: Int
  }

  /// Keeps a page's rows.
  ///
  /// - Returns: the cells that may be damaged rows: those beside rows that are sound, and those that look like rows.
  private mutating func keepRows(ofPageAt start: Int) -> [Cell] {
    let cells = cells(ofPageAt: start)
    var others: [(cell: Cell, isLikely: Bool, isOthers: Bool)] = []
    for cell in cells {
      let record = record(at: cell.place, cell.kind)
      if let record, let (table, values) = Self.row(record) {
        rows[table, default: []].insert(values)
      } else {
        others.append((cell, record.map(Self.looksLikeRow) ?? false, record.map(Self.isOfAnother) ?? false))
      }
    }
    let hasRows = others.count < cells.count
    return others.filter { hasRows && !$0.isOthers || $0.isLikely }.map(\.cell)
  }

  /// The table of a record that matches its checksum, and its values without that.
  private static func row(_ record: Record) -> (UserTable, [RecordValue])? {
    for table in UserTable.allCases where record.fits(table) {
      var values = record.values
      guard case .integer(let checksum) = values.removeLast() else { continue }
      if let row = record.row { values[0] = .integer(row) }
      if RowChecksum.of(values, table: table.number) == checksum { return (table, values) }
    }
    return nil
  }

  /// Whether a record has a table's columns, and a number as large as checksums are. Sums of them are as large, but of all tables
  /// only theirs has no text in its second column.
  private static func looksLikeRow(_ record: Record) -> Bool {
    guard case .integer(let checksum)? = record.values.last, checksum >> 40 > 0, record.values.count > 1,
      case .text = record.values[1]
    else { return false }
    return UserTable.allCases.contains(where: record.fits)
  }

  /// Whether a record is a row that another program has written, which has no checksum.
  private static func isOfAnother(_ record: Record) -> Bool {
    record.values.last == .null && UserTable.allCases.contains(where: record.fits)
  }

  // MARK: Repair

  /// More rows than this are not damaged by a byte each.
  private static let mostRepaired = 8
  /// For so few, all values of each byte are tried, not just those that differ in a bit.
  private static let mostByBytes = 2
  /// How many changes of a byte may be tried.
  private static let trials = 100_000
  /// The most bytes of a row that are changed.
  private static let longest = 400

  /// Looks for the one byte by which a row differs from what it was: first for a bit, then for any other value.
  private mutating func repair(_ cells: [Cell]) {
    guard cells.count <= Self.mostRepaired else { return }
    var trials = Self.trials
    let bits = (0..<8).map { UInt8(1) << $0 }
    let left = cells.filter { !repair($0, by: bits, &trials) }
    guard left.count <= Self.mostByBytes else { return }
    for cell in left { _ = repair(cell, by: (1...UInt8.max).filter { !bits.contains($0) }, &trials) }
  }

  /// - Parameter masks: of the bits that change in a byte.
  /// - Returns: whether that made it a row.
  private mutating func repair(_ cell: Cell, by masks: [UInt8], _ trials: inout Int) -> Bool {
    for place in cell.place..<min(cell.place + Self.longest, end(of: cell)) {
      for mask in masks {
        guard trials > 0 else { return false }
        trials -= 1
        bytes[place] ^= mask
        defer { bytes[place] ^= mask }
        guard let record = record(at: cell.place, cell.kind), let (table, values) = Self.row(record) else { continue }
        rows[table, default: []].insert(values)
        return true
      }
    }
    return false
  }

  /// Where a cell ends, according to its length.
  private func end(of cell: Cell) -> Int {
    var reader = ByteReader(bytes, at: cell.kind == .indexInterior ? cell.place + 4 : cell.place)
    guard let length = reader.variable(), (1...Int64(Self.size)).contains(length) else { return cell.end }
    if cell.kind == .tableLeaf { _ = reader.variable() }
    return min(reader.position + Int(length), cell.end)
  }

  // MARK: Pages

  private func cells(ofPageAt start: Int) -> [Cell] {
    // The file begins with its own header, unless another page has replaced the first one.
    let header = start == 0 && bytes.starts(with: StoreHeader.magic) ? 100 : start
    guard let kind = PageKind(rawValue: bytes[header]), let count = number(at: header + 3, bytes: 2) else { return [] }
    return (0..<count).compactMap { index in
      guard let place = number(at: header + kind.headerSize + 2 * index, bytes: 2), place < Self.size else {
        return nil
      }
      return Cell(place: start + place, kind: kind, end: start + Self.size)
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
