internal import Glibc
internal import Synchronization

/// The catalogs of this process, whose connections are closed before fork(2).
///
/// SQLite keeps a table of the locks that the process holds on each file. A child would inherit it with the connections in it,
/// believe that it holds locks that it doesn't, and write at the same time as other processes.
enum OpenCatalogs {
  private struct Entry {
    weak var catalog: CatalogObject?
  }

  private static let entries = Mutex<[Entry]>([])
  private static let isObserved: Bool = pthread_atfork({ OpenCatalogs.closeIdle() }, nil, nil) == 0

  static func add(_ catalog: CatalogObject) {
    _ = isObserved
    entries.withLock { entries in
      entries.removeAll { $0.catalog == nil }
      entries.append(Entry(catalog: catalog))
    }
  }

  private static func closeIdle() {
    for catalog in entries.withLock({ $0.compactMap(\.catalog) }) { catalog.closeIdle() }
  }
}
