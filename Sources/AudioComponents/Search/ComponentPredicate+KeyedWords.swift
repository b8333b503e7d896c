/// Words with a key, such as `tag:reverb`, in a predicate.
extension ComponentPredicate {
  /// What a word with the key of a tag stands for: the whole name, or a part of it.
  typealias KeyedWord = (whole: Comparison, part: Comparison)

  /// The comparisons, if the predicate is such a word.
  var keyedWord: KeyedWord? {
    guard case .or(let operands) = self, operands.count == 2, case .comparison(let whole) = operands[0],
      case .comparison(let part) = operands[1], whole.key == part.key, whole.value == part.value,
      whole.options == part.options, whole.comparisonOperator == .equal, part.comparisonOperator == .contains
    else { return nil }
    return (whole, part)
  }

  /// Such words among its parts.
  var keyedWords: [KeyedWord] { parts.compactMap(\.keyedWord) }
}

extension Comparison {
  /// The comparison as such a word, whose value gets quotes if it needs them.
  ///
  /// - Parameter spelling: of the key; nil for its own.
  func keyedText(_ spelling: String? = nil) -> String {
    let text = value.text ?? ""
    return "\(spelling ?? key.rawValue):" + (text.contains(where: \.isWhitespace) ? "\"\(text)\"" : text)
  }
}
