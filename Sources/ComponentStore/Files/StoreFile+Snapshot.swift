internal import Linux
internal import SQLite

/// Reads a store without writing beside it.
extension StoreFile {
  /// Whether SQLite can read the file in place, which requires writing beside it, if only the WAL index.
  var isReadInPlace: Bool { Path.isWritable(Self.parent(path)) && Path.isWritable(path) }

  /// Opens a catalog that is replaced as a whole and never changed, without locks and without writing beside it.
  ///
  /// - Returns: nil if there is none, if it has another schema, or if a change in place has left a log.
  func openAtRest(prepare: (Connection) throws -> Void = { _ in }) throws -> Opened? {
    guard try isReadable(), !hasLog else { return nil }
    let (connection, state) = try connect(uri + "?immutable=1", for: .reading, prepare)
    switch state {
    case .current: return Opened(connection: connection, path: path)
    case .older, .newer: return nil
    case .empty:
      try rejectEmpty()
      return nil
    case .mislabelled, .foreign: throw rejection(state)
    }
  }

  /// Whether what was committed may not be in the file yet.
  private var hasLog: Bool { PrivateCopy.companions.contains { (Self.status(path + $0)?.size ?? 0) > 0 } }

  /// The URI by which SQLite reads the file in place without writing beside it, or a private copy if a
  /// write-ahead log or a rollback journal prevents that.
  func snapshot() throws -> (uri: String, copy: PrivateCopy?) {
    guard hasLog else { return (uri + "?immutable=1", nil) }
    let copy = try PrivateCopy(of: self)
    return ("file:\(Self.percentEncoded(copy.path))", copy)
  }
}
