package import ComponentModel

/// Which of several kinds the others describe: the first in "eq with spectrum", the last in "surround reverb".
extension WordInterpreter {
  /// The words before the first that stands between a thing and what it has or is for; none if there is no such word, or if it
  /// comes first.
  func head(of words: [String]) throws -> [String] {
    try words.firstIndex { try meaning(ofPhrase: searchWord($0).squeezed) == .afterHead }.map { Array(words[..<$0]) }
      ?? []
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
