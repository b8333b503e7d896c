private import CSQLite
private import Glibc
private import Synchronization

extension Connection {
  /// How many bytes each page of a database with sealed pages leaves free, as its header says.
  package static var sealSize: Int { PageSeal.size }

  /// Whether the pages of the database are sealed: a page that was changed by anything but a connection of this module is
  /// then ``SQLiteError/Code/corrupt`` when it is read.
  package func hasSealedPages() throws(SQLiteError) -> Bool { try reserve(-1) == Int32(PageSeal.size) }

  /// Makes a database that is empty one whose pages are sealed; in any other, `VACUUM` does that, once this was called.
  package func sealPages() throws(SQLiteError) { _ = try reserve(Int32(PageSeal.size)) }

  /// Asks for bytes to be left free on each page (`SQLITE_FCNTL_RESERVE_BYTES`).
  ///
  /// - Parameter size: negative to change nothing.
  /// - Returns: the number before.
  private func reserve(_ size: Int32) throws(SQLiteError) -> Int32 {
    var number = size
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &number) == SQLITE_OK else { throw failure }
    return number
  }

  /// Runs `body`, in which SQLite may pass over pages that can't be read, as its checks do.
  ///
  /// - Throws: ``SQLiteError`` with ``SQLiteError/Code/failedRead`` if a read has failed meanwhile, of whatever file of this
  ///   process; else what `body` throws.
  package func noticingFailedReads<Result>(_ body: () throws -> Result) throws -> Result {
    let before = FileAccess.failedReads.load(ordering: .relaxed)
    let result = Swift.Result { try body() }
    guard FileAccess.failedReads.load(ordering: .relaxed) == before else {
      throw SQLiteError(.failedRead, "a page can't be read", path: path, systemError: EIO)
    }
    return try result.get()
  }
}
