internal import ComponentStore
internal import ComponentTags

extension LexiconTexts {
  /// The texts that ship with the project.
  init(_ lexicon: Lexicon) {
    self.init(
      phrases: lexicon.phrases.map { ($0.forms, $0.condition) },
      intents: lexicon.intents.map { ($0.forms, $0.targets) },
      fillers: lexicon.fillers, names: lexicon.names)
  }
}
