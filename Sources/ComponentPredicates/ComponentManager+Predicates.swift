public import AudioComponents
internal import ComponentQuery
public import FoundationEssentials

/// Swift's predicates, `#Predicate<Component> { … }`, are searched for like the ones that are texts.
///
///     try manager.components(matching: #Predicate<Component> { $0.audioInputs == 2 && $0.tags.contains("Reverb") })
///
/// Conditions that the query language can say are decided by the catalog, with its indexes. They mean what they mean in
/// the language: texts are compared scalar by scalar, while Swift takes canonically equivalent ones for equal; tags by
/// every name that they have, whatever the case; `addedAt == "2026-11-01"` is true of the whole day. Where conditions
/// are joined by `&&`, the rest is evaluated by Foundation, for the components that are left: ``PreparedSearch/plan()``
/// shows which ones these are. A string literal stands for the tag of that name.
///
/// The macro knows neither enumeration cases nor `hasPrefix`: write `$0.type.rawValue == "Effect"`, or compare with a
/// constant that holds the case, and `starts(with:)`.
extension ComponentManager {
  /// The components that a predicate is true of, by name.
  ///
  /// - Throws: `InvalidPredicate` of this package for a value that its key can't have, for a comparison of whole tags, and
  ///   for a predicate that is nested too deeply; an error of the catalog with its remedy; and what Foundation throws
  ///   where it evaluates a part, such as the unwrapping of nil.
  public func components(matching predicate: FoundationEssentials.Predicate<Component>) throws -> [Component] {
    try prepare(predicate).components()
  }

  /// Prepares a predicate that will be asked often, or by parts.
  ///
  /// - Parameter everything: with hidden components and shadowed duplicates.
  /// - Throws: `InvalidPredicate` as ``components(matching:)`` does.
  public func prepare(
    _ predicate: FoundationEssentials.Predicate<Component>, everything: Bool = false
  ) throws -> PreparedSearch {
    let divided = try DividedPredicate(predicate, rules: rules)
    return prepare(divided.query, everything: everything, filter: divided.filter)
  }
}
