internal import ComponentModel

/// The components with one tag, by source.
///
/// An array, because instantiating another dictionary type costs a short-lived program 1 % of its time.
struct SourcedSets {
  private var sets = Array(repeating: ComponentSet(), count: TagSource.allCases.count)

  mutating func insert(_ row: Int64, from source: String) {
    if let source = TagSource(rawValue: source) { sets[Self.index(source)].insert(row) }
  }

  subscript(source: TagSource) -> ComponentSet { sets[Self.index(source)] }

  /// The components with the tag from any source.
  var union: ComponentSet {
    var union = ComponentSet()
    for set in sets { union.formUnion(set) }
    return union
  }

  private static func index(_ source: TagSource) -> Int {
    switch source {
    case .pluginClass: 0
    case .curated: 1
    case .author: 2
    case .user: 3
    }
  }
}
