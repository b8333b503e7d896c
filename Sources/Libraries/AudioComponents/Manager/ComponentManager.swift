internal import CatalogSearch
internal import CatalogStore
internal import StoreFiles
internal import ComponentScan
internal import ComponentTags
internal import Linux
package import ICU
internal import Synchronization

/// The catalog of this machine's components, for hosts: corresponds to Apple's `AVAudioUnitComponentManager`.
///
/// Every query sees what any process has committed before it, and counts the bundles that were added, removed or replaced before
/// it: see ``Following``. A query on a catalog that has no bundle of the caller's
/// search path scans first, which takes seconds; call ``scan(_:progress:isCancelled:)`` to see its progress. If the
/// catalog can't be written, the scan goes into memory, for this manager only. No query loads a plugin.
///
/// All errors are a ``ComponentManagerError``, except those of a throwing closure of the host.
///
/// Safe to use from any thread; never use it on the render thread, because queries allocate and read files.
public final class ComponentManager: Sendable {
  /// Where the stores and the bundles are, and in which language to answer.
  public let configuration: Configuration
  let state = Mutex(State())
  let names: LocalizedNames
  package let rules: UnicodeRules
  let view: CatalogView
  let hostProfiles: HostProfiles
  let followed: FollowedCatalog

  /// The open stores, and the facts known about them.
  struct State {
    var catalog: Catalog?
    var identity: StoreIdentity?
    /// The facts known about the system catalog.
    var system = SystemCatalogUse()
    /// Why queries continue without the user store.
    var rejection: UserStoreRejection?
    /// The last notice about the user store, which is not repeated.
    var rejectionNotice: String?
    /// The catalog in memory that queries use if no other is available.
    var memory: MemoryCatalog?
    /// Whether a query has found the catalog damaged, so that the next scan starts with a new one.
    var isSuspect = false
    /// Whether it was reported that the file of results can't be written.
    var hasReportedResults = false
    /// The damaged file that was reported.
    var reported: FileIdentity?
    /// The number of the last change of the user's data by this manager; nil if it changed nothing that can be undone.
    var recordedChange: Int?
  }

  /// Creates a manager with its own configuration.
  public init(_ configuration: Configuration) {
    self.configuration = configuration
    names = LocalizedNames(
      locale: configuration.locale,
      folder: ProgramLocation.localizations)
    if let problem = names.problem { configuration.reportShortfall(problem) }
    rules = UnicodeRules(locale: configuration.locale)
    let followed = FollowedCatalog(directories: configuration.searchDirectories)
    self.followed = followed
    let profiles = HostProfiles(folder: configuration.hostFolder, report: configuration.reportShortfall)
    hostProfiles = profiles
    view = CatalogView(
      roots: { followed.roots }, naming: names, rules: rules, hosts: { profiles.all })
  }

  /// Where the catalog is now; nil for none.
  package var catalogPath: String? { configuration.catalogPath.map(Self.place) }

  /// Where the user store is now; nil for none.
  package var userStorePath: String? { configuration.userStorePath.map(Self.place) }

  /// Where the file of results is now; nil for none.
  package var resultsPath: String? { configuration.resultsPath.map(Self.place) }

  /// The file of results; nil for none.
  var results: ResultStore? { resultsPath.map { ResultStore($0, notice: configuration.notice) } }

  /// A store's log, lock and backups belong beside the file, not beside a symbolic link to it. A link that leads nowhere
  /// is not followed: the store would look as if it had never been there.
  private static func place(_ path: String) -> String { Path.exists(path) ? Path.followingLinks(path) : path }

  /// The manager of this process (`sharedAudioUnitComponentManager`), configured from the environment.
  ///
  /// - Throws: as `Configuration(environment:)`.
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
}
