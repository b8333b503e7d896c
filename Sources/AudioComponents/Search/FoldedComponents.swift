/// A list of components with one of each group of variants: the first, which is the best match of a search.
public struct FoldedComponents: Hashable, Sendable {
  /// The first component of each group, in the order of the list.
  public private(set) var components: [Component] = []
  private var counts: [String: Int] = [:]

  /// Folds a list.
  public init(_ components: [Component]) {
    for component in components {
      let count = counts[component.variant, default: 0]
      if count == 0 { self.components.append(component) }
      counts[component.variant] = count + 1
    }
  }

  /// How many components of the list the given ones stand for, besides themselves.
  public func count(of shown: [Component]) -> Int {
    // Computing a component's group of variants takes longer than reading the component.
    counts.isEmpty ? 0 : shown.reduce(0) { $0 + max(0, (counts[$1.variant] ?? 1) - 1) }
  }
}
