// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
internal import CAucat

@c @implementation
package func aucat_note_use(
  _ catalog: OpaquePointer?, _ uri: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  withCatalog(catalog, error) { try $0.noteUse(of: required(uri, "uri")) }
}

@c @implementation
package func aucat_undo(
  _ catalog: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> UnsafeMutablePointer<CChar>? {
  withCatalog(catalog, error, otherwise: nil) { try $0.undo().map { CText.forCaller($0.title) } }
}

@c @implementation
package func aucat_export(
  _ catalog: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> UnsafeMutablePointer<CChar>? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    CText.forCaller(String(decoding: UserDataFormat.encode(try manager.userData()), as: UTF8.self))
  }
}

@c @implementation
package func aucat_import(
  _ catalog: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ added: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  withCatalog(catalog, error) { _ = try imported(text, count: added, into: $0) }
}

@c @implementation
package func aucat_import_renamed(
  _ catalog: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ added: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    handle(StringsObject(try imported(text, count: added, into: manager).map(\.name)))
  }
}

/// Imports an export, without replacing anything.
///
/// - Returns: the saved searches that were renamed.
private func imported(
  _ text: UnsafePointer<CChar>?, count added: UnsafeMutablePointer<Int>?, into manager: ComponentManager
) throws -> [SavedSearch] {
  let data = try UserDataFormat.decode(Array(try required(text, "text").utf8))
  var renamed: [SavedSearch] = []
  let count = try manager.merge(data, replacing: false, keepingUses: false, moved: &renamed)
  // SAFETY: `added` is NULL or, by the header, points to a `size_t` of the caller's. It is only written.
  added?.pointee = count
  return renamed
}

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
    // Parsed here for the place of an error, which the store's own error does not have.
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
