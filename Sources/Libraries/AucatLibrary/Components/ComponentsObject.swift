// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
internal import CAucat

/// `aucat_components`
final class ComponentsObject: Sendable {
  let members: [ComponentObject]

  init(_ components: [Component]) { members = components.map(ComponentObject.init) }
}

@c @implementation
package func aucat_components_count(_ components: OpaquePointer?) -> Int {
  object(components, ComponentsObject.self)?.members.count ?? 0
}

@c @implementation
package func aucat_components_at(_ components: OpaquePointer?, _ index: Int) -> OpaquePointer? {
  // SAFETY: The component is not retained for the caller: the list has it, and the caller may use it only as long as
  // the list.
  (object(components, ComponentsObject.self)?.members.element(at: index)).map { borrowedHandle($0) }
}

@c @implementation
package func aucat_components_free(_ components: OpaquePointer?) { release(components, ComponentsObject.self) }

extension Array {
  /// The element at an index that comes from C; nil if there is none.
  func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
