// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
internal import CAucat

/// `aucat_tag_list`
final class TagListObject: Sendable {
  let tags: [CountedTag]
  let names = OwnedTexts()

  init(_ tags: [CountedTag]) { self.tags = tags }
}

private func tag(_ list: OpaquePointer?, _ index: Int) -> CountedTag? {
  object(list, TagListObject.self)?.tags.element(at: index)
}

@c @implementation
package func aucat_all_tags(
  _ catalog: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { handle(TagListObject(try $0.displayTagCounts())) }
}

@c @implementation
package func aucat_tag_list_count(_ list: OpaquePointer?) -> Int { object(list, TagListObject.self)?.tags.count ?? 0 }

@c @implementation
package func aucat_tag_list_name(_ list: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  guard let owner = object(list, TagListObject.self) else { return nil }
  // SAFETY: The list keeps the text; `element(at:)` gives nil for an index that no tag has.
  return owner.names.text(0, index: index) { owner.tags.element(at: index)?.tag.name }
}

@c @implementation
package func aucat_tag_list_origins(_ list: OpaquePointer?, _ index: Int) -> UInt32 {
  tag(list, index)?.tag.origins ?? 0
}

@c @implementation
package func aucat_tag_list_components(_ list: OpaquePointer?, _ index: Int) -> Int { tag(list, index)?.count ?? 0 }

@c @implementation
package func aucat_tag_list_free(_ list: OpaquePointer?) { release(list, TagListObject.self) }
