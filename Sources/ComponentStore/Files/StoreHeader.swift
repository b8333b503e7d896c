internal import Linux

/// The first 100 bytes of a database: see SQLite's [file format](https://www.sqlite.org/fileformat.html).
struct StoreHeader {
  private let bytes: [UInt8]

  /// Reads the header of the file at a path; nil if it can't be read, or the file is shorter.
  init?(_ path: String) {
    guard Path.isRegular(path), let bytes = try? WholeFile.bytes(path, limit: 100), bytes.count >= 100 else {
      return nil
    }
    self.bytes = bytes
  }

  /// Whether the file begins like a database.
  var hasMagic: Bool { bytes.starts(with: "SQLite format 3\0".utf8) }

  /// `application_id`.
  var applicationID: Int { number(at: 68) }

  /// Whether every field that SQLite acts on has a value that a store of ours can have.
  var isPlausible: Bool {
    bytes[18] <= 2 && bytes[19] <= 2 && bytes[20] == 0 && number(at: 44) <= 4 && number(at: 52) == 0
      && number(at: 56) <= 1 && number(at: 64) == 0
  }

  private func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
}
