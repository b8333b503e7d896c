internal import ComponentScan
internal import ComponentStore
internal import ComponentTags
internal import Glibc
internal import ICU
internal import Synchronization

/// The catalog of this machine's components, for hosts: corresponds to Apple's `AVAudioUnitComponentManager`.
///
/// Every query sees what any process has committed before it. A query on a catalog that has no bundle of the caller's
/// search path scans first, which takes seconds; call ``scan(_:progress:isCancelled:)`` to see its progress. No query
/// loads a plugin or opens a Turtle file. May be used from any thread, and never on the render thread: queries allocate
/// and read files.
public final class ComponentManager: Sendable {
  /// Where everything is.
  public let configuration: Configuration
  private let state = Mutex(State())
  let names: LocalizedNames
  let rules: UnicodeRules

  private struct State {
    var catalog: Catalog?
    var identity: FileIdentity?
  }

  /// A manager with its own configuration.
  public init(_ configuration: Configuration) {
    self.configuration = configuration
    names = LocalizedNames(
      locale: configuration.locale,
      folder: ProgramLocation.find(["aucat_ComponentTags.resources", "../share/aucat/localizations"]))
    rules = UnicodeRules(locale: configuration.locale)
  }

  /// The manager of this process (`sharedAudioUnitComponentManager`), configured by the environment.
  ///
  /// - Throws: ``ConfigurationError`` where the environment names no place for the catalog.
  public static func shared() throws -> ComponentManager {
    try sharedManager.withLock { manager in
      if let manager { return manager }
      var configuration = try Configuration.current()
      configuration.isPooled = true
      let made = ComponentManager(configuration)
      manager = made
      return made
    }
  }

  private static let sharedManager = Mutex<ComponentManager?>(nil)

  var view: CatalogView {
    let roots = configuration.searchDirectories.map(canonical).reduce(into: [String]()) { roots, path in
      if !roots.contains(path) { roots.append(path) }
    }
    return CatalogView(roots: roots, naming: names, rules: rules)
  }

  /// Runs a query. A damaged catalog is set aside, said once, and made anew by a scan; so is one that has nothing of the
  /// caller's search path.
  func query<Result>(_ body: (Catalog, CatalogView) throws -> Result) throws -> Result {
    do {
      if let catalog = try catalog() { return try body(catalog, view) }
    } catch is NotScanned {
    } catch let error as StoreError where error.code == .damaged {
      try setAside(error)
    }
    try configuration.firstScan(self)
    guard let catalog = try catalog() else {
      throw StoreError(.unreadable, path: configuration.catalogPath, detail: "it is gone after the scan")
    }
    var view = view
    view.acceptsNothing = true
    return try body(catalog, view)
  }

  /// The open catalog; opened anew where the file at its path is another one than before.
  func catalog() throws -> Catalog? {
    try state.withLock { state in
      // A snapshot does not see what is committed, and is as old as the file's content.
      let isSnapshot = state.catalog?.isSnapshot == true
      let identity = FileIdentity(configuration.catalogPath, withContent: isSnapshot)
      if let catalog = state.catalog, identity != nil, identity == state.identity { return catalog }
      state.catalog = try Catalog.open(
        configuration.catalogPath, for: .reading, pooled: configuration.isPooled)
      state.identity = identity
      return state.catalog
    }
  }

  /// Opens the catalog to write; where it is damaged, a new one.
  func writableCatalog() throws -> Catalog {
    func open() throws -> Catalog {
      guard let catalog = try Catalog.open(configuration.catalogPath, for: .writing) else {
        throw StoreError(.unwritable, path: configuration.catalogPath, detail: "it can't be made")
      }
      return catalog
    }
    do {
      return try open()
    } catch let error as StoreError where error.code == .damaged {
      try setAside(error)
      return try open()
    }
  }

  private func setAside(_ error: StoreError) throws {
    state.withLock { $0 = State() }
    let aside = try Catalog.setAside(error.path)
    configuration.notice(
      "the catalog \(error.path) was damaged (\(error.detail)); it is kept as \(aside) and made anew by a scan")
  }
}

/// What tells one file from another at the same path, and with its content also from itself at another time.
private struct FileIdentity: Equatable {
  private var device: UInt
  private var inode: UInt
  private var content: [Int] = []

  init?(_ path: String, withContent: Bool) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    guard withContent else { return }
    content = Self.content(status)
    if stat(path + "-wal", &status) == 0 { content += Self.content(status) }
  }

  private static func content(_ status: stat) -> [Int] {
    [Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
  }
}

/// The path without symbolic links; the path itself where it leads nowhere.
func canonical(_ path: String) -> String {
  guard let resolved = realpath(path, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved)
}
