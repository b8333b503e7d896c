import Foundation
import ICU
import Texts

/// What people call things in a search, as the tables of `ComponentTags/Data` and the names of tags in `Localizations`
/// have it; compiled into lines that are looked up by keys that don't depend on spelling.
///
/// A line is a letter that names its kind, a key, a TAB and a value: `Lexicon.Kind` describes them.
struct LexiconSource {
  private let tables: [String: String]
  private let localizations: [String]
  private let rules = UnicodeRules(locale: LocaleIdentifier("en"))
  private let fillers: Set<String>
  private var lines: [String: String] = [:]
  /// The words of more than one letter that people combine with others to express something.
  private var typed: Set<String> = []

  /// - Parameters:
  ///   - tables: the texts of `*.tsv`, by their names without the ending.
  ///   - localizations: the texts of the files in `Localizations`.
  init(tables: [String: String], localizations: [String]) {
    self.tables = tables
    self.localizations = localizations
    let rules = rules
    fillers = Set(
      Self.rows(of: tables["fillers"]).flatMap { Self.list($0[1], ",") }.map { rules.words(of: $0).joined() })
    addPhrases()
    addIntents()
    addFeatures()
    for filler in fillers { add("", for: filler, of: "x") }
    addNames()
  }

  /// The lines in the order of their bytes.
  var sortedLines: [String] {
    lines.map { "\($0.key)\t\($0.value)" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The words that people type to mean something, sorted.
  var typedWords: [String] { typed.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

  /// The names of tags, joined into one word each, sorted.
  var names: [String] {
    lines.keys.filter { $0.hasPrefix("a") }.map { String($0.dropFirst()) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  // MARK: Phrases

  private mutating func addPhrases() {
    for row in Self.rows(of: tables["phrases"]) where row.count == 3 {
      // In "kein Hall", Hall means reverb: what is excluded in another language isn't read as English.
      let condition = row[2] == "NOT" && row[0] != "en" ? "FOREIGN NOT" : row[2]
      // A unit means something after a number only.
      let mark = condition.hasPrefix("UNIT ") ? "{" : ""
      for form in Self.list(row[1], "|") { add(condition, for: mark + phraseKey(form), of: "p") }
    }
  }

  /// The words of a phrase as one. What stands for numbers, quantities and words isn't made of letters, so it is kept
  /// apart, with a plus sign after it, while the rest is split into words. A phrase in capitals keeps them.
  private mutating func phraseKey(_ form: String) -> String {
    if form.hasPrefix("=") { return form }
    var (key, rest) = ("", form[...])
    while let range = rest.firstRange(of: /(\#|\{\}|\*)\+?/) {
      key += squeezed(rest[..<range.lowerBound]) + rest[range]
      rest = rest[range.upperBound...]
    }
    return key + squeezed(rest)
  }

  private mutating func squeezed(_ part: Substring) -> String {
    let words = rules.words(of: String(part))
    note(words)
    return words.joined()
  }

  // MARK: Intents and features

  private mutating func addIntents() {
    for row in Self.rows(of: tables["intents"]) where row.count == 3 {
      for form in Self.list(row[1], "|") {
        if let key = orderedKey(form) {
          add(row[2], for: key, of: "o")
        } else {
          add(row[2], for: intentKey(form), of: "i")
        }
      }
    }
  }

  /// A line without evidence continues the feature of the line above.
  private mutating func addFeatures() {
    var number = -1
    for row in Self.rows(of: tables["features"]) {
      if row.count > 2 {
        number += 1
        add(row[2], for: "\(number)", of: "e")
      }
      for form in Self.list(row[1], "|") { add("\(number)", for: intentKey(form), of: "f") }
    }
  }

  /// What turns one thing into another is said with one of these words between them.
  private static let directions: Set<String> = ["into", "to", "from", "as", "like"]

  /// The stems of an intent to turn one thing into another, in their order: a voice into a choir isn't a choir's voices.
  /// Nil for any other.
  private mutating func orderedKey(_ form: String) -> String? {
    let words = rules.words(of: form)
    let content = form.hasPrefix("\"") ? words : words.filter { !fillers.contains($0) }
    guard content.count > 1, let first = words.firstIndex(of: content[0]),
      words.dropFirst(first + 1).dropLast().contains(where: Self.directions.contains)
    else { return nil }
    note(words)
    var stems: [String] = []
    // A bass from a guitar is a guitar into a bass.
    let ordered = words.contains("from") && !content.contains("from") ? content.reversed() : content
    for stem in ordered.map(Stem.of) where !stems.contains(stem) { stems.append(stem) }
    return stems.joined(separator: " ")
  }

  /// The stems, without fillers, unless the form is in quotes, or only one word would be left, which could mean anything.
  private mutating func intentKey(_ form: String) -> String {
    let words = rules.words(of: form)
    note(words)
    let content = form.hasPrefix("\"") ? words : words.filter { !fillers.contains($0) }
    return Set((content.count > 1 ? content : words).map(Stem.of))
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: " ")
  }

  // MARK: Names of tags

  private mutating func addNames() {
    var tags: [String: Set<String>] = [:]
    for (name, tag) in englishNames + localizedNames {
      let key = rules.words(of: name).joined()
      if !key.isEmpty { tags[key, default: []].insert(tag) }
    }
    for (name, tag) in productNames {
      let key = rules.words(of: name).joined()
      if tags[key]?.remove(tag) != nil { tags[key]?.insert(tag + "~") }
    }
    var names: [String: [String]] = [:]
    for (key, tags) in tags {
      add(tags.sorted().joined(separator: ","), for: key, of: "a")
      if Stem.isASCII(key) { names[Stem.of(key), default: []].append(key) }
    }
    for (stem, names) in names { add(names.sorted().joined(separator: ","), for: stem, of: "s") }
    for (name, _) in englishNames { addDivision(of: name) }
  }

  /// Longer names than of three words are not written as one word.
  private mutating func addDivision(of name: String) {
    let words = rules.words(of: name)
    guard words.count > 1 else { return }
    note(words)
    if words.count <= 3 { add(words.joined(separator: " "), for: words.joined(), of: "d") }
  }

  /// The vocabulary's identifiers and English names, and what musicians call the same things, in all languages.
  private var englishNames: [(name: String, tag: String)] {
    let vocabulary = Self.rows(of: tables["vocabulary"])
    let identifiers = Set(vocabulary.map { $0[0] })
    let own = vocabulary.flatMap { row in
      ([row[0]] + (row[3] == "-" ? [] : Self.list(row[3], ","))).map { (name: $0, tag: row[0]) }
    }
    let aliases = Self.rows(of: tables["aliases"]).filter { $0.count == 3 && identifiers.contains($0[0]) }
    return own + aliases.flatMap { row in row[2].split(separator: ",").map { (name: String($0), tag: row[0]) } }
  }

  /// The English aliases that are names of products, which only stand for their kind: written with a capital letter, or with
  /// letters and digits. What is written in capitals is an abbreviation.
  private var productNames: [(name: String, tag: String)] {
    Self.rows(of: tables["aliases"]).filter { $0.count == 3 && $0[1] == "en" }.flatMap { row in
      row[2].split(separator: ",").map { (name: String($0), tag: row[0]) }.filter { Self.isProduct($0.name) }
    }
  }

  private static func isProduct(_ name: String) -> Bool {
    name.contains(#/^[A-Z][a-z]{2,}/#) && name.contains(#/[A-Z]/#) || name.contains(#/[A-Za-z]{2,}-?[0-9]{1,4}$/#)
      || name.contains(#/^[0-9]{3,4}$/#)
  }

  private var localizedNames: [(name: String, tag: String)] {
    let identifiers = Set(Self.rows(of: tables["vocabulary"]).map { $0[0] })
    return localizations.flatMap { text -> [(name: String, tag: String)] in
      let table = text.split(separator: "\n").drop { $0 != "  tags {" }.dropFirst().prefix { $0 != "  }" }
      return table.compactMap { line in
        let parts = line.split(separator: "\"")
        guard parts.count >= 2, let tag = parts[0].split(separator: " ").first, identifiers.contains(String(tag))
        else { return nil }
        return (name: String(parts[1]), tag: String(tag))
      }
    }
  }

  // MARK: Tables

  /// Of two lines with the same kind and key, the first wins.
  private mutating func add(_ value: String, for key: String, of kind: String) {
    if !key.isEmpty, lines[kind + key] == nil { lines[kind + key] = value }
  }

  private mutating func note(_ words: [String]) {
    for word in words where word.unicodeScalars.count > 1 { typed.insert(word) }
  }

  private static func rows(of table: String?) -> [[String]] {
    (table ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }.filter { $0.count > 1 }
  }

  private static func list(_ field: String, _ separator: Character) -> [String] {
    field.split(separator: separator).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
