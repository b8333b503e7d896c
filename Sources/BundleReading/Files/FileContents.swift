internal import ComponentModel
internal import ComponentScan
internal import Linux

/// A file's contents in memory.
struct FileContents: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer
  /// Valid as long as this value exists.
  let bytes: UnsafeRawBufferPointer

  /// Reads an open file, up to the limit for one file.
  init(of file: borrowing FileDescriptor, size: Int) throws(FileProblem) {
    // SAFETY: `read` fills no more than the buffer, and returns how many bytes: only those, which are initialized, can
    // be seen.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: min(size, ScanLimits.fileSize), alignment: 16)
    do throws(SystemError) {
      bytes = UnsafeRawBufferPointer(rebasing: memory[..<(try file.read(into: memory, at: 0))])
    } catch {
      memory.deallocate()
      throw FileProblem(error)
    }
    self.memory = memory
  }

  // SAFETY: This value can't be copied, so it is the only owner of the memory, and no pointer into it is kept.
  deinit { memory.deallocate() }
}
