internal import CLinux
internal import Glibc

/// Reads a directory entry by entry, in the order of the file system.
///
/// It uses `getdents64(2)`, because `fdopendir(3)` makes three more system calls, which matter for hundreds of bundles.
package struct DirectoryReader: ~Copyable {
  private let descriptor: FileDescriptor
  // SAFETY: owned only by this value, and freed once, by `deinit`. The first `end` bytes are entries that the kernel
  // wrote.
  private let buffer: UnsafeMutableRawBufferPointer
  private var position = 0
  private var end = 0

  /// Opens a directory for reading.
  package init(_ path: String) throws(SystemError) {
    try self.init(FileDescriptor(path, for: .reading, options: .directory))
  }

  /// Takes ownership of an open directory.
  package init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
    // Room for all entries of nearly every bundle.
    buffer = .allocate(byteCount: 16 << 10, alignment: MemoryLayout<UInt64>.alignment)
  }

  deinit { buffer.deallocate() }

  /// The directory, to reach entries without going through its path again. Valid as long as the reader.
  package var directory: BorrowedDescriptor { BorrowedDescriptor(descriptor.number) }

  /// The next entry; nil at the end.
  package mutating func next() throws(SystemError) -> DirectoryEntry? {
    while true {
      if position == end, try !fill() { return nil }
      let rest = UnsafeRawBufferPointer(rebasing: buffer[position..<end])
      // SAFETY: the kernel writes whole entries, so the length lies within the rest.
      let record = UnsafeRawBufferPointer(rebasing: rest.prefix(rest.entryLength))
      position += record.count
      if let entry = DirectoryEntry(record) { return entry }
    }
  }

  /// Reads the next entries; returns false at the end.
  private mutating func fill() throws(SystemError) -> Bool {
    position = 0
    end = 0
    let (number, memory) = (descriptor.number, buffer)
    do throws(SystemError) {
      end = try SystemCall.run { aucatReadDirectory(number, memory.baseAddress, UInt(memory.count)) }
    } catch {
      // A directory that has been removed is at its end (`readdir(3)`).
      guard error.code == ENOENT else { throw error }
    }
    return end > 0
  }

  /// Returns the entries of a directory, at most `limit` of them; none if it can't be read.
  package static func entries(of path: String, limit: Int = .max) -> [DirectoryEntry] {
    var entries: [DirectoryEntry] = []
    guard var reader = try? DirectoryReader(path) else { return [] }
    while entries.count < limit, let entry = try? reader.next() { entries.append(entry) }
    return entries
  }
}

extension DirectoryEntry {
  /// Whether it is a directory itself, not a link to one. If the file system doesn't give the kind, this reads its
  /// status.
  ///
  /// - Parameter directory: the directory that contains it.
  package func isFolder(in directory: BorrowedDescriptor) -> Bool {
    if kind != .unknown { return kind == .directory }
    return (try? FileStatus(name, in: directory, followsLinks: false))?.isDirectory ?? false
  }

  /// The entry that the kernel wrote into these bytes; nil for `.` and `..`.
  // SAFETY: any byte is a valid `UInt8`, and the name ends with the record even if it should have no null byte.
  fileprivate init?(_ record: UnsafeRawBufferPointer) {
    let kind = FileKind(entryType: record[Layout.kind])
    let (name, isExact) = record.withMemoryRebound(to: UInt8.self) { record in
      // A null byte ends the name, and more of them may follow up to the end of the entry.
      let bytes = UnsafeBufferPointer(rebasing: record[Layout.name...].prefix { $0 != 0 })
      if let name = String(validUTF8: bytes) { return (name, true) }
      return (String(decoding: bytes, as: UTF8.self), false)
    }
    if name == "." || name == ".." { return nil }
    self.init(name: name, isNameExact: isExact, kind: kind)
  }
}

/// Where the fields of `struct linux_dirent64` are, in bytes: `getdents64(2)`.
private enum Layout {
  static let length = 16
  static let kind = 18
  static let name = 19
}

extension UnsafeRawBufferPointer {
  /// The length of the first entry in bytes.
  // SAFETY: at least one entry is there, and its fixed part is longer than the offset; alignment isn't needed.
  fileprivate var entryLength: Int { Int(loadUnaligned(fromByteOffset: Layout.length, as: UInt16.self)) }
}

/// One entry of a directory; never `.` or `..`.
package struct DirectoryEntry: Hashable, Sendable {
  /// The name. Bytes that are not UTF-8 are replaced by U+FFFD: such a name leads to no file.
  package let name: String
  /// Whether the name is the entry's, byte for byte.
  package let isNameExact: Bool
  /// The kind of the entry, without following a link; ``FileKind/unknown`` on file systems that don't give it.
  package let kind: FileKind
}
