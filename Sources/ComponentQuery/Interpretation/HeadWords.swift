package import ComponentModel

/// Which of several kinds the others describe: the first in "eq with spectrum", the last in "surround reverb".
enum HeadWords {
  /// What stands between a thing and what it has or is for, in languages that people search in.
  private static let prepositions: Set<String> = [
    "with", "for", "mit", "für", "avec", "pour", "con", "para", "per", "com", "met", "voor", "med", "för",
  ]

  /// The words before the first preposition; none if it stands nowhere or first.
  static func head(of words: [String]) -> [String] {
    words.firstIndex { prepositions.contains($0.lowercased()) }.map { Array(words[..<$0]) } ?? []
  }
}

extension InterpretedWords {
  /// The tags of the kind that the other words describe; empty unless each word names a kind or states a condition.
  package var headTags: [Tag] {
    let kinds = kinds
    let named = Set(kinds.flatMap { Array($0.range) })
    guard named.count == words.count, targets.isEmpty, kinds.count + conditions.count > 1 else { return [] }
    let last = kinds.max { $0.range.upperBound < $1.range.upperBound }
    return (kinds.last { head.contains(words[$0.range.lowerBound]) } ?? last)?.tags ?? []
  }
}
