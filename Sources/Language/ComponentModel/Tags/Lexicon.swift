/// What people call things in a search.
package struct Lexicon: Sendable {
  /// Words that state what a component has.
  package struct Phrase: Hashable, Sendable {
    /// Several ways to say it; `#` stands for a number.
    package var forms: [String]
    /// The condition, as a predicate with `#` in place of the number.
    package var condition: String

    package init(forms: [String], condition: String) {
      self.forms = forms
      self.condition = condition
    }

    /// A phrase of a language. In languages other than English, the condition `NOT` becomes ``foreignExclusion``.
    package init(forms: [String], condition: String, language: String) {
      let isForeign = condition == "NOT" && language != "en"
      self.init(forms: forms, condition: isForeign ? Self.foreignExclusion : condition)
    }

    /// The condition of a word that excludes what follows, in a language other than English.
    package static let foreignExclusion = "FOREIGN NOT"
  }

  /// What people want to achieve.
  package struct Intent: Hashable, Sendable {
    /// Several ways to say it: the words that matter, in any order.
    package var forms: [String]
    /// What helps: tags by identifier and words in quotes, each with a weight.
    package var targets: String

    package init(forms: [String], targets: String) {
      self.forms = forms
      self.targets = targets
    }
  }

  /// What a component can do or have.
  package struct Feature: Hashable, Sendable {
    /// Several ways to ask for it: words side by side, in any order.
    package var forms: [String]
    /// The words that show that a component has it, each with a weight.
    package var evidence: String

    package init(forms: [String], evidence: String) {
      self.forms = forms
      self.evidence = evidence
    }
  }

  /// The phrases of all languages.
  package var phrases: [Phrase]
  /// The intents of all languages.
  package var intents: [Intent]
  /// The features in all languages.
  package var features: [Feature]
  /// The words of all languages that mean nothing in a search.
  package var fillers: [String]
  /// The names of standard tags in English, and what musicians call these, in all languages.
  package var names: [String]

  package init(phrases: [Phrase], intents: [Intent], features: [Feature] = [], fillers: [String], names: [String] = [])
  {
    self.phrases = phrases
    self.intents = intents
    self.features = features
    self.fillers = fillers
    self.names = names
  }
}
