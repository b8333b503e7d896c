internal import CLinux

extension FileDescriptor {
  /// A file in memory, which goes when its last descriptor is closed: `memfd_create(2)`.
  ///
  /// - Parameters:
  ///   - name: what it is called in `/proc`.
  ///   - fixedSize: the size it has from the beginning and can't exceed, in bytes; nil for an empty file that grows.
  package init(inMemory name: String, fixedSize: Int? = nil) throws(SystemError) {
    self.init(
      owning: try SystemCall.run {
        if let fixedSize { aucatBoundedMemoryFile(name, fixedSize) } else { aucatMemoryFile(name) }
      })
  }
}
