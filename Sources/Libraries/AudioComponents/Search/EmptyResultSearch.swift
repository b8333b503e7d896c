internal import CatalogSearch
internal import ComponentModel

/// Looks for what excludes everything, and for what would find something, by counting.
struct EmptyResultSearch {
  private let manager: ComponentManager
  private let findsEverything: Bool
  private let matching: WordMatching
  /// When to give up: a regular expression may take long for each component.
  private let end = ContinuousClock.now + .milliseconds(500)

  init(_ manager: ComponentManager, everything: Bool, words matching: WordMatching) {
    self.manager = manager
    findsEverything = everything
    self.matching = matching
  }

  /// Whether a predicate has no more and no longer parts than people type. A program's may have thousands, and each
  /// count takes as long as a search.
  static func isShort(_ predicate: ComponentPredicate) -> Bool {
    var (count, size) = (0, 0)
    predicate.visitLeaves { leaf in
      switch leaf {
      case .text(let words):
        count += words.count
        size += words.reduce(0) { $0 + $1.utf8.count }
      case .comparison(let comparison):
        count += 1
        size += comparison.value.members.reduce(0) { $0 + ($1.text?.utf8.count ?? 8) }
      case .constant, .saved, .not, .and, .or: count += 1
      }
    }
    return count <= 16 && size <= 2_000
  }

  private func count(_ parts: [ComponentPredicate]) throws(ComponentManagerError) -> Int {
    let predicate = parts.count == 1 ? parts[0] : parts.isEmpty ? .constant(true) : ComponentPredicate.and(parts)
    return try manager.prepare(predicate, everything: findsEverything, words: matching).count()
  }

  private var isOver: Bool { .now > end }

  /// A smallest set of parts that match nothing together; empty if finding it takes too long.
  func conflict(in parts: [ComponentPredicate]) throws(ComponentManagerError) -> [EmptyResult.Part] {
    var needed = parts
    for index in parts.indices.reversed() where needed.count > 1 {
      if isOver { return [] }
      var rest = needed
      rest.remove(at: index)
      if try count(rest) == 0 { needed = rest }
    }
    // Words that add nothing to others are searched for only on their own: "something like".
    for part in parts where needed.count > 1 && !needed.contains(part) && !isOver {
      if try count([part]) == 0 { needed = [part] }
    }
    var conflict: [EmptyResult.Part] = []
    for part in needed {
      let others = parts.filter { $0 != part }
      let isCounted = !others.isEmpty && !isOver
      conflict.append(EmptyResult.Part(predicate: part, withoutIt: isCounted ? try count(others) : 0))
    }
    return conflict
  }

  /// The predicates that differ in one comparison and find something, the first for each comparison.
  func alternatives(
    to predicate: ComponentPredicate
  ) throws(ComponentManagerError) -> [EmptyResult.Alternative] {
    var found: [EmptyResult.Alternative] = []
    let keyed = predicate.keyedWords
    for comparison in predicate.comparisons where !keyed.contains(where: { $0.part == comparison }) {
      let part = keyed.first { $0.whole == comparison }?.part
      for (change, other) in try variants(of: comparison) {
        if isOver { return found }
        let changed = predicate.replacing(comparison, by: other).replacing(part, withValueOf: other)
        let count = try count([changed])
        guard count > 0 else { continue }
        found.append(EmptyResult.Alternative(change: change, comparison: other, predicate: changed, count: count))
        break
      }
    }
    return found
  }

  private func variants(
    of comparison: Comparison
  ) throws(ComponentManagerError) -> [(EmptyResult.Alternative.Change, Comparison)] {
    let spelling = try respelt(comparison).map { [(EmptyResult.Alternative.Change.spelling, $0)] } ?? []
    return comparison.withMoreOptions.map { (.options, $0) } + spelling + comparison.withPart.map { (.part, $0) }
  }

  /// The comparison with the nearest name that a component has, or, if it compares a part, with the nearest words of
  /// one.
  private func respelt(_ comparison: Comparison) throws(ComponentManagerError) -> Comparison? {
    guard let text = comparison.value.text, !comparison.isCount else { return nil }
    let isPart = comparison.comparisonOperator == .contains && !comparison.key.isWholeList
    // Part of a name may be near however long the name is.
    let lengths = isPart ? 0...Int.max : nearLengths(of: text)
    let known: [String]
    switch comparison.key {
    case .tag, .tags, .systemTag, .authorTag, .userTag, .userTagNames:
      known = try manager.tagCounts().flatMap { $0.tag.displayNames + $0.tag.aliases }
    case .usableIn: known = manager.hosts.map(\.name)
    case .manufacturer: known = try manager.query { try $0.names(.manufacturer, ofLengths: lengths, view: $1) }
    case .name: known = try manager.query { try $0.names(.component, ofLengths: lengths, view: $1) }
    default: return nil
    }
    let candidates = isPart ? known + Self.runs(like: text, in: known) : known
    guard let near = nearest(to: text, in: candidates), near != text else { return nil }
    var respelt = comparison
    respelt.value = .text(near)
    return respelt
  }

  /// The words of a text; every letter beyond ASCII belongs to one.
  private static func words(_ text: String) -> [Substring] {
    text.utf8.split { $0 < 0x80 && !$0.isASCIILetterOrDigit }.map(Substring.init)
  }

  /// The runs of as many adjacent words as a text has, anywhere in the names, each run once.
  private static func runs(like text: String, in names: [String]) -> [String] {
    let count = max(1, words(text).count)
    let lengths = nearLengths(of: text)
    // A letter has one to four bytes. Most runs are too short or too long to be near.
    let sizes = lengths.lowerBound...4 * lengths.upperBound
    var known: Set<String> = []
    var runs: [String] = []
    for name in names {
      let words = words(name)
      for start in words.indices.dropLast(count - 1) {
        let near = words[start..<start + count]
        guard sizes.contains(near.reduce(count - 1) { $0 + $1.utf8.count }) else { continue }
        let run = near.joined(separator: " ")
        if known.insert(run).inserted { runs.append(run) }
      }
    }
    return runs
  }
}
