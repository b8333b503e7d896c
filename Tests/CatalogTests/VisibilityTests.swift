import ComponentModel
import Foundation
import SQLite
import TestSupport
import Testing

@testable import CatalogStore

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

/// The public view `components` against the rule by which searches decide what a caller sees.
@Suite struct PublicViewTests {
  @Test("of random rivals in random directories, the view has those that a caller of the default path sees")
  func law() throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "rivals of a view")
    let roots = ["/test/a", "/test/b", "/test/c", "/test/d"]
    for _ in 0..<20 {
      let folder = TemporaryFolder()
      let defaults = Array(roots.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
      let scanned = roots.shuffled(using: &random)
      let catalog = try Catalog.openForWriting(folder("catalog.sqlite"))
      let writer = try ScanWriter(
        catalog, roots: scanned, defaultRoots: defaults, scannerVersion: 1, rules: SmallCatalog.rules)
      for step in 0..<36 {
        // Later steps change, move and remove what the first have added.
        let number = step % 12
        let path = "/test/\(["é", "z"][number % 2])\(number)"
        let some = scanned.filter { _ in Bool.random(using: &random) }
        let places = some.isEmpty ? Array(scanned.prefix(1)) : some
        switch step < 12 ? 2 : Int.random(in: 0...3, using: &random) {
        case 0: try writer.writeItems([.moved(bundle: path, roots: places)]); continue
        case 1: try writer.writeItems([.gone(bundle: path)]); continue
        default: break
        }
        let uris = ["urn:a", "urn:b", "urn:c"].filter { _ in Bool.random(using: &random) }
        let plugins = uris.map { uri in
          var plugin = SmallCatalog.plugin(uri)
          plugin.record.version = Version(minor: Int.random(in: 8...11, using: &random), micro: 0)
          return plugin
        }
        try writer.writeItems(SmallCatalog.bundle(path, roots: places, content: UInt64(step), plugins: plugins))
      }
      try writer.complete()
      try catalog.read { connection in
        let hasDefaults =
          !(try connection.texts(
            "SELECT 'yes' FROM bundle_root AS x JOIN root AS r ON r.id = x.root WHERE r.path IN (\(list(defaults)))"
          ).isEmpty)
        let visibility = try Visibility(connection, roots: hasDefaults ? defaults : scanned)
        let condition = visibility.condition(on: "bundle").map { " WHERE " + $0 } ?? ""
        let seen = try connection.texts("SELECT id || '' FROM component" + condition)
          .filter { !visibility.shadowed.contains(Int64($0) ?? 0) }
        let shown = try connection.texts("SELECT id || '' FROM components")
        #expect(Set(shown) == Set(seen), "seed \(random.seed): \(defaults) of \(scanned)")
        #expect(shown.count == seen.count)
      }
      _ = try writer.finish()
    }
  }

  private func list(_ paths: [String]) -> String { paths.map { "'\($0)'" }.joined(separator: ", ") }
}
