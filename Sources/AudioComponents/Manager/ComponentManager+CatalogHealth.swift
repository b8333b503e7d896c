internal import ComponentScan
internal import ComponentStore
internal import Glibc

extension ComponentManager {
  /// The state of the catalog and of what it holds, for people who look after it. Reads the whole file and changes
  /// nothing; never scans.
  package func catalogHealth() -> CatalogHealth {
    guard let path = configuration.catalogPath else {
      return CatalogHealth(path: "", state: .nowhere, supportedSchema: CatalogExamination.schema)
    }
    var health = CatalogExamination(path).health(view: view, at: Self.now)
    let survey = BundleSurvey(SearchPath(entries: configuration.searchDirectories, environment: [:]))
    health.unreadableDirectories = survey.roots.compactMap { root in root.problem.map { "\(root.path): \($0)" } }
    return health
  }

  /// The time by the system's clock.
  static var now: UTCTime { UTCTime(secondsSince1970: Int64(time(nil))) ?? .epoch }
}
