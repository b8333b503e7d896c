internal import AucatProgram
internal import AudioComponents

/// Explains why a search has found nothing.
enum EmptyResultText {
  /// One or two lines; none if only hidden components match, which a note reports.
  ///
  /// - Parameter text: what was typed.
  static func lines(_ result: EmptyResult, of text: String) -> [String] {
    if result.hidden > 0 { return [] }
    if result.quarantined > 0 { return ["only quarantined plugins match; --all lists them with the reason"] }
    if let collection = result.emptyCollections.first {
      return ["\(result); `aucat collection add \(ShellWord.quoted(collection)) COMPONENT` adds to it"]
    }
    return result.description(asTyped: ComponentPredicate.keyedWords(in: text)).split(separator: "\n").map(String.init)
  }

  /// The search that would find something and is nearest to what was typed.
  static func suggestion(_ result: EmptyResult, of text: String) -> String? {
    result.hidden + result.quarantined > 0 ? nil : result.suggestion(asTyped: ComponentPredicate.keyedWords(in: text))
  }

  /// The remedy that shows the matching components, or more of them.
  static func remedy(_ result: EmptyResult) -> String? {
    if result.hidden + result.quarantined > 0 { return "--all" }
    return result.emptyCollections.first.map { "aucat collection add \(ShellWord.quoted($0)) COMPONENT" }
  }

  /// The note on hidden components that match; nil if none does.
  static func hidden(_ count: Int) -> String? {
    if count == 0 { return nil }
    return Count.text(count, "hidden component matches", plural: "hidden components match") + "; --all shows "
      + (count == 1 ? "it" : "them")
  }
}

/// Says how the words of a search were interpreted, and which option takes them as typed.
enum NoteText {
  /// A note with its remedy, on one line.
  static func text(_ note: SearchNote) -> String { "\(note)\(remedy(note))" }

  private static func remedy(_ note: SearchNote) -> String {
    switch note {
    case .corrected(let word, _): "; --exact searches for `\(SearchNote.plain(word))`"
    case .optional, .elsewhere, .preferred: "; --exact requires it"
    case .ordering, .unmet: ""
    case .otherKinds: "; --exact requires all"
    case .ignored: " (--exact requires it)"
    case .intent(let words, _): "; --exact searches for the \(SearchNote.isOne(words) ? "word" : "words")"
    case .mostWords, .widened, .unknownUnit, .withoutUnit: ""
    }
  }
}
