internal import ComponentScan
internal import ComponentStore
internal import ComponentTags

/// Why users scan for themselves although there is a catalog of the machine.
package enum SystemCatalogProblem: Hashable, Sendable {
  /// Others than root could have written it.
  case refused(path: String, reason: String)
  /// It is damaged, empty, or can't be read.
  case unusable(path: String, reason: String)
  /// A newer version has made it.
  case newer(path: String)
  /// Bundles have changed since, or an older version has made it.
  case outdated(path: String)
}

extension ComponentManager {
  /// What is wrong with the machine's catalog, for administrators; nil if nothing is, or if there is none.
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
