public import ComponentQuery

extension SearchNote: CustomStringConvertible {
  /// How the words were interpreted, in one line of English.
  public var description: String { description(naming: 3) }

  /// As ``description``.
  ///
  /// - Parameter limit: how many of the things to name that are searched for instead of an intent.
  package func description(naming limit: Int) -> String {
    switch self {
    case .corrected(let word, let other): "searching for `\(other)` instead of `\(Self.plain(word))`"
    case .optional(let word), .elsewhere(let word):
      "`\(Self.plain(word))` only affects the order: no match has it in its name or tags"
    case .ignored(let word): "nothing has `\(Self.plain(word))`; searching without it"
    case .preferred(let word): "`\(Self.plain(word))` says what a plugin is used on, so it only affects the order"
    case .intent(let words, let instead):
      "searching for what \(Self.isOne(words) ? "fits" : "suits") "
        + "`\(words.map(Self.plain).joined(separator: " "))`: \(Self.names(instead, limit))"
    case .otherKinds(let words):
      "only plugins of other kinds match \(Self.all(words)); listing what matches one of them"
    case .widened(let found, let kinds):
      "only \(Count.text(found, "component")) \(found == 1 ? "matches" : "match"); listing what is near below\(kinds.isEmpty ? "" : ": \(kinds.joined(separator: ", "))")"
    case .mostWords(let found, let words, let missing):
      "nothing matches \(Self.all(words)); listing what matches \(Self.part(found, of: words, without: missing))"
    }
  }

  /// Whether these are a single word.
  package static func isOne(_ words: [String]) -> Bool { words.count == 1 && !words[0].contains(" ") }

  /// The first names, and how many others there are.
  private static func names(_ names: [String], _ limit: Int) -> String {
    let others = names.count - limit
    // As short as saying that there is one more.
    let shown = others > 1 ? names.prefix(limit) + ["\(others) more"] : names[...]
    return shown.dropLast().joined(separator: ", ") + (shown.count > 1 ? " and " : "") + (shown.last ?? "")
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
