private import CSQLite
private import Glibc

/// The bytes of a database's file, which connections of this process may use at the same time.
///
/// When a process closes any descriptor of a file, POSIX releases all locks that the process has on it; SQLite's own
/// layer delays the closing until its connections no longer need their locks. Without them, another process may delete
/// the log that they write.
package struct DatabaseFile: ~Copyable {
  // SAFETY: SQLite needs `szOsFile` bytes for a file, which begins with `sqlite3_file`, and keeps the address of its
  // name until it is closed: both are allocated before it is opened, and freed after it is closed.
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let name: UnsafeMutablePointer<CChar>

  /// Opens a file to read it.
  ///
  /// - Throws: `errno`, as ``Failure``.
  package init(_ path: String) throws(Failure) {
    name = Self.name(path)
    do throws(Failure) {
      file = try Self.opened(name)
    } catch {
      name.deallocate()
      throw error
    }
  }

  /// Parameters follow a database's name. There are none, which two more null bytes express.
  private static func name(_ path: String) -> UnsafeMutablePointer<CChar> {
    let bytes = path.utf8.map { CChar(bitPattern: $0) } + [0, 0, 0]
    let name = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    name.initialize(from: bytes, count: bytes.count)
    return name
  }

  private static func opened(_ name: UnsafePointer<CChar>) throws(Failure) -> UnsafeMutablePointer<sqlite3_file> {
    guard let layer = sqlite3_vfs_find(nil), let open = layer.pointee.xOpen else { throw Failure(systemError: ENOSYS) }
    let size = Int(layer.pointee.szOsFile)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let file = memory.assumingMemoryBound(to: sqlite3_file.self)
    if open(layer, name, file, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, nil) == SQLITE_OK { return file }
    let reason = errno
    memory.deallocate()
    throw Failure(systemError: reason == 0 ? EIO : reason)
  }

  deinit {
    _ = file.pointee.pMethods?.pointee.xClose?(file)
    UnsafeMutableRawPointer(file).deallocate()
    name.deallocate()
  }

  /// Why a file can't be opened or read.
  package struct Failure: Error { package let systemError: Int32 }

  /// Whether the disk fails to read a database's file, or its log, to the end.
  package static func hasFailedReads(_ path: String) -> Bool {
    ["", "-wal"].contains { ending in
      do throws(Failure) {
        let file = try DatabaseFile(path + ending)
        var offset = 0
        while case let count = try file.bytes(at: offset, count: 1 << 16).count, count > 0 { offset += count }
        return false
      } catch {
        return error.systemError == EIO
      }
    }
  }

  /// Returns the bytes from an offset on; fewer than `count` at the file's end.
  package func bytes(at offset: Int, count: Int) throws(Failure) -> [UInt8] {
    guard let methods = file.pointee.pMethods?.pointee, let measure = methods.xFileSize, let read = methods.xRead else {
      throw Failure(systemError: EIO)
    }
    var size: Int64 = 0
    guard measure(file, &size) == SQLITE_OK else { throw Failure(systemError: EIO) }
    let count = max(0, min(count, Int(size) - offset))
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let status = read(file, &bytes, Int32(count), Int64(offset))
    // The end of a file that has shrunk meanwhile isn't an error; the rest is 0.
    guard status == SQLITE_OK || status == SQLiteError.Code.shortRead.rawValue else { throw Failure(systemError: EIO) }
    return bytes
  }
}
