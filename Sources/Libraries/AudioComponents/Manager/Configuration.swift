internal import StoreFiles
internal import Linux
internal import ComponentScan
public import ICU

/// Where a manager finds the catalog and the bundles, and the language that it answers in.
public struct Configuration: Sendable {
  /// Path of the catalog's SQLite file; nil if the environment names no place for it. Queries then scan into memory, as
  /// they do if the file can't be written.
  public var catalogPath: String? { didSet { isCatalogDeclined = catalogPath == nil } }
  /// Whether the host wants no catalog, as opposed to an environment that names no place for one.
  private(set) var isCatalogDeclined = false
  /// Path of the machine-wide catalog, which `aucat scan --system` writes; nil for none.
  ///
  /// Until ``catalogPath`` exists, queries read this file if it has everything that is installed; otherwise a new
  /// catalog starts as a copy of it. It is never written, and read only if root owns the file and its folder and nobody
  /// else may write to either. Anywhere but at the usual `/var/cache/aucat/catalog.sqlite`, this process's user may own
  /// them instead.
  public var systemCatalogPath: String?
  /// Path of the user store's SQLite file; nil if the environment names no place for it; then users can't have tags of
  /// their own.
  public var userStorePath: String? { didSet { isUserStoreDeclined = userStorePath == nil } }
  /// Whether the host wants no user store, as opposed to an environment that names no place for one.
  private(set) var isUserStoreDeclined = false
  /// Path of the SQLite file that keeps what a scan can't read again: validations, measurements, and when components were first
  /// seen. A new catalog adopts it. Nil for none; then all of that is lost with the catalog.
  public var resultsPath: String?
  /// Path of a catalog in another place that the one at ``catalogPath`` replaces; nil if there is none.
  var formerCatalogPath: String?
  /// Path of the folder with the user's profiles of hosts, `*.json`; nil for none. `schema/hosts.md` describes them.
  public var hostFolder: String?
  /// The directories that are searched for bundles, in order; entries as in `LV2_PATH`.
  public var searchDirectories: [String]
  /// Entries of the search path that can't be a directory's name; those that are not UTF-8 have U+FFFD.
  public var ignoredEntries: [String]
  /// The language of names and the order of lists.
  public var locale: LocaleIdentifier
  /// The environment that this configuration was made from. Scan workers inherit it.
  public var environment: [String: String]
  /// Path of the program that reads bundles, `aucat-scan-worker`; nil to look for it: beside this program, in
  /// `../libexec/aucat` from there, and below the prefix of the `aucat` in `PATH`.
  public var workerPath: String?
  /// Whether several threads may read at the same time. Costs up to five connections instead of one.
  public var isPooled: Bool
  /// Whether a query that finds the catalog damaged scans, and then answers. By default it throws
  /// ``ComponentManagerError/damagedStore(_:path:detail:)``, because a scan takes seconds; ``notice`` receives a
  /// message, and the next scan rebuilds the catalog.
  public var rebuildsDamagedCatalog = false
  /// Whether a query that finds the user store damaged restores it from a backup first. Otherwise it continues without
  /// the store.
  package var recoversUserStore = true
  /// How answers follow what is installed; automatically by default. What was taken over is told to ``notice``, for example
  /// `1 new bundle: Echo`.
  public var following = Following.automatic
  /// How old a look may be for the next answer to rely on it.
  package var lookInterval = Duration.seconds(1)
  /// How old a change must be for another one to show, in seconds.
  package var settling = ScanLimits.settling
  /// Called for a query on a catalog that has nothing of the search path. Scans by default; replace it to show
  /// progress.
  public var firstScan: @Sendable (ComponentManager) throws(ComponentManagerError) -> Void
  /// Receives messages that people should see even though nothing failed, such as a damaged catalog that was set aside.
  /// Called from any thread.
  public var notice: @Sendable (String) -> Void
  /// Receives messages about what answers lack, such as your own tags, because something can't be read. They go to
  /// ``notice`` by default. Called from any thread.
  public var shortfall: (@Sendable (String) -> Void)?

  /// The configuration that an environment describes: `AUCAT_CATALOG`, `AUCAT_SYSTEM_CATALOG` and `AUCAT_RESULTS` (if
  /// one of the last two is set but empty, there is none), `AUCAT_USER_STORE`, `AUCAT_WORKER`, `XDG_CACHE_HOME`,
  /// `XDG_CONFIG_HOME`, `XDG_DATA_HOME`, `XDG_STATE_HOME`, `HOME`, `LV2_PATH`, `LC_ALL`, `LC_MESSAGES`, `LANG`.
  ///
  /// - Throws: ``ComponentManagerError/undecodablePath(variable:)`` if a store's path is not UTF-8.
  public init(environment: [String: String]) throws(ComponentManagerError) {
    catalogPath = try Self.path(of: "catalog.sqlite", in: environment, variable: "AUCAT_CATALOG", base: .cache)
    let system = environment[SystemCatalog.variable] ?? SystemCatalog.usualPath
    systemCatalogPath = system.isEmpty ? nil : try Self.decodable(system, SystemCatalog.variable)
    userStorePath = try Self.path(of: "user.sqlite", in: environment, variable: "AUCAT_USER_STORE", base: .data)
    let hasResults = environment["AUCAT_RESULTS"] != ""
    resultsPath =
      hasResults ? try Self.path(of: "results.sqlite", in: environment, variable: "AUCAT_RESULTS", base: .state) : nil
    hostFolder = BaseDirectory.configuration.path(environment).map { $0.path + "/aucat/hosts" }
    let searchPath = SearchPath(environment: environment)
    searchDirectories = searchPath.directories
    ignoredEntries = searchPath.ignored
    locale = LocaleIdentifier(environment: environment)
    self.environment = environment
    isPooled = false
    firstScan = { (manager) throws(ComponentManagerError) in try manager.scan() }
    notice = { _ in }
  }

  /// Searches these directories instead of those of `LV2_PATH`.
  ///
  /// - Parameter entries: paths. A leading `~` is the home directory; a relative path starts at the working directory.
  public mutating func setSearchPath(_ entries: [String]) {
    let searchPath = SearchPath(entries: entries, environment: environment)
    searchDirectories = searchPath.directories
    ignoredEntries = searchPath.ignored
  }

  /// Searches the machine's own directories of the default search path: those outside the user's home.
  package mutating func setSystemSearchPath() { setSearchPath(SearchPath.systemEntries) }

  /// Reports what answers lack.
  func reportShortfall(_ message: String) { (shortfall ?? notice)(message) }

  /// The configuration of this process.
  ///
  /// - Throws: as ``init(environment:)``.
  public static func current() throws(ComponentManagerError) -> Configuration {
    try Configuration(environment: processEnvironment)
  }

  /// The environment of this process; what is not UTF-8 in it is replaced with U+FFFD.
  public static var processEnvironment: [String: String] { CurrentProcess.environment }

  /// The path that a variable names; else a file in a base directory.
  private static func path(
    of file: String, in environment: [String: String], variable: String, base: BaseDirectory
  ) throws(ComponentManagerError) -> String? {
    if let path = environment[variable], !path.isEmpty { return try decodable(path, variable) }
    guard let (directory, variable) = base.path(environment) else { return nil }
    return "\(try decodable(directory, variable))/aucat/\(file)"
  }

  /// Returns the path unchanged. Throws if bytes that were not UTF-8 have been replaced in it, because it would lead to
  /// a different place.
  private static func decodable(_ path: String, _ variable: String) throws(ComponentManagerError) -> String {
    if SearchPath.isRepaired(path) { throw .undecodablePath(variable: variable) }
    return path
  }
}
