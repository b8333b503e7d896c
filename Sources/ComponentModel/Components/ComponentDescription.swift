/// A search for components by their codes: corresponds to Apple's `AudioComponentDescription`. A field that is
/// ``FourCharCode/any`` (zero) matches everything.
public struct ComponentDescription: Hashable, Sendable {
  /// Apple's type code; see ``ComponentType/code``.
  public var type: FourCharCode
  /// The component's code, derived from its URI; see ``FourCharCode/derived(from:)``.
  public var subType: FourCharCode
  /// The manufacturer's code, derived from the manufacturer's name.
  public var manufacturer: FourCharCode

  /// A description by codes; omitted ones match everything.
  public init(type: FourCharCode = .any, subType: FourCharCode = .any, manufacturer: FourCharCode = .any) {
    self.type = type
    self.subType = subType
    self.manufacturer = manufacturer
  }

  /// A description that matches every component of a type.
  public init(type: ComponentType) { self.init(type: type.code) }

  /// Whether every field of this description that is not a wildcard equals the other's.
  public func matches(_ other: ComponentDescription) -> Bool {
    (type == .any || type == other.type)
      && (subType == .any || subType == other.subType)
      && (manufacturer == .any || manufacturer == other.manufacturer)
  }
}
