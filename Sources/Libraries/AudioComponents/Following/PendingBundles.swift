internal import CatalogStore
internal import ComponentScan
internal import Synchronization

/// The difference between what is installed and the catalog.
package struct PendingBundles: Sendable {
  /// Canonical paths of the bundles that were installed, removed or edited since the last scan.
  package var paths: [String]
  /// Whether the next answer takes them over; files that were edited in place are only found by scans.
  package var areNoticed: Bool
}

extension ComponentManager {
  /// The directories of the search path but those that have given no answer a short time ago, which nobody should ask again.
  package var answeringDirectories: [String] {
    let silent = followed.silent([])
    return configuration.searchDirectories.filter { !silent.contains($0) }
  }

  /// What a scan would read or forget now, for diagnostics; nil if there is no catalog of the user's.
  package func pendingBundles() -> PendingBundles? {
    guard let catalog = try? catalog(withoutUserStore: true), !state.withLock(\.system.isOpen),
      let known = try? catalog.knownDirectories(configuration.searchDirectories),
      let bundles = try? catalog.knownBundles()
    else { return nil }
    let (findsNothingNew, silent) = look(at: known, leavingOut: [])
    guard let survey = try? survey(.forScan, leavingOut: silent) else { return nil }
    let plan = ScanPlan(survey: survey, known: bundles, full: false)
    return PendingBundles(
      paths: (plan.jobs.map(\.bundle.path) + plan.gone).sorted(), areNoticed: !findsNothingNew)
  }
}
