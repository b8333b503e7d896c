// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
internal import CAucat

/// Changes what the user has entered, in one transaction.
func change(_ catalog: OpaquePointer?, _ error: ErrorSlot, _ changes: () throws -> [UserChange]) -> Bool {
  withCatalog(catalog, error) { manager in try manager.apply(try changes()) }
}

/// The label with the name that a caller passes.
func label(_ kind: UserLabel.Kind, _ name: UnsafePointer<CChar>?) throws -> UserLabel {
  // SAFETY: `required` copies the name that the caller passes.
  try UserLabel(kind, try required(name, "the name of a \(kind.rawValue)"))
}

// SAFETY: `label`, `required` and `texts` copy the tags and URIs before they are used; `texts` reads as many of the
// array as the caller says that it has.

@c @implementation
package func aucat_standard_tags(
  _ catalog: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { handle(StringsObject($0.standardLocalizedTagNames)) }
}

@c @implementation
package func aucat_tags(
  _ catalog: OpaquePointer?, _ uri: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    handle(StringsObject(try manager.userTagNames(of: required(uri, "uri"))))
  }
}

@c @implementation
package func aucat_tag_add(
  _ catalog: OpaquePointer?, _ uri: UnsafePointer<CChar>?, _ tag: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(catalog, error) { [.add(try label(.tag, tag), to: try required(uri, "uri"))] }
}

@c @implementation
package func aucat_tag_remove(
  _ catalog: OpaquePointer?, _ uri: UnsafePointer<CChar>?, _ tag: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(catalog, error) { [.remove(try label(.tag, tag), from: try required(uri, "uri"))] }
}

@c @implementation
package func aucat_tags_set(
  _ catalog: OpaquePointer?, _ uri: UnsafePointer<CChar>?, _ tags: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(catalog, error) {
    let labels = try texts(tags, count: count, "tags").map { try UserLabel(.tag, $0) }
    return [.setTags(labels, of: try required(uri, "uri"))]
  }
}

@c @implementation
package func aucat_tag_rename(
  _ catalog: OpaquePointer?, _ tag: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(catalog, error) { [.rename(try label(.tag, tag), to: try label(.tag, name))] }
}

@c @implementation
package func aucat_tag_delete(
  _ catalog: OpaquePointer?, _ tag: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(catalog, error) { [.delete(try label(.tag, tag))] }
}

@c @implementation
package func aucat_set_favorite(
  _ catalog: OpaquePointer?, _ uri: UnsafePointer<CChar>?, _ isFavorite: Bool,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(catalog, error) { [mark(try required(uri, "uri"), .favorite, isSet: isFavorite)] }
}

@c @implementation
package func aucat_set_hidden(
  _ catalog: OpaquePointer?, _ uri: UnsafePointer<CChar>?, _ isHidden: Bool,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(catalog, error) { [mark(try required(uri, "uri"), .hidden, isSet: isHidden)] }
}

private func mark(_ uri: String, _ label: UserLabel, isSet: Bool) -> UserChange {
  isSet ? .add(label, to: uri) : .remove(label, from: uri)
}

// SAFETY: `withCatalog` and `change` check the catalog for NULL; `label` and `required` copy the names and URIs before
// they are used.

@c @implementation
package func aucat_collections(
  _ catalog: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { handle(StringsObject(try $0.collectionCounts().map(\.name))) }
}

@c @implementation
package func aucat_collection_members(
  _ catalog: OpaquePointer?, _ collection: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    try manager.uris(inCollectionNamed: label(.collection, collection).name).map { handle(StringsObject($0)) }
  }
}

@c @implementation
package func aucat_collection_add(
  _ catalog: OpaquePointer?, _ collection: UnsafePointer<CChar>?, _ uri: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(catalog, error) { [.add(try label(.collection, collection), to: try required(uri, "uri"))] }
}

@c @implementation
package func aucat_collection_remove(
  _ catalog: OpaquePointer?, _ collection: UnsafePointer<CChar>?, _ uri: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(catalog, error) { [.remove(try label(.collection, collection), from: try required(uri, "uri"))] }
}

@c @implementation
package func aucat_collection_create(
  _ catalog: OpaquePointer?, _ collection: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(catalog, error) { [.create(try label(.collection, collection))] }
}

@c @implementation
package func aucat_collection_rename(
  _ catalog: OpaquePointer?, _ collection: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(catalog, error) { [.rename(try label(.collection, collection), to: try label(.collection, name))] }
}

@c @implementation
package func aucat_collection_delete(
  _ catalog: OpaquePointer?, _ collection: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(catalog, error) { [.delete(try label(.collection, collection))] }
}
