public import ComponentModel

/// A test of components in a host's own code, for what predicates can't express. It runs last, so that it
/// sees few components.
///
/// The test runs inside a read transaction on the calling thread: it must not call the manager.
public struct ComponentFilter: Sendable {
  /// A description of the test, for a ``QueryPlan``: conditions that must all hold.
  public var conditions: [String]
  /// Whether it sees hidden components, as a predicate that names `hidden` does.
  public var seesHidden: Bool
  private let test: @Sendable (Component) throws -> Bool

  /// Creates a filter from a test.
  ///
  /// - Parameters:
  ///   - conditions: what it tests, for a ``QueryPlan``.
  ///   - seesHidden: whether it sees hidden components.
  ///   - test: called from any thread. An error ends the search, which throws it.
  public init(
    _ conditions: [String], seesHidden: Bool = false, test: @escaping @Sendable (Component) throws -> Bool
  ) {
    self.conditions = conditions
    self.seesHidden = seesHidden
    self.test = test
  }

  /// Whether the test accepts a component.
  ///
  /// - Throws: what the test throws.
  public func accepts(_ component: Component) throws -> Bool { try test(component) }
}
