package import Linux
internal import SQLite

/// The first 100 bytes of a database: see SQLite's [file format](https://www.sqlite.org/fileformat.html).
package struct StoreHeader {
  private let bytes: [UInt8]

  /// Reads the header of the file at a path; nil if there is none, or the file is shorter.
  package init?(_ path: String) throws(SystemError) {
    guard Path.isRegular(path) else { return nil }
    do throws(DatabaseFile.Failure) {
      bytes = try DatabaseFile(path).bytes(at: 0, count: 100)
    } catch {
      let reason = SystemError(error.systemError)
      if reason.isMissing { return nil }
      throw reason
    }
    guard bytes.count >= 100 else { return nil }
  }

  /// Whether the file begins like a database.
  var hasMagic: Bool { bytes.starts(with: Self.magic) }

  /// The first bytes of a database.
  static let magic = Array("SQLite format 3\0".utf8)

  /// `user_version`.
  var schema: Int { number(at: 60) }

  /// `application_id`.
  package var applicationID: Int { number(at: 68) }

  /// Whether the database has tables, or has ever had any.
  var hasTables: Bool { number(at: 40) != 0 }

  /// The length of the whole file in bytes.
  package var length: Int {
    let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
    // 1 stands for 65,536, which two bytes can't hold.
    return (pageSize == 1 ? 65_536 : pageSize) * number(at: 28)
  }

  /// Whether every field that SQLite acts on has a value that a store of ours can have.
  var isPlausible: Bool {
    bytes[18] <= 2 && bytes[19] <= 2 && bytes[20] == 0 && number(at: 44) <= 4 && number(at: 52) == 0
      && number(at: 56) <= 1 && number(at: 64) == 0
  }

  private func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
}
