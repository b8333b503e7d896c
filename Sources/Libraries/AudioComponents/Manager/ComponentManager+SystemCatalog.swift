internal import CatalogSearch
internal import CatalogStore
internal import StoreFiles
internal import ComponentScan
internal import ComponentTags
internal import Linux
internal import Synchronization

/// If the user has neither a catalog nor results, the system catalog answers if it has everything that a scan by the
/// user would find; otherwise the user's catalog starts as a copy of it.
extension ComponentManager {
  /// The state of the system catalog, by the identity of its file.
  struct SystemCatalogUse {
    /// Whether the open catalog is the system catalog.
    var isOpen = false
    /// The file that was found to have everything that a scan would find.
    var complete: FileIdentity?
    /// The file that is of no use: it is incomplete, damaged, or can't be trusted.
    var useless: FileIdentity?
    /// Whether it lacks something that is installed in its own directories, which is still to be reported.
    var isOutdated = false
    /// Whether a new catalog of the user's starts empty, because a copy was damaged.
    var isDistrusted = false
  }

  /// The system catalog; nil if the configuration names none, or if the host wants no catalog at all.
  var systemCatalog: SystemCatalog? {
    configuration.isCatalogDeclined ? nil : configuration.systemCatalogPath.map(SystemCatalog.init)
  }

  /// The system catalog, opened unless it is open already.
  ///
  /// - Returns: nil if no usable one exists.
  /// - Throws: ``StoreError``, about which ``passOver(_:)`` decides.
  func sharedCatalog(_ state: inout State, userStore: String?) throws -> Catalog? {
    guard let system = systemCatalog, results?.exists != true else { return nil }
    let open = state.system.isOpen ? state.catalog : nil
    // If its file was removed, the open one is still complete.
    guard let identity = StoreIdentity(system.path, userStore, withContent: open?.isSnapshot == true) else {
      return open
    }
    if let open, identity == state.identity, open.hasUserStore || !identity.hasUserStore { return open }
    (state.catalog, state.system.isOpen) = (nil, false)
    guard let file = FileIdentity(system.path), file != state.system.useless else { return nil }
    let opened = try Catalog.openForReading(system, isPooled: configuration.isPooled, userStore: userStore)
    guard let opened, try file == state.system.complete || isComplete(opened) else {
      state.system.useless = file
      state.system.isOutdated = opened != nil && isOutdated(system)
      return nil
    }
    state.system.complete = file
    (state.catalog, state.identity, state.system.isOpen) = (opened, identity, true)
    if opened.hasUserStore { state.rejectionNotice = nil }
    return opened
  }

  /// Whether a catalog has what a scan would find, by the same rules.
  private func isComplete(_ catalog: Catalog) throws -> Bool {
    guard try !catalog.hasOtherTags(than: TagRules.standardVersion),
      try !catalog.hasOtherScanner(than: ScanPlan.scannerVersion)
    else { return false }
    let known = try catalog.knownDirectories(configuration.searchDirectories)
    let (findsNothingNew, silent) = look(at: known, leavingOut: followed.silent(known))
    if findsNothingNew { return true }
    let survey = try survey(.forAnswer, trusting: known, leavingOut: silent)
    return ScanPlan.isCurrent(try catalog.knownBundles(), for: survey)
  }

  /// Whether an error concerns the system catalog.
  func concernsSystemCatalog(_ error: StoreError) -> Bool {
    error.store == .catalog && error.path == configuration.systemCatalogPath && error.path != catalogPath
  }

  /// Continues without the system catalog until another file replaces it.
  ///
  /// - Throws: the error, if it says nothing about the file.
  func passOver(_ error: StoreError) throws {
    if [.busy, .exhausted].contains(error.code) { throw error }
    state.withLock { state in
      state.system = SystemCatalogUse(useless: FileIdentity(error.path), isDistrusted: state.system.isDistrusted)
      state.catalog = nil
    }
    guard error.code == .damaged || error.code == .diskFailed else { return }
    configuration.notice(
      "the machine's catalog \(error.path) can't be used (\(error.detail)); a scan for the whole machine, by root, rebuilds it"
    )
  }

  /// The system catalog, if a new catalog of the user's can start as a copy of it: it knows a directory of the search
  /// path.
  var origin: SystemCatalog? {
    guard let system = systemCatalog, state.withLock({ !$0.system.isDistrusted }) else { return nil }
    let known = try? Catalog.openForReading(system)?.roots()
    return Set(known ?? []).isDisjoint(with: view.roots()) ? nil : system
  }

  /// Whether the system catalog answers now.
  package var isShared: Bool { (try? catalog(withoutUserStore: true)) != nil && state.withLock { $0.system.isOpen } }
}

/// Why users scan for themselves although there is a system catalog.
package enum SystemCatalogProblem: Hashable, Sendable {
  /// A user other than root could have written it.
  case refused(path: String, reason: String)
  /// It is damaged, empty, or can't be read.
  case unusable(path: String, reason: String)
  /// A newer version has written it.
  case newer(path: String)
  /// Bundles have changed since, or an older version has written it.
  case outdated(path: String)
}

extension ComponentManager {
  /// The fault of the system catalog, for administrators; nil if it is sound, or if there is none.
  package func systemCatalogProblem() -> SystemCatalogProblem? {
    guard let system = systemCatalog else { return nil }
    switch system.standing {
    case .absent: return nil
    case .refused(let path, let reason): return .refused(path: path, reason: reason)
    case .trusted: break
    }
    let health = CatalogExamination(system.path).health(view: view.acceptingNothing)
    switch health.state {
    case .sound: return isOutdated(system) ? .outdated(path: system.path) : nil
    case .older: return .outdated(path: system.path)
    case .newer: return .newer(path: system.path)
    case .missing, .nowhere: return .unusable(path: system.path, reason: "it is empty")
    case .damaged(let reason), .foreign(let reason), .unreachable(let reason), .unreadable(let reason):
      return .unusable(path: system.path, reason: reason)
    }
  }

  /// Whether something has changed in its own directories.
  private func isOutdated(_ system: SystemCatalog) -> Bool {
    guard let catalog = try? Catalog.openForReading(system), let known = try? catalog.knownBundles(),
      let roots = try? catalog.roots(), let hasOtherTags = try? catalog.hasOtherTags(than: TagRules.standardVersion)
    else { return false }
    let survey = BundleSurvey(SearchPath(entries: roots, environment: [:]))
    return hasOtherTags || survey.unreadableDirectories.isEmpty && !ScanPlan.isCurrent(known, for: survey)
  }
}
