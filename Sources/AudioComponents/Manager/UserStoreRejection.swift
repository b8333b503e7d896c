internal import ComponentStore
internal import Linux

/// Why a manager goes on without the user store, and the state of the file for which that holds.
struct UserStoreRejection {
  /// What is wrong with the store.
  let error: StoreError
  private let file: Stamp?

  private struct Stamp: Equatable {
    var identity: FileStatus.Identity
    var changed: FileStatus.Time
    var isReadable: Bool
  }

  init(_ error: StoreError) {
    self.error = error
    file = Self.stamp(error.path)
  }

  /// Whether the file is as it was: another one, or other permissions, deserve a new attempt.
  var isCurrent: Bool { file == Self.stamp(error.path) }

  private static func stamp(_ path: String) -> Stamp? {
    guard let status = try? FileStatus(path) else { return nil }
    return Stamp(identity: status.identity, changed: status.changed, isReadable: Path.isReadable(path))
  }
}
