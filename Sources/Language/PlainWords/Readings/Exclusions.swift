import ComponentModel
import ComponentQuery

/// Words that exclude what follows: "without", "ohne".
extension Chart {
  /// Each negation with the tag name, condition or word that follows it, unless it begins a phrase such as "without gui",
  /// is part of an intent, or has nothing after it.
  func exclusions() throws -> [Reading] {
    try tokens.indices.compactMap { position in
      guard try isNegation(position), let end = try endOfExcluded(after: position) else { return nil }
      let excluded = (position + 1..<end).drop { tokens[$0].isFiller && end - position > 2 }
      let predicate = try predicate(excluding: excluded.lowerBound..<end, after: position)
      return Reading(position..<end, .exclusion(predicate), weight: ReadingWeight.exclusion)
    }
  }

  private func isNegation(_ position: Int) throws -> Bool {
    switch try knowledge.meaning(ofPhrase: tokens[position].key) {
    case .exclusion, .foreignExclusion: break
    case .exclusionAfterKind: guard kinds.contains(where: { $0.positions.last == position - 1 }) else { return false }
    default: return false
    }
    return !readings.contains { reading in
      switch reading.sense {
      case .condition: reading.positions[0] == position
      case .aim: reading.positions.count > 1 && reading.positions.contains(position)
      default: false
      }
    }
  }

  /// Where the words end that a negation excludes, fillers skipped, unless nothing else follows: "synth without effects".
  private func endOfExcluded(after negation: Int) throws -> Int? {
    let start = tokens.indices[(negation + 1)...].first { !tokens[$0].isFiller }
    guard let start else {
      return tokens.indices[(negation + 1)...].first { position in
        readings.contains { $0.positions == [position] && $0.namesKind }
      }.map { $0 + 1 }
    }
    let ends = readings.compactMap { reading -> Int? in
      switch reading.sense {
      case .condition, .tags: reading.positions[0] == start ? start + reading.positions.count : nil
      default: nil
      }
    }
    return ends.max() ?? start + 1
  }

  /// The meaning of the words after a negation. After one in a language other than English, a word belongs to that
  /// language and means what it names there, unless the search asks for just that: in "reverb ohne Hall", Hall can only be
  /// the word.
  private func predicate(excluding range: Range<Int>, after negation: Int) throws -> ComponentPredicate {
    let words = tokens[range].map(\.text)
    let reader = TextInterpreter(knowledge, .interpreted)
    guard try knowledge.meaning(ofPhrase: tokens[negation].key) != .exclusion else { return try reader.excluded(words) }
    let own = try knowledge.tags(named: name(range)).map(\.tag)
    let isAsked = readings.contains { reading in
      guard case .tags(let tags, _) = reading.sense, !reading.positions.contains(where: range.contains) else {
        return false
      }
      return tags.contains { own.contains($0.tag) }
    }
    return try reader.excluded(words, meansTags: !isAsked)
  }
}
