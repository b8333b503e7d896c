internal import SQLite

/// The kinds of stores: the catalog, the user store and the result store.
///
/// Their schemas are the SQL files in `schema/`, which the build embeds into the program.
package struct StoreKind: Hashable, Sendable {
  /// Its name in messages.
  package let name: String
  /// The environment variable that names its file.
  package let variable: String
  /// The name of its file in its usual place.
  let fileName: String
  /// Marks the file (`PRAGMA application_id`).
  package let applicationID: Int
  /// The SQL that creates its tables.
  let schema: String
  /// The number of its schema (`PRAGMA user_version`), which every change of the schema raises.
  package let version: Int
  /// `PRAGMA synchronous`: a power failure may lose the last commits with `NORMAL`, none with `FULL`.
  let synchronous: String

  /// A cache that a scan rebuilds.
  package static let catalog = StoreKind(
    name: "catalog", variable: "AUCAT_CATALOG", fileName: "catalog.sqlite", applicationID: 1_635_083_009,
    schema: EmbeddedSchema.catalog, version: 15, synchronous: "NORMAL")

  /// The user's own data, which can't be rebuilt.
  package static let userStore = StoreKind(
    name: "user store", variable: "AUCAT_USER_STORE", fileName: "user.sqlite", applicationID: 1_635_083_010,
    schema: EmbeddedSchema.user, version: 6, synchronous: "FULL")

  /// The results of benchmarks and validations, which can't be read from the bundles again; the catalog has a copy.
  package static let results = StoreKind(
    name: "result store", variable: "AUCAT_RESULTS", fileName: "results.sqlite", applicationID: 1_635_083_011,
    schema: EmbeddedSchema.results, version: 1, synchronous: "NORMAL")

  /// The version of SQLite.
  package static var sqliteVersion: String { Connection.libraryVersion }

  /// Turns off SQLite's memory statistics, which only other users of SQLite in this process could need. Call it before
  /// anything uses SQLite.
  package static func ownsProcess() { MemoryStatistics.turnOff() }

  static func number(of pragma: String, on connection: Connection, schema: String = "main") throws -> Int {
    Int(try connection.number("PRAGMA \(schema).\(pragma)") ?? 0)
  }
}
