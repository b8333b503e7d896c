internal import ComponentScan
internal import ComponentStore

extension ComponentManager {
  /// The state of the catalog and of what it holds, for people who look after it. Reads the whole file and changes
  /// nothing; never scans.
  package func catalogHealth() -> CatalogHealth {
    guard let path = configuration.catalogPath else {
      return CatalogHealth(path: "", state: .nowhere, supportedSchema: CatalogExamination.schema)
    }
    var health = CatalogExamination(path).health(view: view, at: .now)
    health.unreadableDirectories = unreadableDirectories()
    return health
  }

  /// The directories of the search path that are there but can't be read now, with the reasons.
  package func unreadableDirectories() -> [String] {
    BundleSurvey(SearchPath(entries: configuration.searchDirectories, environment: [:])).unreadableDirectories
  }
}
