import ComponentModel

/// Words that say what a person wants to achieve: "make vocals louder".
extension WordInterpreter {
  /// The maximum number of words that state an intent.
  private static var intentLimit: Int { 4 }
  /// The maximum number of words among which those of an intent are sought.
  static var intentSearchLimit: Int { 10 }

  /// Takes out the words of intents, the intent with the most words first, unless the words are in a component's name
  /// or belong to a phrase that is no shorter: "stereo in mono out" isn't an intent of "mono stereo".
  func takeIntents(from meaning: inout InterpretedWords) throws {
    let words = meaning.words
    guard meaning.targets.isEmpty, try !isName(words) || intentAsOne(words) != nil else { return }
    // Of a long sentence, only the meaningful words count.
    var rest = Array(words.indices)
    if rest.count > Self.intentSearchLimit { rest = try rest.filter { try isContent(words[$0]) } }
    guard rest.count <= Self.intentSearchLimit else { return }
    let all = rest
    var count = 0
    let names = try rangesOfJoinedNames(in: words)
    let phrases = try rangesOfConditions(in: words).filter { $0.count > 1 }
    let tail = try tail(of: meaning)
    while let found = try intent(
      in: rest.map { words[$0] },
      where: { positions in
        let taken = positions.map { rest[$0] }
        if names.contains(where: { $0.contains(where: taken.contains) && !$0.allSatisfy(taken.contains) }) {
          return false
        }
        // The words before "with" belong together, and so do the words after it.
        if tail.contains(where: taken.contains), !taken.allSatisfy(tail.contains) { return false }
        return !phrases.contains { $0.count >= taken.count && taken.contains(where: $0.contains) }
      })
    {
      meaning.targets += found.targets.map { target in
        var target = target
        target.intent = count
        return target
      }
      count += 1
      let taken = found.positions.map { rest[$0] }
      rest.removeAll(where: taken.contains)
    }
    let taken = all.filter { !rest.contains($0) }
    if taken.isEmpty { return }
    meaning.words = words.indices.filter { !taken.contains($0) }.map { words[$0] }
    meaning.intentWords = taken.map { words[$0] }
    meaning.intentName = try intentAsOne(meaning.intentWords)
    if try isOwnTag(meaning.intentWords, meaning.targets) { return }
    meaning.notes.append(
      .intent(words: meaning.intentWords.map { meaning.typed[$0] ?? $0 }, instead: namesOfTargets(meaning)))
  }

  /// Whether the intent only repeats the tag that its words name: nothing but that and broader tags serves it well, so
  /// there is nothing to report.
  func isOwnTag(_ words: [String], _ targets: [IntentTarget]) throws -> Bool {
    let own = try knowledge.tags(named: searchWord(words.joined(separator: " ")))
    guard !own.isEmpty else { return false }
    return try targets.allSatisfy { target in
      switch target.subject {
      case .tag(let tag):
        try !target.isGood || own.contains { try $0 == tag || knowledge.isBroader(tag, than: $0) }
      case .words(let words):
        try !target.isGood
          || knowledge.tags(named: searchWord(words.joined(separator: " "))).contains(where: own.contains)
      }
    }
  }

  /// The names of what helps, the best first, without the words themselves.
  private func namesOfTargets(_ meaning: InterpretedWords) -> [String] {
    let targets = meaning.targets.enumerated().sorted { a, b in
      (b.element.weight, a.offset) < (a.element.weight, b.offset)
    }
    let own = searchWord(meaning.intentWords.joined(separator: " ")).squeezed
    let others = targets.map(\.element.subject).filter { subject in
      if case .words = subject { searchWord(subject.name).squeezed != own } else { true }
    }
    var seen: Set<String> = []
    return (others.isEmpty ? targets.map(\.element.subject) : others).map(\.name).filter { seen.insert($0).inserted }
  }

  /// The intent with the most words, and their positions.
  ///
  /// - Parameter isFree: whether the words at these positions may be taken.
  func intent(
    in words: [String], where isFree: ([Int]) -> Bool = { _ in true }
  ) throws -> (targets: [IntentTarget], positions: [Int])? {
    let stems = words.map(stems)
    let names = try stemsOfTagNames(in: words)
    for size in (0...min(words.count, Self.intentLimit)).dropFirst().reversed() {
      for positions in Self.combinations(of: words.count, size) where isFree(positions) {
        let own = positions.reduce(into: Set<String>()) { $0.formUnion(stems[$1]) }
        let targets = try knowledge.targets(ofIntent: Self.key(own))
        // In "passa alto", which is a filter, alto does not mean loud.
        if !targets.isEmpty && !names.contains(where: own.isStrictSubset) { return (targets, positions) }
      }
    }
    return nil
  }

  /// The stems of a word's parts: in Japanese and Chinese, several words are written as one.
  func stems(of word: String) -> Set<String> {
    Set(searchWord(word).tokens.map { SearchWord($0, tokens: [$0]).stem })
  }

  static func key(_ stems: Set<String>) -> [String] {
    stems.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether the words are in a component's name, which is then what is meant.
  func isName(_ words: [String]) throws -> Bool {
    let content = try words.map(searchWord).filter { try $0.tokens.count != 1 || !knowledge.isFiller($0.squeezed) }
    return try content.count > 1 && knowledge.isName(content)
  }

  /// The stems of words that name a tag together, or alone.
  private func stemsOfTagNames(in words: [String]) throws -> [Set<String>] {
    var names: [Set<String>] = []
    for start in words.indices {
      for end in (start + 1)...min(start + Self.spanLimit, words.count) {
        let own = words[start..<end]
        if try isTagName(own.joined(separator: " ")) {
          names.append(own.reduce(into: []) { $0.formUnion(stems(of: $1)) })
        }
      }
    }
    return names
  }

  /// The ways to choose positions, in order.
  static func combinations(of count: Int, _ size: Int) -> [[Int]] {
    if size == 0 { return [[]] }
    return (0..<count).flatMap { first in
      combinations(of: count - first - 1, size - 1).map { [first] + $0.map { $0 + first + 1 } }
    }
  }
}
