internal import CLinux
internal import Glibc

/// A hash of what changes when an entry of a folder is added, removed or replaced: the folder's device, inode, and times of
/// modification and change. Stamps are compared for equality alone, since clocks may be set and some tools set all times alike.
package struct FolderStamp: Hashable, Sendable {
  package let value: UInt64

  /// The stamp of what does not exist or can't be looked at.
  package static let missing = FolderStamp(value: 0)
  /// A stamp that nothing has, so that the folder counts as changed.
  package static let unsettled = FolderStamp(value: 1)

  package init(value: UInt64) { self.value = value }

  /// The stamp of a file with this status.
  package init(_ status: FileStatus) { self.init(status.raw) }

  /// The stamp of a path's target.
  package init(_ path: String, in directory: BorrowedDescriptor? = nil) {
    self = (try? FileStatus(path, in: directory)).map(FolderStamp.init) ?? .missing
  }

  /// The stamp of a name's target. It is a C string, because a look at hundreds of folders would spend more time on
  /// making strings than the kernel needs to look.
  init(_ name: UnsafePointer<CChar>, in directory: Int32) {
    var status = stat()
    self = fstatat(directory, name, &status, 0) == 0 ? FolderStamp(status) : .missing
  }

  private init(_ status: stat) {
    var hash: UInt64 = 0x243F_6A88_85A3_08D3
    func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    add(UInt64(status.st_dev))
    add(UInt64(status.st_ino))
    add(UInt64(bitPattern: Int64(status.st_mtim.tv_sec)))
    add(UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)))
    add(UInt64(bitPattern: Int64(status.st_ctim.tv_sec)))
    add(UInt64(bitPattern: Int64(status.st_ctim.tv_nsec)))
    value = max(hash, Self.unsettled.value + 1)
  }
}

/// The folders below a directory, with their stamps, in the form in which they are stored: for each the stamp in 8 bytes,
/// little-endian, and the path from the directory with a null byte. The directory itself is `.`, and comes first.
package struct FolderStamps: Hashable, Sendable {
  package private(set) var bytes: [UInt8] = []

  /// No folders.
  package init() {}

  /// Stored folders. Bytes of another form count as changed folders.
  package init(stored bytes: [UInt8]) { self.bytes = bytes }

  /// Adds a folder by its path from the directory, unless no path can be like that.
  package mutating func add(_ path: String, _ stamp: FolderStamp) {
    guard !path.isEmpty, !path.utf8.contains(0) else { return }
    // SAFETY: The bytes are copied before the call ends.
    withUnsafeBytes(of: stamp.value.littleEndian) { bytes += $0 }
    bytes += path.utf8
    bytes.append(0)
  }

  /// The paths with their stamps.
  package var all: [(path: String, stamp: FolderStamp)] {
    var all: [(path: String, stamp: FolderStamp)] = []
    forEach { name, stamp in
      // SAFETY: `forEach` passes names that end within the bytes.
      all.append((String(cString: name), stamp))
      return true
    }
    return all
  }

  /// Whether each folder still has its stamp. It makes one system call for each, one to open the directory, and reads no
  /// directory.
  ///
  /// - Parameter step: called after each folder.
  package func areCurrent(in directory: String, step: () -> Void) -> Bool {
    let descriptor = FileDescriptor(owning: aucatReferTo(directory))
    // Without a directory, only its own absence is as it was.
    let number = descriptor.number
    return forEach { name, stamp in
      defer { step() }
      return (number < 0 ? .missing : FolderStamp(name, in: number)) == stamp
    }
  }

  /// Passes each folder to `body` until that returns false.
  ///
  /// - Returns: whether it never did, and the bytes have the right form.
  @discardableResult
  private func forEach(_ body: (UnsafePointer<CChar>, FolderStamp) -> Bool) -> Bool {
    let head = MemoryLayout<UInt64>.size
    // The last null byte ends every search for one.
    guard bytes.last == 0 else { return false }
    // SAFETY: each name starts within the bytes, of which the last is null.
    return bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress else { return false }
      var offset = 0
      while offset < all.count {
        guard offset + head < all.count else { return false }
        let stamp = UInt64(littleEndian: all.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        let name = (base + offset + head).assumingMemoryBound(to: CChar.self)
        guard body(name, FolderStamp(value: stamp)) else { return false }
        offset += head + strlen(name) + 1
      }
      return true
    }
  }
}
