package import ComponentModel

/// The knowledge of a catalog and the vocabulary about words, for ``WordInterpreter``.
package protocol WordKnowledge {
  /// The rules by which words are compared.
  var rules: any TextRules { get }

  /// Where the catalog has a word.
  func standing(of word: SearchWord) throws -> WordStanding

  /// Whether components have several words as one, and are not found by the words themselves.
  func isJoined(_ name: SearchWord) throws -> Bool

  /// Whether a name, manufacturer, class or URI has a word, whole and undivided.
  func isOneWord(_ word: SearchWord) throws -> Bool

  /// The words that a single word consists of, if a name of a standard tag or of a component divides it: `ring`, `mod`
  /// for `ringmod`. Nil if no name divides it.
  func parts(of word: SearchWord) throws -> [String]?

  /// The standard tags that have a name or an alias, in any language, which is this word or these words.
  func tags(named name: SearchWord) throws -> [Tag]

  /// Whether a standard tag is broader than another one: every component with the other has it, too.
  func isBroader(_ tag: Tag, than other: Tag) throws -> Bool

  /// The condition that a phrase such as `nogui` or `#band` states, according to the table of phrases. Nil if there is
  /// none.
  ///
  /// - Parameter phrase: its words as one, each number as `#`.
  func condition(statedBy phrase: String) throws -> String?

  /// Whether a folded word means nothing in a search, such as "with" or "plugin".
  func isFiller(_ word: String) throws -> Bool

  /// Whether the name of a component has all of these words.
  func isName(_ words: [SearchWord]) throws -> Bool

  /// Whether the name of a component has these words side by side.
  func isPartOfName(_ name: SearchWord) throws -> Bool

  /// Whether the name of a component has a text as it stands, ignoring case: `shaper+`.
  func isInName(_ text: String) throws -> Bool

  /// Whether a component has all of these words, in its name, manufacturer, class, URI, tags or comment.
  func isAny(with words: [SearchWord]) throws -> Bool

  /// Whether the manufacturer of a component has a word, whole.
  func isMaker(_ word: SearchWord) throws -> Bool

  /// Whether a component of a kind has a word in its name, manufacturer, class, URI or tags.
  ///
  /// - Parameter kind: a name of a standard tag, which the component has, or whose words are in such a field.
  func isStrong(_ word: SearchWord, beside kind: SearchWord) throws -> Bool

  /// What helps with an intent, such as "hum" or "loud vocal"; empty if the intent is unknown. Tags that no component
  /// has are left out.
  ///
  /// - Parameter stems: the stems of its words, in the order of their scalars.
  func targets(ofIntent stems: [String]) throws -> [IntentTarget]

  /// The words that show that a component has a feature, such as "pre-delay"; empty if the feature is unknown.
  ///
  /// - Parameter stems: as for ``targets(ofIntent:)``.
  func evidence(ofFeature stems: [String]) throws -> [IntentTarget]

  /// Whether a component of one of some kinds suits an intent well.
  ///
  /// - Parameter kinds: as for ``isStrong(_:beside:)``.
  func isAny(of kinds: [SearchWord], suiting targets: [IntentTarget]) throws -> Bool

  /// The word of a name, manufacturer, class, URI or tag that a folded word is most probably a misspelling of.
  func nearest(to word: String) throws -> String?

  /// The only word of a maker, or name of a standard tag, that a component of a kind has, and that a folded word is
  /// with one letter left out, or swapped with its neighbour. Nil if there is none, or if there are several.
  ///
  /// - Parameter kind: as for ``isStrong(_:beside:)``.
  func nearestName(to word: String, beside kind: SearchWord) throws -> String?

  /// The intended word for one that matches something but that no component has: with a wrong ending, as in
  /// `compresser`, or because words side by side begin with its letters, as do those of Calf Filter with `calff`. Nil
  /// for a word that a component has, its inflected forms and its beginnings, and if more than one letter is wrong.
  func meant(by word: SearchWord) throws -> String?

  /// A folded word as it is written in the name of a tag or component; the folded word itself if no name has it.
  func written(_ word: String) throws -> String

  /// The words that a folded word may be a misspelling of, the nearest first, among those of intents, phrases and names
  /// of several words: people type these, whether or not a component has them. Nil if the word is one of them.
  func nearestTyped(to word: String) throws -> [String]?
}

/// Where a catalog has a word, from nowhere to the texts that say what a component is.
package struct WordStanding: Hashable, Sendable {
  /// The levels, in ascending order.
  package enum Level: Int, Comparable, Sendable {
    /// No component has it.
    case unknown
    /// Only comments, parameters or presets have it.
    case weak
    /// A name, manufacturer, class, URI or tag has it within a word.
    case part
    /// A name, manufacturer, class, URI or tag has it, or a word that begins with it.
    case strong

    package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  package var level: Level
  /// The number of components that have the word in a comment, a parameter or a preset.
  package var count: Int

  package init(_ level: Level, count: Int) {
    self.level = level
    self.count = count
  }

  /// The standing of a word that no component has.
  package static let unknown = WordStanding(.unknown, count: 0)
}

/// Something that helps with an intent.
package struct IntentTarget: Hashable, Sendable {
  /// What a component must have.
  package enum Subject: Hashable, Sendable {
    /// A tag of the standard vocabulary.
    case tag(Tag)
    /// Words, all of which something of the component has.
    case words([String])

    /// The name for people.
    var name: String {
      switch self {
      case .tag(let tag): tag.name
      case .words(let words): words.joined(separator: " ")
      }
    }
  }

  /// The minimum weight of what serves an intent well, or is a good sign of a feature.
  private static var goodWeight: Double { 2 }

  /// Whether it serves well.
  package var isGood: Bool { weight >= Self.goodWeight }

  /// What a component must have.
  package var subject: Subject
  /// How much it helps, from 1 to 3.
  package var weight: Double
  /// The number of the intent among those of a search: what helps with several of them serves best.
  package var intent = 0

  package init(_ subject: Subject, weight: Double) {
    self.subject = subject
    self.weight = weight
  }
}

extension IntentTarget {
  /// The targets of an intent as the table has them: `compressor=3, "surge protect"=2`.
  ///
  /// - Parameter tag: the standard tag with an identifier; nil if no component has it.
  /// - Returns: those that can be read.
  package static func targets(
    parsing text: String, tag: (String) throws -> Tag?
  ) rethrows -> [IntentTarget] {
    try text.split(separator: ",").compactMap { part in
      guard let sign = part.lastIndex(of: "="), let weight = Double(part[part.index(after: sign)...].withoutOuterSpaces)
      else {
        return nil
      }
      let name = String(part[..<sign].withoutOuterSpaces)
      guard name.hasPrefix("\"") else { return try tag(name).map { IntentTarget(.tag($0), weight: weight) } }
      let words = name.split { $0 == "\"" || $0 == " " }.map(String.init)
      return words.isEmpty ? nil : IntentTarget(.words(words), weight: weight)
    }
  }
}

/// How far the words of a search may be from what components have.
public enum WordMatching: Hashable, Sendable {
  /// Misspelt words are corrected, words that say nothing are left out, and what a person wants to achieve is
  /// interpreted. If no component has all words, those with the most are found.
  case interpreted
  /// A component must have every word as it is typed, or a tag that the words name.
  case exact
  /// As ``interpreted``, but the last word is still being typed: it is the beginning of any word, and is not corrected.
  case typing
}
