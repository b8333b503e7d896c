package import ComponentModel
package import ComponentQuery

/// The knowledge of a catalog and of the lexicon about words, for ``Chart`` and its readings.
package protocol WordKnowledge {
  /// The rules by which words are compared.
  var rules: any TextRules { get }

  // MARK: Of the catalog

  /// Where the catalog has a word.
  func standing(of word: SearchWord) throws -> WordStanding

  /// Whether components have several words as one, and are not found by the words themselves.
  func isJoined(_ name: SearchWord) throws -> Bool

  /// Whether a name, manufacturer, class or URI has a word, whole and undivided.
  func isOneWord(_ word: SearchWord) throws -> Bool

  /// The words that a single word consists of, if a name of a standard tag or of a component divides it: `ring`, `mod`
  /// for `ringmod`. Nil if no name divides it.
  func parts(of word: SearchWord) throws -> [String]?

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

  /// Whether few components have a word, whole, in a name, a manufacturer or a comment: it is what makes these special.
  func isRare(_ word: SearchWord) throws -> Bool

  /// Whether a component has some evidence of each of these demands; for a word beside a kind, in strong fields only.
  ///
  /// - Parameter other: a demand, or a word, that the component is to meet, too.
  func isAny(meeting demand: Demand, and other: Demand) throws -> Bool

  // MARK: Of the lexicon

  /// The standard tags that have a name or an alias, in any language, which is this word or these words.
  func tags(named name: SearchWord) throws -> [NamedTag]

  /// Whether a standard tag is broader than another one: every component with the other has it, too.
  func isBroader(_ tag: Tag, than other: Tag) throws -> Bool

  /// The condition that a phrase such as `nogui` or `#band` states, according to the table of phrases. Nil if there is
  /// none.
  ///
  /// - Parameter phrase: its words as one, each number as `#`.
  func condition(statedBy phrase: String) throws -> String?

  /// Whether a folded word means nothing in a search, such as "with" or "plugin".
  func isFiller(_ word: String) throws -> Bool

  /// What helps with an intent, such as "hum" or "loud vocal"; empty if the intent is unknown. Tags that no component
  /// has are left out.
  ///
  /// - Parameter stems: the stems of its words, in the order of the text; they count in any order, unless the intent is to
  ///   turn one thing into another.
  func targets(ofIntent stems: [String]) throws -> [Evidence]

  /// The words that show that a component has a feature, such as "pre-delay"; empty if the feature is unknown.
  ///
  /// - Parameter stems: as for ``targets(ofIntent:)``.
  func evidence(ofFeature stems: [String]) throws -> [Evidence]

  // MARK: Of spelling

  /// The word of a name, manufacturer, class, URI or tag that a folded word is most probably a misspelling of.
  func nearest(to word: String) throws -> String?

  /// The only word of a maker, or name of a standard tag, that a component of a kind has, and that a folded word is
  /// with one letter left out, or swapped with its neighbour. Nil if there is none, or if there are several.
  func nearestName(to word: String, beside kind: Demand) throws -> String?

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

/// A standard tag, and how surely a name means what the tag says.
package struct NamedTag: Hashable, Sendable {
  package var tag: Tag
  /// 1 for a name of the tag, less for the name of a product, which is much more special: DX7 for a synthesizer.
  package var certainty: Double

  package init(_ tag: Tag, certainty: Double = 1) {
    self.tag = tag
    self.certainty = certainty
  }
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
