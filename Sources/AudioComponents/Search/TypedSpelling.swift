/// How parts of a predicate were typed, where that differs from how they are printed.
struct TypedSpelling {
  private let typed: [ComponentPredicate: String]

  /// - Parameter typed: words with a key as they were typed, by what they stand for.
  init(_ typed: [ComponentPredicate: String]) { self.typed = typed }

  /// A part of a predicate; a plain word as it was typed.
  func text(of part: ComponentPredicate) -> String {
    if let text = typed[part] { return text }
    switch part {
    case .text(let words): return words.joined(separator: " ")
    case .not(let operand) where isTyped(operand): return "not " + text(of: operand)
    case .or(let operands) where isTyped(part): return texts(of: operands[...]).joined(separator: " or ")
    default: return part.keyedWord.map { $0.whole.keyedText() } ?? part.operandDescription
    }
  }

  /// Alternatives, of which two may stand for one word with a key of tags.
  private func texts(of operands: ArraySlice<ComponentPredicate>) -> [String] {
    guard let first = operands.first else { return [] }
    if let text = typed[.or(Array(operands.prefix(2)))] { return [text] + texts(of: operands.dropFirst(2)) }
    return [text(of: first)] + texts(of: operands.dropFirst())
  }

  /// A comparison that another predicate has in the place of one that was typed.
  func text(of comparison: Comparison, in predicate: ComponentPredicate) -> String {
    if let key = key(of: comparison) { return comparison.keyedText(key) }
    let isKeyed = predicate.keyedWords.contains { $0.whole == comparison }
    return isKeyed ? comparison.keyedText() : comparison.description
  }

  /// Whether a part, or an alternative in it, is a word with a key.
  private func isTyped(_ part: ComponentPredicate) -> Bool {
    if typed[part] != nil { return true }
    return switch part {
    case .not(let operand): isTyped(operand)
    case .or(let operands):
      operands.contains(where: isTyped)
        || operands.indices.dropLast().contains { typed[.or(Array(operands[$0...$0 + 1]))] != nil }
    default: false
    }
  }

  /// What was typed before the colon of a word that differs from a comparison in its value only.
  private func key(of comparison: Comparison) -> String? {
    for (part, text) in typed {
      guard case .comparison(var other) = part.keyedWord.map({ .comparison($0.whole) }) ?? part else { continue }
      other.value = comparison.value
      if other == comparison { return String(text.prefix { $0 != ":" && !$0.isWhitespace }) }
    }
    return nil
  }
}
