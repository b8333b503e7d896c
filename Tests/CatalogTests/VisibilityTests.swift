import ComponentModel
import Foundation
import SQLite
import TestSupport
import Testing

@testable import CatalogStore

/// Which rows of a shared catalog a caller sees.
struct VisibilityTests {
  @Test("of random rivals in random directories, the public view has those that a caller of the default path sees")
  func law() throws { try checkLaw(cases: 2) }

  @Test("the same of more", .part(.laws)) func fullLaw() throws { try checkLaw(cases: 20) }

  private func checkLaw(cases: Int) throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "rivals of a view")
    let roots = ["/test/a", "/test/b", "/test/c", "/test/d"]
    for _ in 0..<SeededGenerator.cases(cases) {
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
        let plugins = uris.map {
          var plugin = SmallCatalog.plugin($0)
          plugin.record.version = Version(minor: Int.random(in: 8...11, using: &random), micro: 0)
          return plugin
        }
        try writer.writeItems(SmallCatalog.bundle(path, roots: places, content: UInt64(step), plugins: plugins))
      }
      try writer.complete()
      try catalog.read { connection in
        let list = defaults.map { "'\($0)'" }.joined(separator: ", ")
        let hasDefaults =
          try connection.texts(
            "SELECT 'yes' FROM bundle_root AS x JOIN root AS r ON r.id = x.root WHERE r.path IN (\(list))") != []
        let visibility = try Visibility(connection, roots: hasDefaults ? defaults : scanned)
        let condition = visibility.condition(on: "bundle").map { " WHERE " + $0 } ?? ""
        let seen = try connection.texts("SELECT id || '' FROM component" + condition)
          .filter { !visibility.shadowed.contains(Int64($0) ?? 0) }
        let shown = try connection.texts("SELECT id || '' FROM components")
        verify(Set(shown), equals: Set(seen), "seed \(random.seed): \(defaults) of \(scanned)")
        verify(shown.count, equals: seen.count)
      }
      _ = try writer.finish()
    }
  }
}
