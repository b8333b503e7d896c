internal import AudioComponents
internal import Synchronization

/// What the last searches have found: a list is drawn a part at a time, and each part is a request.
final class KeptSearches: Sendable {
  /// What a search has found.
  struct Found {
    var key: String
    /// What had been committed.
    var position: ChangePosition
    var result: SearchResult
    /// Nil where variants are not folded.
    var folded: FoldedComponents?

    /// The rows, from the first.
    var rows: [Component] { folded?.components ?? result.components }
  }

  /// A page, and another one beside it.
  private static let limit = 4
  private let kept = Mutex<[Found]>([])
  /// Groups of variants by URIs, which each key that is typed needs for most components, and computing which takes longer than
  /// the search.
  private let variants = Mutex<[String: (changedAt: UTCTime, group: String)]>([:])

  /// What a search has found, if nothing was committed since.
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
