internal import CatalogSearch

extension ComponentManager {
  /// The components most similar to one, by tags, class, the names and units of parameters, and channels; rare traits
  /// count more. The most similar comes first, and of a group of variants only the most similar one appears. Variants
  /// of the component itself, hidden components, and those that share no tag that says what it is are left out. The
  /// same catalog gives the same answer.
  ///
  /// - Parameters:
  ///   - component: what the others are compared with.
  ///   - limit: the most components to return.
  /// - Throws: an error about a store.
  public func similar(to component: Component, limit: Int = 10) throws(ComponentManagerError) -> [SimilarComponent] {
    let kinds = component.kinds
    // Without a limit, since all of them are compared anyway.
    let found = try query { try $0.similar(to: component, limit: kinds.isEmpty ? limit : .max, view: $1) }
    return Array(
      found.filter { kinds.isEmpty || !kinds.isDisjoint(with: $0.component.tags.map(\.identifier)) }.prefix(limit))
  }

  /// The components most similar to one that is gone, as far as its URI and what the user entered about it show.
  ///
  /// - Parameters:
  ///   - uri: the URI of a component that is not in the catalog.
  ///   - limit: the most components to return.
  /// - Returns: nil if neither the user store nor the log of changes knows the URI.
  /// - Throws: an error about a store.
  public func replacements(
    forMissing uri: String, limit: Int = 3
  ) throws(ComponentManagerError) -> [SimilarComponent]? {
    let isUsed = try userData().uses.contains { $0.uri == uri }
    let isMarked = try userFacts().contains { $0.uri == uri }
    return try query { catalog, view in
      let found = try catalog.replacements(forMissing: uri, limit: limit, view: view)
      guard found == nil, isUsed || isMarked else { return found }
      return try catalog.similar(
        to: Component(rowID: 0, uri: uri, name: "", type: .effect, bundle: ""), limit: limit, view: view)
    }
  }

  /// The URIs of components with a name that are no longer installed, the last removed first; for
  /// ``replacements(forMissing:limit:)``. Case and accents make no difference.
  ///
  /// - Parameter name: the name that the bundle gave without a language or in English.
  /// - Throws: an error about a store.
  public func missingComponents(named name: String) throws(ComponentManagerError) -> [String] {
    try query { try $0.goneComponents(named: name, view: $1) }
  }
}

extension ComponentManager {
  /// The other variants of a component, such as the mono version of a stereo compressor, by name; hidden ones are left out.
  ///
  /// - Throws: an error about a store.
  public func variants(of component: Component) throws(ComponentManagerError) -> [Component] {
    let group = ComponentPredicate.comparison(
      Comparison(key: .variant, operator: .equal, value: .text(component.variant)))
    return try components(matching: group).filter { $0.uri != component.uri }
  }
}

extension Component {
  /// Tags that many kinds of components have, and those that say what a component is used on or how it treats channels.
  private static let broadTags: Set<String> = [
    "dynamics", "dynamics-processor", "simulator", "utility", "guitar", "vocal", "bass", "mastering", "restoration",
    "multiband", "sidechain", "mid-side", "surround", "latency", "phase", "example",
  ]
  /// Tags that say little more than a type does.
  private static let typeTags: Set<String> = ["effects", "instrument", "midi"]

  /// The identifiers of the tags that say what it is: a compressor and an expander are of two kinds, although both are
  /// dynamics processors. Broad tags count only if there are no others; empty if it has no tags.
  fileprivate var kinds: Set<String> {
    let all = Set(tags.map(\.identifier))
    let untyped = all.subtracting(Self.typeTags)
    let kinds = untyped.subtracting(Self.broadTags)
    return [kinds, untyped].first { !$0.isEmpty } ?? all
  }
}

/// A list of components with only one of each group of variants: the first, which is the best match of a search.
public struct FoldedComponents: Hashable, Sendable {
  /// The first component of each group, in the order of the list.
  public private(set) var components: [Component] = []
  private var counts: [String: Int] = [:]

  /// Folds variants in a list.
  public init(_ components: [Component]) { self.init(components, group: \.variant) }

  /// Folds variants in a list, by groups that the caller has computed.
  package init(_ components: [Component], group: (Component) -> String) {
    for component in components {
      let group = group(component)
      let count = counts[group, default: 0]
      if count == 0 { self.components.append(component) }
      counts[group] = count + 1
    }
  }

  /// The number of components in the list that the given ones stand for, besides themselves.
  public func count(of shown: [Component]) -> Int {
    // Computing a component's group of variants takes longer than reading the component.
    counts.isEmpty ? 0 : shown.reduce(0) { $0 + max(0, (counts[$1.variant] ?? 1) - 1) }
  }
}
