internal import ComponentStore
internal import ComponentTags

extension ComponentManager {
  /// The components that a predicate is true of, by name: corresponds to `componentsMatchingPredicate:`.
  ///
  /// - Parameter text: a predicate, such as `tag contains drum` or `typeName == 'Effect'`, or plain words.
  /// - Throws: `InvalidPredicate` with the column where the text is no predicate, and an error of the catalog with its remedy.
  public func components(matching text: String) throws -> [Component] {
    try components(matching: try predicate(text))
  }

  /// As ``components(matching:)``, with values in place of each `%@`: `name == %@`. A value is never read as a part of the
  /// language, whatever it holds, and has to be of the key's kind.
  public func components(matching text: String, arguments: [any PredicateArgument]) throws -> [Component] {
    try components(matching: try predicate(text, arguments: arguments))
  }

  /// The rules by which texts compare, for ``PreparedPredicate``: they ask a predicate in memory of whatever has values
  /// for its keys.
  public var textRules: any TextRules { rules }

  /// The predicate that a text stands for.
  ///
  /// - Throws: `InvalidPredicate` with the column where it is none.
  public func predicate(_ text: String) throws(InvalidPredicate) -> ComponentPredicate {
    try ComponentPredicate(parsing: text, rules: rules)
  }

  /// The predicate that a text with `%@` in place of values stands for.
  ///
  /// - Throws: `InvalidPredicate` with the column where it is none, where there are too few or too many values, and where one
  ///   is not of the kind of its key.
  public func predicate(_ text: String, arguments: [any PredicateArgument]) throws(InvalidPredicate)
    -> ComponentPredicate
  {
    try ComponentPredicate(parsing: text, arguments: arguments, rules: rules)
  }

  /// The components that a predicate is true of, by name. Hidden components are left out unless the predicate names
  /// `hidden`; so are those that another bundle of the search path goes before.
  public func components(matching predicate: ComponentPredicate) throws -> [Component] {
    try search(predicate).components
  }

  /// The components whose codes are those of a description, zero being a wildcard: corresponds to
  /// `componentsMatchingDescription:`.
  public func components(matching description: ComponentDescription) throws -> [Component] {
    try components { component, _ in description.matches(component.componentDescription) }
  }

  /// The components that a closure accepts, by name: corresponds to `componentsPassingTest:`.
  ///
  /// - Parameter test: takes a component and a flag; setting the flag ends the search after this component.
  public func components(passing test: (_ component: Component, _ stop: inout Bool) throws -> Bool) throws
    -> [Component]
  {
    try accepted(of: try query { try $0.components(view: $1) }, test)
  }

  /// The components that a predicate is true of and a closure accepts, in the order of ``components(matching:)``. The
  /// predicate is decided first, with the indexes of the catalog; the closure is asked of the components that are left.
  ///
  /// - Parameter test: takes a component and a flag; setting the flag ends the search after this component.
  public func components(
    matching predicate: ComponentPredicate, passing test: (_ component: Component, _ stop: inout Bool) throws -> Bool
  ) throws -> [Component] {
    try accepted(of: try components(matching: predicate), test)
  }

  /// As ``components(matching:passing:)`` with the predicate that a text stands for.
  ///
  /// - Throws: `InvalidPredicate` with the column where the text is no predicate.
  public func components(
    matching text: String, passing test: (_ component: Component, _ stop: inout Bool) throws -> Bool
  ) throws -> [Component] {
    try components(matching: try predicate(text), passing: test)
  }

  private func accepted(
    of components: [Component], _ test: (_ component: Component, _ stop: inout Bool) throws -> Bool
  ) rethrows -> [Component] {
    var accepted: [Component] = []
    var stop = false
    for component in components {
      if try test(component, &stop) { accepted.append(component) }
      if stop { break }
    }
    return accepted
  }

  /// The component with a URI, or nil.
  public func component(uri: String) throws -> Component? {
    try query { try $0.component(uri: uri, view: $1) }
  }

  /// The components with a name, ignoring case and accents.
  public func components(named name: String) throws -> [Component] {
    try query { try $0.components(named: name, view: $1) }
  }

  /// Ports, presets and the rest of what the catalog holds of a component.
  public func details(of component: Component) throws -> ComponentDetails {
    try query { try $0.details(of: component, view: $1) }
  }

  /// What matches a predicate, in one piece.
  public struct SearchResult: Sendable {
    /// What was searched for: saved searches and collections with what they stand for, misspelt words as they were
    /// probably meant.
    public var predicate: ComponentPredicate
    /// The components, by name; for plain words the best match first.
    public var components: [Component]
    /// Bundles that are kept away from hosts; empty unless everything was asked for.
    public var quarantined: [QuarantinedBundle]

    /// A result.
    public init(predicate: ComponentPredicate, components: [Component], quarantined: [QuarantinedBundle]) {
      self.predicate = predicate
      self.components = components
      self.quarantined = quarantined
    }
  }

  /// As ``components(matching:)``, with more to choose.
  ///
  /// - Parameters:
  ///   - everything: with hidden components, shadowed duplicates and quarantined bundles.
  ///   - limit: at most so many components; the first by name, or the best of plain words.
  public func search(
    _ predicate: ComponentPredicate, everything: Bool = false, limit: Int = .max
  ) throws -> SearchResult {
    let found = try query { try $0.search(predicate, view: $1, everything: everything, limit: limit) }
    return SearchResult(
      predicate: found.predicate, components: found.components, quarantined: found.quarantined)
  }

  /// Bundles and plugins that are kept away from hosts, with the reasons.
  public func quarantined() throws -> [QuarantinedBundle] {
    try query { try $0.quarantined(view: $1) }
  }
}
