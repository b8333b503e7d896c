internal import ComponentStore
internal import Linux

/// The identity of the store files; with their contents, it also distinguishes earlier states of the same files.
struct StoreIdentity: Equatable {
  private var catalog: FileIdentity
  private var userStore: FileIdentity?
  private var content: [Int] = []

  var hasUserStore: Bool { userStore != nil }

  init?(_ path: String, _ userStore: String?, withContent: Bool) {
    guard let identity = FileIdentity(path) else { return nil }
    catalog = identity
    self.userStore = userStore.flatMap { FileIdentity($0) }
    guard withContent else { return }
    let files = [path] + (userStore.map { [$0] } ?? [])
    for file in files.flatMap({ [$0, $0 + "-wal"] }) {
      guard let status = try? FileStatus(file) else { continue }
      content += [status.size, status.modified.seconds, status.modified.nanoseconds]
    }
  }
}
