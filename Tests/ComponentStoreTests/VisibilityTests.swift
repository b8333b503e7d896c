import SQLite
import Testing

@testable import ComponentStore

/// Which rows of a shared catalog a caller sees.
@Suite struct VisibilityTests {
  private let catalog: SmallCatalog

  init() throws { catalog = try SmallCatalog() }

  /// The caller's roots after another one has come to the catalog.
  private func roots(_ statements: String) throws -> [Int64]? {
    let connection = try Connection(catalog.path, for: .writing)
    try connection.execute("INSERT INTO root (path, scanned) VALUES ('/elsewhere', 1);" + statements)
    return try Visibility(connection, roots: [SmallCatalog.root]).roots
  }

  /// Such a directory costs no search anything.
  @Test func anothersDirectoryWithoutBundlesDividesNothing() throws {
    #expect(try roots("") == nil)
  }

  @Test func anothersBundlesAreNotTheCallers() throws {
    let found = try roots(
      "INSERT INTO bundle_root (bundle, root) SELECT b.id, r.id FROM bundle AS b, root AS r WHERE r.path = '/elsewhere'"
    )
    #expect(found?.count == 1)
  }
}
