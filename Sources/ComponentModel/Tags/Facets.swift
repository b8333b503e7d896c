/// A tag with the number of components that have it.
public struct CountedTag: Hashable, Sendable {
  /// The tag, with all sources that these components have it from.
  public var tag: Tag
  /// How many components.
  public var count: Int

  /// A tag and a number.
  public init(_ tag: Tag, count: Int) {
    self.tag = tag
    self.count = count
  }
}

/// What the components of a result have in common: how many there are of each type, tag and manufacturer.
public struct Facets: Hashable, Sendable {
  /// How many components there are.
  public var total = 0
  /// By type.
  public var types: [ComponentType: Int] = [:]
  /// By tag, by name.
  public var tags: [CountedTag] = []
  /// By manufacturer.
  public var manufacturers: [String: Int] = [:]

  /// Nothing.
  public init() {}
}
