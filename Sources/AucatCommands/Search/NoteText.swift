internal import AudioComponents

/// Says how the words of a search were interpreted, and which option takes them as typed.
enum NoteText {
  /// One line.
  static func text(_ note: SearchNote) -> String { "\(note)\(remedy(note))" }

  /// One line in which everything is named.
  static func wholeText(_ note: SearchNote) -> String { note.description(naming: .max) + remedy(note) }

  private static func remedy(_ note: SearchNote) -> String {
    switch note {
    case .corrected(let word, _): "; --exact searches for `\(SearchNote.plain(word))`"
    case .optional, .elsewhere, .preferred: "; --exact requires it"
    case .ignored: " (--exact requires it)"
    case .intent(let words, _): "; --exact searches for the \(SearchNote.isOne(words) ? "word" : "words")"
    case .otherKinds: "; --exact requires all"
    case .mostWords: ""
    }
  }
}
