/// A tag with the number of components that have it.
public struct CountedTag: Hashable, Sendable {
  /// The tag, with all its sources in these components.
  public var tag: Tag
  /// The number of components.
  public var count: Int

  /// A tag and a number.
  package init(_ tag: Tag, count: Int) {
    self.tag = tag
    self.count = count
  }
}

/// A part of a number's values with the number of components that have one of them.
public struct CountedRange: Hashable, Sendable {
  /// As it follows the key in a predicate, such as `< 0.1` or `== 0`.
  public var values: String
  /// The number of components.
  public var count: Int

  /// Values and a number.
  package init(_ values: String, count: Int) {
    self.values = values
    self.count = count
  }
}

/// The facets of a result: the number of components of each type, tag, manufacturer and more.
public struct Facets: Hashable, Sendable {
  /// The number of components.
  public var total = 0
  /// Numbers of components by type.
  public var types: [ComponentType: Int] = [:]
  /// By tag, by name.
  public var tags: [CountedTag] = []
  /// Numbers of components by manufacturer.
  public var manufacturers: [String: Int] = [:]
  /// By main audio inputs and outputs.
  public var channels: [ChannelCounts: Int] = [:]
  /// By the name of the license, such as `GPL-2.0-or-later`, or as the bundle writes one that is not known; components without
  /// one are left out.
  public var licenses: [String: Int] = [:]
  /// By whether they bring a user interface.
  public var userInterfaces: [Bool: Int] = [:]

  /// By the hosts that can run them, by the hosts' names; a component counts for each.
  public var hosts: [String: Int] = [:]

  /// By what is known of their real-time safety: `proven`, `claimed` or `broken`. Those that claim nothing are left out.
  public var realtime: [String: Int] = [:]
  /// By whether the same input gives the same output. Those that have not been compared are left out.
  public var determinism: [Bool: Int] = [:]
  /// By the verdict of the last validation, such as `passed`. Those that have not been validated are left out.
  public var validations: [String: Int] = [:]
  /// By what they cost: less than 0.1, 1 and 10 per cent of one core, and more. A component counts in each range that it is in;
  /// ranges without one are left out, as are components that have not been measured. The same holds for the following.
  public var costs: [CountedRange] = []
  /// By latency: none, and some.
  public var latencies: [CountedRange] = []
  /// By the time until they can play: less than 10, 100 and 1,000 ms, and more.
  public var loadTimes: [CountedRange] = []
  /// By the memory that they take: less than 1, 10 and 100 million bytes, and more.
  public var memory: [CountedRange] = []

  /// Creates facets of no component.
  package init() {}
}
