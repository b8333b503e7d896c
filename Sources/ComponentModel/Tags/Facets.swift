/// A tag with the number of components that have it.
public struct CountedTag: Hashable, Sendable {
  /// The tag, with all its sources in these components.
  public var tag: Tag
  /// The number of components.
  public var count: Int

  /// A tag and a number.
  public init(_ tag: Tag, count: Int) {
    self.tag = tag
    self.count = count
  }
}

/// The facets of a result: the number of components of each type, tag, manufacturer and more.
public struct Facets: Hashable, Sendable {
  /// The number of components.
  public var total = 0
  /// By type.
  public var types: [ComponentType: Int] = [:]
  /// By tag, by name.
  public var tags: [CountedTag] = []
  /// By manufacturer.
  public var manufacturers: [String: Int] = [:]
  /// By main audio inputs and outputs.
  public var channels: [ChannelCounts: Int] = [:]
  /// By license, as the bundle writes it; components without one are left out.
  public var licenses: [String: Int] = [:]
  /// By whether they bring a user interface.
  public var userInterfaces: [Bool: Int] = [:]

  /// By the hosts that can run them, by the hosts' names; a component counts for each.
  public var hosts: [String: Int] = [:]

  /// By what is known of their real-time safety: `proven`, `claimed` or `broken`. Those that claim nothing are left out.
  public var realtime: [String: Int] = [:]
  /// By whether the same input gives the same output. Those that have not been compared are left out.
  public var determinism: [Bool: Int] = [:]

  /// Empty facets.
  public init() {}
}
