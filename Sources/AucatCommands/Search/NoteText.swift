internal import AudioComponents

/// Says how the words of a search were interpreted.
enum NoteText {
  /// One line.
  static func text(_ note: SearchNote) -> String {
    switch note {
    case .corrected(let word, let other):
      "searching for `\(other)` instead of `\(word)`; --exact searches for `\(word)`"
    case .optional(let word):
      "no name or tag has `\(word)`, so it only affects the order; --exact requires it"
    case .ignored(let word): "nothing has `\(word)`; searching without it (--exact requires it)"
    case .preferred(let word):
      "`\(word)` says what a plugin is used on, so it only affects the order; --exact requires it"
    case .intent(let words):
      "searching for what helps with `\(words.joined(separator: " "))`; --exact searches for the words"
    case .mostWords(let found, let count):
      "nothing matches all \(count) words; listing what matches \(found) of them"
    }
  }
}
