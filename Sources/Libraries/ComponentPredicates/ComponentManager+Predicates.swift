// Hosts import only ComponentPredicates and Foundation: the manager that this module extends comes with it.
@_exported public import AudioComponents
internal import ComponentQuery
public import FoundationEssentials

/// Searches with Swift's own predicates, `#Predicate<Component> { … }`.
///
/// ```swift
/// try manager.components(matching: #Predicate<Component> { $0.audioInputs == 2 && $0.tags.contains("Reverb") })
/// ```
///
/// The catalog evaluates the conditions that the query language can express, with its indexes. They have the language's
/// meaning: text is compared scalar by scalar, while Swift considers canonically equivalent text equal; tags match by
/// any of their names, ignoring case; `addedAt.description == "2026-11-01"` is true for the whole day. Foundation
/// evaluates the other conditions of a chain of `&&`, for the remaining components: `PreparedSearch.plan()` shows which
/// conditions those are. A string literal stands for the tag of that name.
///
/// The macro supports neither enumeration cases nor `hasPrefix`: write `$0.type.rawValue == "Effect"` or compare with a
/// constant that holds the case, and use `starts(with:)`.
extension ComponentManager {
  /// The components that match a predicate, by name.
  ///
  /// - Throws: `ComponentManagerError.invalidPredicate` for a value that its key can't have, for a comparison of whole
  ///   tags, and for a predicate that is nested too deeply; `.testFailed` with the error that Foundation throws when it
  ///   evaluates a part, such as unwrapping nil; or an error about a store.
  public func components(matching predicate: Predicate<Component>) throws(ComponentManagerError) -> [Component] {
    try prepare(predicate).components()
  }

  /// Prepares a search that runs often, or whose result is read in parts.
  ///
  /// - Parameters:
  ///   - predicate: what to search for.
  ///   - everything: whether to include hidden components and shadowed duplicates.
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
