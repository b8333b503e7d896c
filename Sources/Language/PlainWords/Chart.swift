import ComponentModel
import ComponentQuery

/// What each run of words of a text may mean, and the choice of readings that together explain all of it best.
///
/// The readings are independent of each other: each kind of reading looks at the whole text and offers what it finds, with
/// a value. The best cover takes readings that don't share a word, so that their values add up to the most. Every word can
/// be read literally, so there always is one.
struct Chart<Knowledge: WordKnowledge> {
  let knowledge: Knowledge
  let tokens: [Token]
  /// The words that end before one that stands between a thing and what it has or is for, if they name a kind; empty if
  /// there is none.
  private(set) var head = 0..<0
  /// Whether the word behind the head says what the thing has: "with".
  private(set) var isHaving = false
  private(set) var readings: [Reading] = []

  /// What a text is read for.
  enum Scope {
    /// Everything.
    case meaning
    /// What a component is not to be: words, tags and conditions.
    case exclusion
    /// Words and tags.
    case names
  }

  /// The kinds of reading, in an order in which each finds what it builds on.
  private static func readers(_ scope: Scope) -> [(Self) throws -> [Reading]] {
    switch scope {
    case .names: [{ try $0.literals() }, { try $0.names() }]
    case .exclusion: [{ try $0.literals() }, { try $0.names() }, { try $0.conditions() }]
    case .meaning:
      [
        { try $0.literals() }, { try $0.names() }, { try $0.fillers() }, { try $0.conditions() }, { try $0.aims() },
        { try $0.exclusions() }, { try $0.features() },
      ]
    }
  }

  /// Reads a text.
  init(_ tokens: [Token], _ knowledge: Knowledge, for scope: Scope = .meaning) throws {
    self.tokens = tokens
    self.knowledge = knowledge
    if scope == .meaning { try findHead() }
    for reader in Self.readers(scope) { readings += try reader(self) }
  }

  /// The maximum number of words of a text that is interpreted; nobody types a longer one.
  static var wordLimit: Int { 24 }
  /// The maximum number of tokens: a cover is a set of bits.
  static var tokenLimit: Int { 32 }

  private mutating func findHead() throws {
    for (position, token) in tokens.enumerated().dropFirst() {
      switch try knowledge.meaning(ofPhrase: token.key) {
      case .afterHead?, .having?:
        let isHaving = try knowledge.meaning(ofPhrase: token.key) == .having
        guard try names().contains(where: { $0.namesKind && $0.positions.last.map { $0 < position } ?? false }) else {
          return
        }
        (head, self.isHaving) = (0..<position, isHaving)
        return
      default: continue
      }
    }
  }

  // MARK: The best cover

  /// The readings that explain the text best, in the order of their first words.
  var cover: [Reading] {
    var byFirst: [[Int]] = Array(repeating: [], count: tokens.count)
    for (index, reading) in readings.enumerated() { byFirst[reading.positions[0]].append(index) }
    var known: [UInt32: Choice] = [:]
    var rest: UInt32 = tokens.isEmpty ? 0 : UInt32.max >> UInt32(32 - tokens.count)
    _ = best(for: rest, byFirst, &known)
    var cover: [Reading] = []
    while rest != 0, let index = known[rest]?.reading {
      cover.append(readings[index])
      rest &= ~readings[index].mask
    }
    return cover
  }

  private struct Choice {
    var value: Double
    /// The reading of the first word.
    var reading: Int?
  }

  /// The best value for some words, by the reading of the first one and the best for what that leaves.
  private func best(for words: UInt32, _ byFirst: [[Int]], _ known: inout [UInt32: Choice]) -> Double {
    if words == 0 { return 0 }
    if let choice = known[words] { return choice.value }
    var choice = Choice(value: -.infinity, reading: nil)
    for index in byFirst[words.trailingZeroBitCount] where readings[index].mask & ~words == 0 {
      let value = readings[index].value + best(for: words & ~readings[index].mask, byFirst, &known)
      if value > choice.value + 1e-9 { choice = Choice(value: value, reading: index) }
    }
    known[words] = choice
    return choice.value
  }
}
