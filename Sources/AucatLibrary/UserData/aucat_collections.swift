// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The functions have the names of the header.

internal import AudioComponents
internal import CAucat

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
