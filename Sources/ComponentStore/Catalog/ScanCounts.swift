internal import SQLite

/// What a scan has changed for a caller: each component is counted once, whichever bundle it comes from.
package struct ScanCounts: Hashable, Sendable {
  /// Components that the caller sees now.
  package var components = 0
  /// Components that were not seen before.
  package var added = 0
  /// Components whose description is another one.
  package var changed = 0
  /// Components that are not seen any more.
  package var removed = 0

  /// Components that are as before.
  package var unchanged: Int { components - added - changed }

  /// Nothing but what is there: a scan that found nothing to do.
  package init(components: Int) { self.components = components }

  /// The difference between what a caller saw and sees.
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

/// The components that a caller sees at one moment, to be compared with those of another.
package struct CatalogSnapshot: Sendable {
  /// The hash of everything that was read of a component, by URI.
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
