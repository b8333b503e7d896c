internal import ComponentScan
internal import ComponentStore
internal import ComponentTags
internal import Linux
internal import Glibc
package import ICU
internal import Synchronization

/// The catalog of this machine's components, for hosts: corresponds to Apple's `AVAudioUnitComponentManager`.
///
/// Every query sees what any process has committed before it. A query on a catalog that has no bundle of the caller's
/// search path scans first, which takes seconds; call ``scan(_:progress:isCancelled:)`` to see its progress. No query
/// loads a plugin or opens a Turtle file.
///
/// Whatever throws, throws a ``ComponentManagerError``, unless it calls a throwing closure of the host.
///
/// Safe to use from any thread; never use it on the render thread, because queries allocate and read files.
public final class ComponentManager: Sendable {
  /// Where the stores and the bundles are, and in which language to answer.
  public let configuration: Configuration
  private let state = Mutex(State())
  let names: LocalizedNames
  package let rules: UnicodeRules
  let view: CatalogView

  private struct State {
    var catalog: Catalog?
    var identity: StoreIdentity?
    var isUserStoreRefused = false
  }

  /// A manager with its own configuration.
  public init(_ configuration: Configuration) {
    var configuration = configuration
    // A store's log, lock and backups belong beside the file, not beside a symbolic link to it.
    configuration.catalogPath = Path.followingLinks(configuration.catalogPath)
    configuration.userStorePath = configuration.userStorePath.map(Path.followingLinks)
    self.configuration = configuration
    names = LocalizedNames(
      locale: configuration.locale,
      folder: ProgramLocation.localizations)
    if let problem = names.problem { configuration.reportShortfall(problem) }
    rules = UnicodeRules(locale: configuration.locale)
    let directories = configuration.searchDirectories
    view = CatalogView(roots: { canonicalPaths(directories) }, naming: names, rules: rules)
  }

  /// The manager of this process (`sharedAudioUnitComponentManager`), configured by the environment.
  ///
  /// - Throws: ``ComponentManagerError/noPlaceForCatalog`` if the environment names no place for the catalog.
  public static func shared() throws(ComponentManagerError) -> ComponentManager {
    try unifyingErrors {
      try sharedManager.withLock { manager in
        if let manager { return manager }
        var configuration = try Configuration.current()
        configuration.isPooled = true
        let made = ComponentManager(configuration)
        manager = made
        return made
      }
    }
  }

  private static let sharedManager = Mutex<ComponentManager?>(nil)

  /// Runs a query. Scans first if the catalog is damaged, which sets it aside, or has nothing of the caller's search
  /// path.
  func query<Result>(_ body: (Catalog, CatalogView) throws -> Result) throws(ComponentManagerError) -> Result {
    try unifyingErrors {
      do {
        if let result = try readingSoundCatalog(view, body) { return result }
      } catch is NotScanned {
      }
      try configuration.firstScan(self)
      guard let result = try reading(view.acceptingNothing, body) else {
        throw StoreError(.unreadable, .catalog, path: configuration.catalogPath, detail: "it is missing after the scan")
      }
      return result
    }
  }

  /// As ``reading(_:_:)``. A damaged catalog is set aside, reported once, and treated as absent.
  func readingSoundCatalog<Result>(
    _ view: CatalogView, _ body: (Catalog, CatalogView) throws -> Result
  ) throws -> Result? {
    do {
      return try reading(view, body)
    } catch let error as StoreError where error.code == .damaged && error.store == .catalog {
      try setAside(error)
      return nil
    }
  }

  /// Reads the catalog. If the user store gets in the way, settles that first.
  ///
  /// - Returns: nil if there is no catalog.
  func reading<Result>(_ view: CatalogView, _ body: (Catalog, CatalogView) throws -> Result) throws -> Result? {
    do {
      return try catalog().map { try body($0, view) }
    } catch let error as StoreError where error.store == .userStore {
      try settle(error)
      return try catalog().map { try body($0, view) }
    }
  }

  /// The open catalog, reopened if its path leads to a different file than before.
  func catalog() throws -> Catalog? {
    try state.withLock { state in
      // A snapshot does not see later commits, so the files' content identifies it too.
      let isSnapshot = state.catalog?.isSnapshot == true
      let userStore = state.isUserStoreRefused ? nil : configuration.userStorePath
      let identity = StoreIdentity(configuration.catalogPath, userStore, withContent: isSnapshot)
      if let catalog = state.catalog, identity != nil, identity == state.identity,
        catalog.hasUserStore || identity?.hasUserStore == false
      {
        return catalog
      }
      state.catalog = try Catalog.openForReading(
        configuration.catalogPath, isPooled: configuration.isPooled, userStore: userStore)
      state.identity = identity
      return state.catalog
    }
  }

  /// Makes the user store readable again, or goes on without it if this version can't read it: everything but the
  /// user's own data is still found.
  private func settle(_ error: StoreError) throws {
    state.withLock { $0.catalog = nil }
    switch error.code {
    case .damaged:
      do {
        try UserStoreRecovery(error.path, rules).recover(configuration.notice)
      } catch let failure {
        state.withLock { $0.isUserStoreRefused = true }
        configuration.reportShortfall(
          "\(error.path) is damaged and can't be restored (\(failure)); your own tags are not shown")
      }
    case .newer, .foreign, .unreadable:
      let isKnown = state.withLock { state in
        defer { state.isUserStoreRefused = true }
        return state.isUserStoreRefused
      }
      if isKnown { throw error }
      configuration.reportShortfall("\(error); your own tags are not shown")
    default: throw error
    }
  }

  /// Opens the catalog for writing, or a new one if it is damaged.
  func writableCatalog() throws -> Catalog {
    do {
      return try Catalog.openForWriting(configuration.catalogPath)
    } catch let error as StoreError where error.code == .damaged {
      try setAside(error)
      return try Catalog.openForWriting(configuration.catalogPath)
    }
  }

  /// Sets a damaged catalog aside, unless another process has done so meanwhile.
  ///
  /// - Parameter identity: of the file that was found damaged; nil to check the file at the path.
  func setAside(_ error: StoreError, found identity: FileIdentity? = nil) throws {
    state.withLock { $0 = State() }
    guard let aside = try Catalog.setAside(error.path, found: identity) else { return }
    configuration.notice(
      "the catalog \(error.path) was damaged (\(error.detail)); it was moved to \(aside), and a scan rebuilds it")
  }
}

/// The identity of the store files; with their contents, it also distinguishes earlier states of the same files.
private struct StoreIdentity: Equatable {
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

/// The canonical paths of directories, without repetition.
private func canonicalPaths(_ directories: [String]) -> [String] {
  directories.map(canonical).reduce(into: []) { paths, path in if !paths.contains(path) { paths.append(path) } }
}

/// The path without symbolic links, or the path itself if nothing is there.
func canonical(_ path: String) -> String { (try? Path.canonical(path)) ?? path }
