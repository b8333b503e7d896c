internal import AudioComponents

/// What the checks look at. Nothing is scanned, recovered or written for it.
struct Checkup {
  let manager: ComponentManager
  /// A manager of the catalog alone, because searching a catalog with a damaged user store would recover that.
  let reader: ComponentManager
  /// What the library has said when it was opened, such as that a language is damaged.
  let messages: [String]
  let catalog: CatalogHealth
  /// Nil if there is no place for a user store.
  let userStore: UserStoreHealth?
  /// What the catalog has, shadowed components included; nil if it is not sound or has nothing of the search path.
  let components: [Component]?

  init(_ manager: ComponentManager, messages: [String]) {
    self.manager = manager
    self.messages = messages
    catalog = manager.catalogHealth()
    userStore = manager.userStoreHealth()
    var configuration = manager.configuration
    configuration.userStorePath = nil
    let reader = ComponentManager(configuration)
    self.reader = reader
    components =
      catalog.state == .sound ? try? reader.search(.constant(true), everything: true).components : nil
  }

  var configuration: Configuration { manager.configuration }

  /// The findings of all checks. One that can't be made is a finding itself.
  func findings() -> [Finding] {
    Self.checks.flatMap { check in
      var findings: [Finding]
      do {
        findings = try check.findings(self)
      } catch {
        findings = [
          .problem(nil, "this could not be checked: \(error)", remedy: "fix what the message names, and check again")
        ]
      }
      for index in findings.indices { findings[index].check = check.name }
      return findings
    }
  }

  private static var checks: [any Check.Type] {
    [
      EnvironmentCheck.self, UserStoreCheck.self, BackupCheck.self, CatalogCheck.self, SystemCatalogCheck.self,
      ResultCheck.self, LeftoverCheck.self, PermissionCheck.self, WorkerCheck.self, ResourceCheck.self,
      SearchPathCheck.self, QuarantineCheck.self, DynamicManifestCheck.self, DuplicateCheck.self, OrphanTagCheck.self,
    ]
  }
}

/// One thing that `aucat doctor` looks at.
protocol Check {
  /// Its name in the output.
  static var name: String { get }
  /// What is wrong.
  static func findings(_ checkup: Checkup) throws -> [Finding]
}
