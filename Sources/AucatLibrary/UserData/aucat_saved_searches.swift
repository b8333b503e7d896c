// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The functions have the names of the header.

internal import AudioComponents
internal import CAucat

// SAFETY: `required` copies the names and predicates before they are used; `CText.forCaller` returns a copy that the
// caller frees.

@c @implementation
package func aucat_saved_searches(
  _ catalog: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { handle(StringsObject(try $0.savedSearches().map(\.name))) }
}

@c @implementation
package func aucat_saved_search(
  _ catalog: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> UnsafeMutablePointer<CChar>? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    try manager.savedSearch(named: required(name, "name")).map { CText.forCaller($0.predicate) }
  }
}

@c @implementation
package func aucat_saved_search_set(
  _ catalog: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ predicate: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  withCatalog(catalog, error) { manager in
    let text = try required(predicate, "predicate")
    let search = try SavedSearch(required(name, "name"), predicate: text)
    // Parsed here for the place of an error, which the store's own does not have.
    try locating(text) {
      _ = try manager.predicate(text)
      try manager.save(search)
    }
  }
}

@c @implementation
package func aucat_saved_search_delete(
  _ catalog: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  withCatalog(catalog, error) { try $0.deleteSavedSearch(named: required(name, "name")) }
}
