internal import AudioComponents

/// Says how the words of a search were understood.
enum NoteText {
  /// One line.
  static func text(_ note: SearchNote) -> String {
    switch note {
    case .corrected(let word, let other): "searching for `\(other)` instead of `\(word)`; --exact doesn't correct"
    case .optional(let word):
      "no name or tag has `\(word)`, so it only decides the order; --exact requires it"
    case .ignored(let word): "nothing has `\(word)`; searching without it (--exact requires it)"
    case .preferred(let word): "`\(word)` says what it is used on, so it only decides the order; --exact requires it"
    case .intent(let words):
      "searching for what helps with \"\(words.joined(separator: " "))\"; --exact searches for the words"
    case .mostWords(let found, let count):
      "no component has all of these; listed are those with \(found) of \(count)"
    }
  }
}
