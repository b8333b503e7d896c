internal import Linux

/// Reads a store without writing beside it.
extension StoreFile {
  /// Whether SQLite can read the file in place, which requires writing beside it, if only the WAL index.
  var isReadInPlace: Bool { Path.isWritable(Self.parent(path)) && Path.isWritable(path) }

  /// The URI by which SQLite reads the file in place without writing beside it, or a private copy if a
  /// write-ahead log or a rollback journal prevents that.
  func snapshot() throws -> (uri: String, copy: PrivateCopy?) {
    let hasLog = PrivateCopy.companions.contains { (Self.status(path + $0)?.size ?? 0) > 0 }
    guard hasLog else { return (uri + "?immutable=1", nil) }
    let copy = try PrivateCopy(of: self)
    return ("file:\(Self.percentEncoded(copy.path))", copy)
  }
}
