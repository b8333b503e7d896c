internal import GRDB

/// The catalog's schema: the numbered files of `schema/`, which the build puts into the program as they are.
enum Schema {
  /// Marks the file as an aucat catalog.
  static let applicationID: Int = 1_635_083_009

  /// The files, by number from 1. `user_version` is the number of the last one that was applied.
  static let migrations = [EmbeddedSchema.catalog_001]

  static var version: Int { migrations.count }

  /// Applies what is missing, all or nothing. Two processes that do so at once do it one after the other.
  static func migrate(_ database: any DatabaseWriter) throws {
    try database.writeWithoutTransaction { connection in
      guard try number("user_version", connection) < version else { return }
      try connection.inTransaction(.immediate) {
        let current = try number("user_version", connection)
        for migration in migrations.dropFirst(current) { try connection.execute(sql: migration) }
        if current < version { try connection.execute(sql: "PRAGMA user_version = \(version)") }
        return .commit
      }
    }
  }

  static func number(_ pragma: String, _ connection: Database) throws -> Int {
    Int(try connection.number("PRAGMA \(pragma)") ?? 0)
  }
}
