internal import StoreFiles
internal import ComponentScan
internal import ICU
internal import Linux

extension ComponentManager {
  /// Turns off what SQLite does only for other users in the process. For aucat's own programs: call it before the first
  /// manager is created.
  package static func ownsProcess() { StoreKind.ownsProcess() }

  /// The path of the program that reads bundles.
  ///
  /// - Throws: ``ComponentManagerError/workerMissing(paths:)`` with the places that were tried.
  package func workerPath() throws(ComponentManagerError) -> String {
    try unifyingErrors {
      try WorkerLocation.find(configuration.workerPath, environment: configuration.environment)
    }
  }

  /// Starts the program that reads bundles, and checks its version, without reading any bundle.
  ///
  /// - Throws: ``ComponentManagerError/workerMissing(paths:)`` or ``ComponentManagerError/workerUnusable(path:detail:)``.
  package func tryWorker() throws(ComponentManagerError) {
    let path = try workerPath()
    try unifyingErrors { try WorkerTrial.run(path, environment: configuration.environment) }
  }

  /// The versions of the library's parts.
  package struct Versions: Sendable {
    /// The number of the catalog's schema.
    package let catalogSchema: Int
    /// The number of the user store's schema.
    package let userSchema: Int
    /// The version of the records that a scan makes.
    package let scanner: Int
    package let sqlite: String
    package let icu: String
  }

  /// The versions of this library, whatever versions the files have.
  package static var versions: Versions {
    Versions(
      catalogSchema: StoreKind.catalog.version, userSchema: StoreKind.userStore.version,
      scanner: ScanPlan.scannerVersion, sqlite: StoreKind.sqliteVersion, icu: UnicodeRules.version)
  }
}

/// Finds the programs that are installed with this one.
package enum HelperProgram {
  /// The path of a program that is beside this one or the library, or in `../libexec/aucat`; nil if it is not
  /// installed.
  package static func path(_ name: String) -> String? { ProgramLocation.find(ProgramLocation.places(of: name)) }
}
