internal import AudioComponents
internal import Synchronization

/// Caches the results of the latest searches: the page draws a list in parts, each of which is a request.
final class KeptSearches: Sendable {
  /// The results of one search.
  struct Found {
    var key: String
    /// The last commit before the search.
    var position: ChangePosition
    var result: SearchResult
    /// The folded variants; nil if variants are listed.
    var folded: FoldedComponents?

    /// All rows, starting with the first.
    var rows: [Component] { folded?.components ?? result.components }
    /// What is near.
    var near: [Component] { folded == nil ? result.near : FoldedComponents(result.near).components }
  }

  /// The number of kept searches: enough for two open pages.
  private static let limit = 4
  private let kept = Mutex<[Found]>([])
  /// Groups of variants by URI. Each key typed needs those of most components, and computing them takes longer than the
  /// search.
  private let variants = Mutex<[String: (changedAt: UTCTime, group: String)]>([:])

  /// The results of a search, unless something was committed since.
  func found(_ key: String, _ position: ChangePosition) -> Found? {
    kept.withLock { kept in kept.first { $0.key == key && $0.position == position } }
  }

  /// Folds the variants in a list.
  func folded(_ components: [Component]) -> FoldedComponents {
    variants.withLock { variants in
      FoldedComponents(components) { component in
        if let known = variants[component.uri], known.changedAt == component.changedAt { return known.group }
        let group = component.variant
        variants[component.uri] = (component.changedAt, group)
        return group
      }
    }
  }

  func keep(_ found: Found) {
    kept.withLock { kept in
      kept.removeAll { $0.key == found.key || $0.position != found.position }
      kept.append(found)
      if kept.count > Self.limit { kept.removeFirst() }
    }
  }
}
