// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
package import CAucat

/// `aucat_facets`
final class FacetsObject: Sendable {
  /// A value and how many components have it.
  struct Entry {
    var value: CText
    var components: Int
  }

  private let entries: [UInt32: [Entry]]

  init(_ facets: Facets) {
    let lists: [(aucat_facet, [(String, Int)])] = [
      (AUCAT_FACET_TYPE, facets.types.map { ($0.key.rawValue, $0.value) }),
      (AUCAT_FACET_TAG, facets.tags.map { ($0.tag.name, $0.count) }),
      (AUCAT_FACET_MANUFACTURER, facets.manufacturers.map { ($0.key, $0.value) }),
      (AUCAT_FACET_LICENSE, facets.licenses.map { ($0.key, $0.value) }),
      (AUCAT_FACET_CHANNELS, facets.channels.map { ("\($0.key)", $0.value) }),
      (AUCAT_FACET_UI, facets.userInterfaces.map { ($0.key ? "yes" : "no", $0.value) }),
      (AUCAT_FACET_HOST, facets.hosts.map { ($0.key, $0.value) }),
      (AUCAT_FACET_REALTIME, facets.realtime.map { ($0.key, $0.value) }),
      (AUCAT_FACET_DETERMINISTIC, facets.determinism.map { ($0.key ? "yes" : "no", $0.value) }),
      (AUCAT_FACET_VALIDATION, facets.validations.map { ($0.key, $0.value) }),
      (AUCAT_FACET_COST, facets.costs.map { ($0.values, $0.count) }),
      (AUCAT_FACET_LATENCY, facets.latencies.map { ($0.values, $0.count) }),
      (AUCAT_FACET_LOAD_TIME, facets.loadTimes.map { ($0.values, $0.count) }),
      (AUCAT_FACET_MEMORY, facets.memory.map { ($0.values, $0.count) }),
    ]
    entries = Dictionary(
      uniqueKeysWithValues: lists.map { facet, values in
        (
          facet.rawValue,
          values.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map { Entry(value: CText($0.0), components: $0.1) }
        )
      })
  }

  deinit { for entry in entries.values.joined() { entry.value.free() } }

  func list(_ facet: aucat_facet) -> [Entry] { entries[facet.rawValue] ?? [] }
}

@c @implementation
package func aucat_search_facets(
  _ search: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withSearch(search, error, otherwise: nil) { search in
    handle(FacetsObject(try search.perform { try $1.facets() }))
  }
}

@c @implementation
package func aucat_facets_count(_ facets: OpaquePointer?, _ facet: aucat_facet) -> Int {
  object(facets, FacetsObject.self)?.list(facet).count ?? 0
}

@c @implementation
package func aucat_facets_value(_ facets: OpaquePointer?, _ facet: aucat_facet, _ index: Int) -> UnsafePointer<CChar>? {
  // SAFETY: An index out of range gives nil. The text is never changed, and `deinit` frees it: the header lets no
  // caller use it after that.
  (object(facets, FacetsObject.self)?.list(facet).element(at: index)).map { UnsafePointer($0.value.pointer) }
}

@c @implementation
package func aucat_facets_components(_ facets: OpaquePointer?, _ facet: aucat_facet, _ index: Int) -> Int {
  object(facets, FacetsObject.self)?.list(facet).element(at: index)?.components ?? 0
}

@c @implementation
package func aucat_facets_free(_ facets: OpaquePointer?) { release(facets, FacetsObject.self) }
