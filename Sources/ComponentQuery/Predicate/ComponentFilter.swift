public import ComponentModel

/// A test of components in a host's own code, for what no predicate says. Everything else is decided first, so that the
/// test is asked of few.
///
/// The test runs inside a read of the catalog, on the thread that asks: it must not ask the manager in turn.
public struct ComponentFilter: Sendable {
  /// What it tests, for people who read a ``QueryPlan``: conditions that all have to hold.
  public var conditions: [String]
  /// Whether hidden components are asked too, as they are for a predicate that names `hidden`.
  public var seesHidden: Bool
  private let test: @Sendable (Component) throws -> Bool

  /// A test.
  ///
  /// - Parameter test: called from any thread. What it throws ends the search, and is thrown by it.
  public init(
    _ conditions: [String], seesHidden: Bool = false, test: @escaping @Sendable (Component) throws -> Bool
  ) {
    self.conditions = conditions
    self.seesHidden = seesHidden
    self.test = test
  }

  /// Whether the test accepts a component.
  public func accepts(_ component: Component) throws -> Bool { try test(component) }
}
