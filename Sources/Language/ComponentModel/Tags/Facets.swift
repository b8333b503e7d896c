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

/// A range of values, with the number of components whose value is in it.
public struct CountedRange: Hashable, Sendable {
  /// The range as it follows the key in a predicate, such as `< 0.1` or `== 0`.
  public var values: String
  /// The number of components.
  public var count: Int

  /// A range and a number.
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
  /// Numbers of components by tag, in the order of the tags' names.
  public var tags: [CountedTag] = []
  /// Numbers of components by manufacturer.
  public var manufacturers: [String: Int] = [:]
  /// Numbers of components by their main audio inputs and outputs.
  public var channels: [ChannelCounts: Int] = [:]
  /// Numbers of components by the name of their license, such as `GPL-2.0-or-later`; one that is not known is as the
  /// bundle writes it. Components without a license are left out.
  public var licenses: [String: Int] = [:]
  /// Numbers of components by whether they have a user interface.
  public var userInterfaces: [Bool: Int] = [:]

  /// Numbers of components by the names of the hosts that can run them; a component counts for each of its hosts.
  public var hosts: [String: Int] = [:]

  /// Numbers of components by what is known of their real-time safety: `proven`, `claimed` or `broken`. Those that
  /// claim nothing are left out.
  public var realtime: [String: Int] = [:]
  /// Numbers of components by whether the same input gives the same output. Those that have not been tested for this
  /// are left out.
  public var determinism: [Bool: Int] = [:]
  /// Numbers of components by the verdict of the last validation, such as `passed`. Those that have not been validated
  /// are left out.
  public var validations: [String: Int] = [:]
  /// Numbers of components by cost: less than 0.1, 1 and 10 per cent of one core, and more. A component counts in each
  /// range that it is in; ranges without a component are left out, as are components that have not been measured. The
  /// same holds for the following properties.
  public var costs: [CountedRange] = []
  /// Numbers of components by latency: none, and some.
  public var latencies: [CountedRange] = []
  /// Numbers of components by the time until they can play: less than 10, 100 and 1,000 ms, and more.
  public var loadTimes: [CountedRange] = []
  /// Numbers of components by the memory that they take: less than 1, 10 and 100 million bytes, and more.
  public var memory: [CountedRange] = []

  /// Creates facets of no component.
  package init() {}
}
