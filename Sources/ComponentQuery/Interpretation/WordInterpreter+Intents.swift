import ComponentModel

/// Words that say what a person wants to achieve: "make vocals louder".
extension WordInterpreter {
  /// The most words that state an intent.
  private static var intentLimit: Int { 4 }
  /// The most words among which those of an intent are looked for.
  private static var searchedLimit: Int { 10 }
  /// The tags that say what a plugin is used on, and not what it is.
  static var uses: Set<String> { ["guitar", "vocal", "bass", "drums", "percussion", "effects"] }

  /// Takes the words of intents out of the words, that with the most words first.
  func takeIntents(from words: [String], into meaning: inout InterpretedWords) throws -> [String] {
    guard !words.isEmpty, words.count <= Self.searchedLimit, !isTyping, try !isName(words) else { return words }
    var rest = words
    while let found = try intent(in: rest) {
      meaning.targets += found.targets.filter { !meaning.targets.contains($0) }
      meaning.intent += found.positions.map { rest[$0] }
      rest = rest.indices.filter { !found.positions.contains($0) }.map { rest[$0] }
    }
    if !meaning.intent.isEmpty { meaning.notes.append(.intent(words: meaning.intent)) }
    return rest
  }

  /// The intent with the most words, and their positions.
  private func intent(in words: [String]) throws -> (targets: [IntentTarget], positions: [Int])? {
    let stems = words.map(stems)
    let names = try stemsOfTagNames(in: words)
    for size in (0...min(words.count, Self.intentLimit)).dropFirst().reversed() {
      for positions in Self.combinations(of: words.count, size) {
        let own = positions.reduce(into: Set<String>()) { $0.formUnion(stems[$1]) }
        let targets = try knowledge.targets(ofIntent: Self.key(own))
        // In "passa alto", which is a filter, alto does not mean loud.
        if !targets.isEmpty && !names.contains(where: own.isStrictSubset) { return (targets, positions) }
      }
    }
    return nil
  }

  /// The stems of what a word consists of: in Japanese and Chinese, several words are written as one.
  private func stems(of word: String) -> Set<String> {
    Set(searchWord(word).tokens.map { SearchWord($0, tokens: [$0]).stem })
  }

  private static func key(_ stems: Set<String>) -> [String] {
    stems.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
  }

  /// Whether the words are a component's name: what is called so is meant.
  private func isName(_ words: [String]) throws -> Bool {
    let content = try words.map(searchWord).filter { try $0.tokens.count != 1 || !knowledge.isFiller($0.squeezed) }
    return try content.count > 1 && knowledge.isName(content)
  }

  /// The stems of words that name a tag together, or alone.
  private func stemsOfTagNames(in words: [String]) throws -> [Set<String>] {
    var names: [Set<String>] = []
    for start in words.indices {
      for end in (start + 1)...min(start + Self.spanLimit, words.count) {
        let own = words[start..<end]
        if try !knowledge.tags(named: searchWord(own.joined(separator: " "))).isEmpty {
          names.append(own.reduce(into: []) { $0.formUnion(stems(of: $1)) })
        }
      }
    }
    return names
  }

  /// The positions of words that say what a component is: they name a tag, alone or together.
  func positionsOfKinds(in words: [String]) throws -> Set<Int> {
    var positions: Set<Int> = []
    for span in try spans(of: words) where span.tags.contains(where: { !Self.uses.contains($0.identifier) }) {
      positions.formUnion(span.range)
    }
    return positions
  }

  /// The ways to choose positions, in order.
  static func combinations(of count: Int, _ size: Int) -> [[Int]] {
    if size == 0 { return [[]] }
    return (0..<count).flatMap { first in
      combinations(of: count - first - 1, size - 1).map { [first] + $0.map { $0 + first + 1 } }
    }
  }
}
