public import AudioComponents
internal import ComponentQuery
public import FoundationEssentials

/// Swift's predicates, `#Predicate<Component> { … }`, are searched for like the ones that are texts.
///
///     try manager.components(matching: #Predicate<Component> { $0.audioInputs == 2 && $0.tags.contains("Reverb") })
///
/// Conditions that the query language can say are decided by the catalog, with its indexes. They mean what they mean in
/// the language: texts are compared scalar by scalar, while Swift takes canonically equivalent ones for equal; tags by
/// every name that they have, whatever the case; `addedAt.description == "2026-11-01"` is true of the whole day. Where conditions
/// are joined by `&&`, the rest is evaluated by Foundation, for the components that are left: ``PreparedSearch/plan()``
/// shows which ones these are. A string literal stands for the tag of that name.
///
/// The macro knows neither enumeration cases nor `hasPrefix`: write `$0.type.rawValue == "Effect"`, or compare with a
/// constant that holds the case, and `starts(with:)`.
extension ComponentManager {
  /// The components that match a predicate, by name.
  ///
  /// - Throws: `ComponentManagerError.invalidPredicate` for a value that its key can't have, for a comparison of whole
  ///   tags, and for a predicate that is nested too deeply; `.testFailed` with what Foundation throws when it evaluates a
  ///   part, such as unwrapping nil; or an error about a store.
  public func components(matching predicate: Predicate<Component>) throws(ComponentManagerError) -> [Component] {
    try prepare(predicate).components()
  }

  /// Prepares a search to run often, or to ask for parts of its result.
  ///
  /// - Parameter everything: whether to include hidden components and shadowed duplicates.
  /// - Throws: `ComponentManagerError.invalidPredicate` as ``components(matching:)`` does.
  public func prepare(
    _ predicate: Predicate<Component>, everything: Bool = false
  ) throws(ComponentManagerError) -> PreparedSearch {
    do {
      let divided = try DividedPredicate(predicate, rules: rules)
      return prepare(divided.query, everything: everything, filter: divided.filter)
    } catch {
      throw ComponentManagerError(error)
    }
  }
}
