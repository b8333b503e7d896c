/// Files that are small enough to be read as a whole.
package enum WholeFile {
  /// The bytes of a file. There are more than `limit` of them, though not all, where the file is larger than that.
  ///
  /// - Parameter path: `-` is standard input.
  package static func bytes(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    if path == "-" { return try BorrowedDescriptor.standardInput.readAll(limit: limit) }
    return try FileDescriptor(path, for: .reading).readAll(limit: limit)
  }
}
