internal import AudioComponents

/// The subjects of all checks. Nothing is scanned, recovered or written.
struct Checkup {
  let manager: ComponentManager
  /// A manager without the user store, because a search would recover a damaged one.
  let reader: ComponentManager
  /// The library's messages when it was opened, such as that a language is damaged.
  let messages: [String]
  let catalog: CatalogHealth
  /// The health of the user store; nil if there is no place for one.
  let userStore: UserStoreHealth?
  /// The catalog's components, including shadowed ones; nil if it is damaged or has nothing of the search path.
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

  /// The findings of all checks. A check that fails is itself a finding.
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
      SearchPathCheck.self, QuarantineCheck.self, BinaryCheck.self, DynamicManifestCheck.self, DuplicateCheck.self,
      OrphanTagCheck.self,
    ]
  }
}

/// One subject that `aucat doctor` checks.
protocol Check {
  /// Its name in the output.
  static var name: String { get }
  /// Examines one subject, and returns what is wrong.
  static func findings(_ checkup: Checkup) throws -> [Finding]
}
