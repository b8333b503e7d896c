import ComponentQuery

/// Words that say what a person wants to achieve: "make vocals louder".
extension Chart {
  /// The maximum number of words that state an intent.
  private static var aimLimit: Int { 4 }
  /// The maximum number of words among which those of an intent are sought.
  private static var searchLimit: Int { 10 }

  func aims() throws -> [Reading] {
    let joined = try runs.compactMap { $0.count > 1 ? try joinedAim($0) : nil }
    guard try !isName() else { return joined }
    var places = Array(tokens.indices)
    // Of a long sentence, only the meaningful words count.
    if places.count > Self.searchLimit { places.removeAll { tokens[$0].isFiller } }
    guard places.count <= Self.searchLimit else { return joined }
    var readings = joined
    for size in 1...max(1, min(places.count, Self.aimLimit)) {
      for chosen in Self.combinations(of: places.count, size) {
        if let aim = try aim(chosen.map { places[$0] }) { readings.append(aim) }
      }
    }
    return readings
  }

  private func aim(_ positions: [Int]) throws -> Reading? {
    if positions.isEmpty || straddlesHead(positions) || repeatsWord(positions) { return nil }
    let targets = try knowledge.targets(ofIntent: stems(positions))
    guard !targets.isEmpty else { return nil }
    let own = positions.map { tokens[$0].text }
    let name = SearchWord(own.joined(separator: " "), rules: knowledge.rules)
    let isOne = try name.tokens.count > 1 && !knowledge.targets(ofIntent: [name.stem]).isEmpty
    let fillers = positions.filter { tokens[$0].isFiller }.count
    let between = (positions[0]...positions[positions.count - 1]).filter {
      !positions.contains($0) && !tokens[$0].isFiller
    }
    return Reading(
      positions, .aim(targets, name: isOne ? name.squeezed : nil), weight: ReadingWeight.aim,
      fillers: min(fillers, positions.count - 1), gaps: between.count)
  }

  private func repeatsWord(_ positions: [Int]) -> Bool { Set(positions.map { tokens[$0].key }).count < positions.count }

  /// The words before "with" belong together, and so do those after it.
  private func straddlesHead(_ positions: [Int]) -> Bool {
    !head.isEmpty && positions.contains { $0 < head.upperBound } && positions.contains { $0 > head.upperBound }
  }

  /// Several words that state an intent as one word, but not by themselves: "de noise".
  private func joinedAim(_ range: Range<Int>) throws -> Reading? {
    let name = name(range)
    guard name.tokens.count > 1, tokens[range].allSatisfy({ !$0.isQuoted }), try !beginsWithArticle(range),
      try !name.tokens.contains(where: { try $0.unicodeScalars.count == 1 && knowledge.isFiller($0) })
    else { return nil }
    let targets = try knowledge.targets(ofIntent: [name.stem])
    guard !targets.isEmpty else { return nil }
    return Reading(range, .aim(targets, name: name.squeezed), weight: ReadingWeight.aim)
  }

  /// Whether the words are in a component's name, which is then what is meant.
  private func isName() throws -> Bool {
    let content = tokens.filter { !$0.isFiller }.map(\.word)
    return try content.count > 1 && knowledge.isName(content)
  }

  /// The stems of words, each once.
  func stems(_ positions: some Sequence<Int>) -> [String] {
    var stems: [String] = []
    for stem in positions.flatMap({ tokens[$0].stems }) where !stems.contains(stem) { stems.append(stem) }
    return stems
  }

  /// The ways to choose positions, in order.
  private static func combinations(of count: Int, _ size: Int) -> [[Int]] {
    if size == 0 { return [[]] }
    return (0..<count).flatMap { first in
      combinations(of: count - first - 1, size - 1).map { [first] + $0.map { $0 + first + 1 } }
    }
  }
}
