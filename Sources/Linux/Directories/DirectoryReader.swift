internal import Glibc

/// Reads a directory entry by entry, in the order of the file system.
package struct DirectoryReader: ~Copyable {
  private let stream: OpaquePointer

  /// Opens a directory.
  package init(_ path: String) throws(SystemError) {
    try self.init(FileDescriptor(path, for: .reading, options: .directory))
  }

  /// Takes over an open directory.
  package init(_ descriptor: consuming FileDescriptor) throws(SystemError) {
    let number = descriptor.release()
    guard let stream = fdopendir(number) else {
      let error = SystemError.current
      Glibc.close(number)
      throw error
    }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// The directory, to reach entries without going through its path again. Valid as long as the reader.
  package var directory: BorrowedDescriptor { BorrowedDescriptor(dirfd(stream)) }

  /// The next entry; nil at the end.
  package mutating func next() throws(SystemError) -> DirectoryEntry? {
    while true {
      // The end and an error both give a null pointer; only an error sets errno.
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { return nil }
        throw .current
      }
      if let entry = DirectoryEntry(entry) { return entry }
    }
  }

  /// The entries of a directory, as many as `limit` at most; none if it can't be read.
  package static func entries(of path: String, limit: Int = .max) -> [DirectoryEntry] {
    var entries: [DirectoryEntry] = []
    guard var reader = try? DirectoryReader(path) else { return [] }
    while entries.count < limit, let entry = try? reader.next() { entries.append(entry) }
    return entries
  }
}

extension DirectoryEntry {
  /// Whether it is a directory itself, not by a link. Where the file system doesn't tell, this asks for its status.
  ///
  /// - Parameter directory: the one that it is an entry of.
  package func isFolder(in directory: BorrowedDescriptor) -> Bool {
    if kind != .unknown { return kind == .directory }
    return (try? FileStatus(name, in: directory, followsLinks: false))?.isDirectory ?? false
  }

  // SAFETY: the stream keeps the entry until its next call, and ends the name with a null byte within the entry.
  fileprivate init?(_ entry: UnsafeMutablePointer<dirent>) {
    let kind = FileKind(entryType: entry.pointee.d_type)
    let (name, isExact) = withUnsafeBytes(of: &entry.pointee.d_name) { memory in
      memory.withMemoryRebound(to: UInt8.self) { memory in
        let length = memory.baseAddress.map {
          strnlen(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self), memory.count)
        }
        let bytes = UnsafeBufferPointer(rebasing: memory.prefix(length ?? 0))
        if let name = String(validUTF8: bytes) { return (name, true) }
        return (String(decoding: bytes, as: UTF8.self), false)
      }
    }
    if name == "." || name == ".." { return nil }
    self.init(name: name, isNameExact: isExact, kind: kind)
  }
}
