internal import ComponentScan
internal import ComponentStore

extension ComponentManager {
  /// The state of the catalog and of what it holds, for people who look after it. Reads the whole file and changes
  /// nothing; never scans.
  package func catalogHealth() -> CatalogHealth {
    var health = ownHealth
    if [.missing, .nowhere, .older].contains(health.state), isShared, let path = configuration.systemCatalogPath {
      let leftovers = health.leftovers
      health = CatalogExamination(path).health(view: view)
      (health.isOfMachine, health.leftovers) = (true, leftovers)
    }
    if health.state != .nowhere { health.unreadableDirectories = unreadableDirectories() }
    return health
  }

  private var ownHealth: CatalogHealth {
    guard let path = catalogPath else {
      return CatalogHealth(path: "", state: .nowhere, supportedSchema: CatalogExamination.schema)
    }
    return CatalogExamination(path).health(view: view)
  }

  /// The directories of the search path that are there but can't be read now, with the reasons.
  package func unreadableDirectories() -> [String] {
    BundleSurvey(SearchPath(entries: configuration.searchDirectories, environment: [:])).unreadableDirectories
  }
}
