internal import CatalogStore
internal import StoreFiles
internal import SQLite

/// The changes that a scan has made for a caller. Each component counts once, whichever bundle it comes from.
package struct ScanCounts: Hashable, Sendable {
  /// Components that the caller sees now.
  package var components = 0
  /// Components that were not seen before.
  package var added = 0
  /// Components whose description has changed.
  package var changed = 0
  /// Components that the caller no longer sees.
  package var removed = 0

  /// Components that have not changed.
  package var unchanged: Int { components - added - changed }

  /// The counts of a scan that found nothing to do.
  package init(components: Int) { self.components = components }

  /// The difference between two snapshots.
  package init(from before: CatalogSnapshot, to after: CatalogSnapshot) {
    components = after.digests.count
    for (uri, digest) in after.digests {
      guard let old = before.digests[uri] else {
        added += 1
        continue
      }
      if old != digest { changed += 1 }
    }
    removed = before.digests.keys.count { after.digests[$0] == nil }
  }
}

/// The components that a caller sees at one moment, for comparison with another.
package struct CatalogSnapshot: Sendable {
  /// The digest of each component's description, by URI.
  let digests: [String: Int64]
}

extension Catalog {
  /// The components that a caller sees now.
  package func snapshot(view: CatalogView) throws -> CatalogSnapshot {
    try read { connection in
      let visibility = try Visibility(connection, roots: view.roots())
      let condition = visibility.condition(on: "bundle") ?? "1"
      var digests: [String: Int64] = [:]
      let rows = try connection.rows("SELECT id, uri, digest FROM component WHERE \(condition)")
      while let row = try rows.next() {
        if visibility.shadowed.contains(try row.rowID("id")) { continue }
        digests[try row.text("uri")] = try row.rowID("digest")
      }
      return CatalogSnapshot(digests: digests)
    }
  }
}
