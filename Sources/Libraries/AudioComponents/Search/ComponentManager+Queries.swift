internal import CatalogSearch
public import ComponentQuery
internal import ComponentTags

extension ComponentManager {
  /// The components that match a predicate, by name: corresponds to `componentsMatchingPredicate:`.
  ///
  /// Hidden components are left out unless the predicate names `hidden`; so are those that another bundle of the search
  /// path shadows.
  ///
  /// - Parameter text: a predicate, such as `tag contains drum` or `typeName == 'Effect'`, or plain words.
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` with the column if the text isn't a predicate, or an error
  ///   about a store.
  public func components(matching text: String) throws(ComponentManagerError) -> [Component] {
    try components(matching: try predicate(text))
  }

  /// As ``components(matching:)-(String)``, with values in place of each `%@`: `name == %@`. A value is never parsed, whatever it
  /// holds, and must be of the key's kind.
  public func components(
    matching text: String, arguments: [any PredicateArgument]
  ) throws(ComponentManagerError) -> [Component] {
    try components(matching: try predicate(text, arguments: arguments))
  }

  /// As ``components(matching:)-(String)``, for a predicate that is parsed already.
  public func components(matching predicate: ComponentPredicate) throws(ComponentManagerError) -> [Component] {
    try search(predicate).components
  }

  /// The components whose codes match a description, zero being a wildcard: corresponds to
  /// `componentsMatchingDescription:`.
  ///
  /// - Throws: an error about a store.
  public func components(matching description: ComponentDescription) throws(ComponentManagerError) -> [Component] {
    try query { try $0.components(view: $1) }.filter { description.matches($0.componentDescription) }
  }

  /// The components that a closure accepts, by name: corresponds to `componentsPassingTest:`.
  ///
  /// - Parameter test: whether to accept a component; setting the flag ends the search after this component.
  /// - Throws: ``ComponentManagerError``, and whatever the closure throws.
  public func components(
    passing test: (_ component: Component, _ stop: inout Bool) throws -> Bool
  ) throws -> [Component] {
    try accepted(of: try query { try $0.components(view: $1) }, by: test)
  }

  /// The components that match a predicate and that a closure accepts, in the order of
  /// ``components(matching:)-(String)``. The catalog evaluates the predicate with its indexes; only the matches reach
  /// the closure.
  ///
  /// - Parameters:
  ///   - predicate: the predicate that the catalog evaluates.
  ///   - test: whether to accept a component; setting the flag ends the search after this component.
  /// - Throws: ``ComponentManagerError``, and whatever the closure throws.
  public func components(
    matching predicate: ComponentPredicate, passing test: (_ component: Component, _ stop: inout Bool) throws -> Bool
  ) throws -> [Component] {
    try accepted(of: try components(matching: predicate), by: test)
  }

  /// As ``components(matching:passing:)-(ComponentPredicate,_)``, for a predicate as text.
  public func components(
    matching text: String, passing test: (_ component: Component, _ stop: inout Bool) throws -> Bool
  ) throws -> [Component] {
    try components(matching: try predicate(text), passing: test)
  }

  // These throw untyped: no one type holds this module's errors and those of any closure.

  private func accepted(
    of components: [Component], by test: (_ component: Component, _ stop: inout Bool) throws -> Bool
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
  ///
  /// - Throws: an error about a store.
  public func component(uri: String) throws(ComponentManagerError) -> Component? {
    try query { try $0.component(uri: uri, view: $1) }
  }

  /// The components with a name, ignoring case and accents.
  ///
  /// - Throws: an error about a store.
  public func components(named name: String) throws(ComponentManagerError) -> [Component] {
    try query { try $0.components(named: name, view: $1) }
  }

  /// Ports, presets and everything else that the catalog holds about a component.
  ///
  /// - Parameter component: the component, from any earlier query: its URI and its bundle identify it.
  /// - Throws: ``ComponentManagerError/componentMissing(uri:bundle:)`` if the catalog no longer has it, or an error about a
  ///   store.
  public func details(of component: Component) throws(ComponentManagerError) -> ComponentDetails {
    try query { try $0.details(of: component, view: $1) }
  }

  /// As ``components(matching:)-(ComponentPredicate)``, with more control.
  ///
  /// - Parameters:
  ///   - predicate: what to search for.
  ///   - everything: whether to include hidden components, shadowed duplicates and quarantined bundles.
  ///   - matching: how far plain words may be from what components have.
  ///   - near: whether `SearchResult.near` gets what doesn't match, but is near to the plain words of the predicate, if
  ///     fewer than ten components match. Never with `WordMatching.exact`.
  ///   - limit: the most components to return, including those that are near: the first by name, or the best matches of
  ///     plain words.
  public func search(
    _ predicate: ComponentPredicate, everything: Bool = false, words matching: WordMatching = .interpreted,
    near: Bool = false, limit: Int = .max
  ) throws(ComponentManagerError) -> SearchResult {
    try query {
      try $0.search(
        predicate, view: $1, everything: everything, reading: .resolving(matching), near: near, limit: limit)
    }
  }

  /// Bundles and plugins that are kept away from hosts, with the reasons.
  ///
  /// - Throws: an error about a store.
  public func quarantined() throws(ComponentManagerError) -> [QuarantinedBundle] {
    try query { try $0.quarantined(view: $1) }
  }
}
