public import ComponentQuery

extension SearchNote: CustomStringConvertible {
  /// How the words were interpreted, in one line of English.
  public var description: String {
    switch self {
    case .corrected(let word, let other): "searching for `\(other)` instead of `\(Self.plain(word))`"
    case .optional(let word):
      "`\(Self.plain(word))` only affects the order: it stands in parameters, presets or comments, not in names or tags"
    case .elsewhere(let word): "`\(Self.plain(word))` only affects the order: plugins of other kinds have it"
    case .ignored(let word): "nothing has `\(Self.plain(word))`; searching without it"
    case .preferred(let word): "`\(Self.plain(word))` says what a plugin is used on, so it only affects the order"
    case .unmet(let words): "nothing that matches says anything of \(Self.list(words, "or"))"
    case .ordering(let words): "\(Self.list(words)) only \(words.count == 1 ? "affects" : "affect") the order"
    case .intent(let words, let instead):
      "searching for what \(Self.isOne(words) ? "fits" : "suits") "
        + "`\(words.map(Self.plain).joined(separator: " "))`: \(Self.names(instead))"
    case .otherKinds(let words):
      "only plugins of other kinds match \(Self.all(words)); listing what matches \(Self.list(words, "or"))"
    case .unknownUnit(let unit, let words):
      "no parameter is compared in `\(Self.plain(unit))`; searching without \(Self.phrase(words))"
    case .withoutUnit(let words):
      "\(Self.phrase(words)) lacks a unit such as s, Hz or dB; searching without it"
    case .widened(let found, let kinds):
      "only \(Count.text(found, "component")) \(found == 1 ? "matches" : "match"); others "
        + (kinds.isEmpty ? "that mention the words" : "tagged \(Self.list(kinds, "or"))") + " follow"
    case .mostWords(let found, let words, let missing):
      "nothing matches \(Self.all(words)); listing what matches \(Self.part(found, of: words, without: missing))"
    }
  }

  /// Whether the list consists of a single word.
  package static func isOne(_ words: [String]) -> Bool { words.count == 1 && !words[0].contains(" ") }

  /// The names joined by commas, with a word before the last.
  private static func names(_ names: [String], _ word: String = "and") -> String {
    names.dropLast().joined(separator: ", ") + (names.count > 1 ? " \(word) " : "") + (names.last ?? "")
  }

  /// A word without the punctuation that follows it in a sentence.
  package static func plain(_ word: String) -> String {
    let end = word.reversed().drop { "?!.,;:…。？！、，".contains($0) }
    return end.isEmpty ? word : String(end.reversed())
  }

  /// More words than this are counted instead of named.
  private static let namedLimit = 8

  private static func all(_ words: [String]) -> String {
    if words.count > namedLimit { return "all \(words.count) words" }
    return (words.count == 2 ? "both " : "all of ") + list(words)
  }

  private static func part(_ found: Int, of words: [String], without missing: [String]) -> String {
    if found + missing.count == words.count { return "without \(list(missing))" }
    let some =
      words.count == 2
      ? list(words, "or") : words.count > namedLimit ? "\(found) of these \(words.count)" : "any \(found) of them"
    return missing.isEmpty ? some : "\(some), but not \(list(missing))"
  }

  /// Words that stand together, in backquotes.
  private static func phrase(_ words: [String]) -> String { "`\(plain(words.joined(separator: " ")))`" }

  /// The words in backquotes, joined by commas and a conjunction.
  private static func list(_ words: [String], _ word: String = "and") -> String {
    names(words.map { "`\(plain($0))`" }, word)
  }
}
