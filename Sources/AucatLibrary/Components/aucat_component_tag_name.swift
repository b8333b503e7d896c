// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The functions have the names of the header.

internal import AudioComponents
internal import CAucat

@c @implementation
package func aucat_component_tag_count(_ component: OpaquePointer?) -> Int {
  object(component, ComponentObject.self)?.component.tags.count ?? 0
}

@c @implementation
package func aucat_component_tag_name(_ component: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(component, .tagName, of: index, \.name)
}

@c @implementation
package func aucat_component_tag_identifier(_ component: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(component, .tagIdentifier, of: index, \.identifier)
}

@c @implementation
package func aucat_component_tag_origins(_ component: OpaquePointer?, _ index: Int) -> UInt32 {
  object(component, ComponentObject.self)?.component.tags.element(at: index)?.origins ?? 0
}

private func text(
  _ component: OpaquePointer?, _ field: ComponentObject.Field, of index: Int, _ value: (Tag) -> String
) -> UnsafePointer<CChar>? {
  guard let owner = object(component, ComponentObject.self) else { return nil }
  // SAFETY: The component's object keeps the text; `element(at:)` gives nil for an index that no tag has.
  return owner.texts.text(field.rawValue, index: index) { owner.component.tags.element(at: index).map(value) }
}

extension Tag {
  /// Its sources as a sum of the header's flags.
  var origins: UInt32 { sources.reduce(0) { $0 | $1.origin } }
}

extension TagSource {
  /// The source as a flag of the header.
  fileprivate var origin: UInt32 {
    switch self {
    case .pluginClass: UInt32(AUCAT_TAG_CLASS)
    case .curated: UInt32(AUCAT_TAG_CURATED)
    case .author: UInt32(AUCAT_TAG_AUTHOR)
    case .user: UInt32(AUCAT_TAG_USER)
    }
  }
}
