public import ComponentQuery

extension SearchNote: CustomStringConvertible {
  /// How the words were interpreted, in one line of English.
  public var description: String {
    switch self {
    case .corrected(let word, let other): "searching for `\(other)` instead of `\(Self.plain(word))`"
    case .optional(let word): "no name or tag has `\(Self.plain(word))`, so it only affects the order"
    case .elsewhere(let word):
      "no plugin of this kind has `\(Self.plain(word))` in its name or tags, so it only affects the order"
    case .ignored(let word): "nothing has `\(Self.plain(word))`; searching without it"
    case .preferred(let word): "`\(Self.plain(word))` says what a plugin is used on, so it only affects the order"
    case .intent(let words) where words.count == 1 && !words[0].contains(" "):
      "searching for what fits `\(Self.plain(words[0]))`"
    case .intent(let words):
      "searching for what suits `\(words.map(Self.plain).joined(separator: " "))`"
    case .mostWords(let found, let words, let missing):
      "nothing matches \(Self.all(words)); listing what matches \(Self.part(found, of: words, without: missing))"
    }
  }

  /// A word without the punctuation of a sentence behind it.
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
    let some = words.count == 2 ? "one of them" : "\(found) of these \(words.count)"
    return missing.isEmpty ? some : "\(some), but not \(list(missing))"
  }

  /// In backquotes, with `and` before the last.
  private static func list(_ words: [String]) -> String {
    let quoted = words.map { "`\(plain($0))`" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " and " + last
  }
}
