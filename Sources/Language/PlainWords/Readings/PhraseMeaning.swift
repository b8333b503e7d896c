import ComponentModel

/// The meaning of words in the table of phrases.
enum PhraseMeaning: Equatable {
  /// They exclude the words after them: "without".
  case exclusion
  /// As ``exclusion``, in a language other than English: in "kein Hall", Hall means reverb.
  case foreignExclusion
  /// As ``exclusion``, but only after the name of a kind, since they mean something else, too: "no", the Spanish "sin".
  case exclusionAfterKind
  /// The words before and after them are alternatives: "oder".
  case alternative
  /// It follows the kind that the words after it describe: "for".
  case afterHead
  /// It follows the kind that has what the words after it name: "with".
  case having
  /// A number, in digits: "two".
  case number(String)
  /// A unit of numbers, by its symbol: "seconds".
  case unit(String)
  /// They state a condition: a predicate with `#` in place of each number, `{}` in place of a quantity and `*` in place
  /// of a word.
  case condition(String)

  private static let numberMark = "NUMBER "
  private static let unitWord = "UNIT "
  /// What the names of units begin with in the table of phrases, so that "s" by itself means nothing.
  static let unitMark = "{"
  /// What a word begins with there that counts only in capitals: MIT, which is also the German "with".
  static let capitalsMark = "="

  /// The meaning of a text in the table's third field.
  init(_ text: String) {
    switch text {
    case "NOT": self = .exclusion
    case "FOREIGN NOT": self = .foreignExclusion
    case "KIND NOT": self = .exclusionAfterKind
    case "OR": self = .alternative
    case "AFTER HEAD": self = .afterHead
    case "HAVING": self = .having
    case let text where text.hasPrefix(Self.unitWord): self = .unit(String(text.dropFirst(Self.unitWord.count)))
    default:
      self = text.hasPrefix(Self.numberMark) ? .number(String(text.dropFirst(Self.numberMark.count))) : .condition(text)
    }
  }
}

extension WordKnowledge {
  /// The meaning of a phrase in the table: its words as one, with `#` for each number.
  func meaning(ofPhrase phrase: String) throws -> PhraseMeaning? {
    try condition(statedBy: phrase).map(PhraseMeaning.init)
  }
}
