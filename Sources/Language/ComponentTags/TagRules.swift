package import ComponentModel

/// The rules for a component's system tags.
///
/// A class gives its own tag and its group's, never its ancestors': LV2's Reverb is a subclass of Delay, and a reverb
/// is not a delay.
package struct TagRules: Sendable {
  private let vocabulary: Vocabulary
  private let curated: CuratedList

  /// The rules that ship with the project.
  package static let standard = TagRules(vocabulary: .standard, curated: .standard)

  /// A version that changes with the vocabulary, the curated list and these rules. When it changes, system tags are
  /// rebuilt from what the catalog holds, without opening a bundle. It is computed without parsing a table.
  package static let standardVersion = version(of: [EmbeddedTables.vocabulary, EmbeddedTables.curated])

  /// To be raised when the code of the rules changes.
  private static let codeVersion = 3

  static func version(of tables: [String]) -> String {
    var hash = StableHash()
    for table in tables { hash.add(table) }
    return "\(codeVersion)-\(String(hash.value, radix: 16))"
  }

  init(vocabulary: Vocabulary, curated: CuratedList) {
    self.vocabulary = vocabulary
    self.curated = curated
  }

  /// The tags of a component: those of its classes, of the curated list and of its author, each group by identifier.
  package func grants(for subject: TagSubject) -> [TagGrant] {
    let facts = curated.facts(of: subject.uri)
    let fromClass = classTags(subject).subtracting(facts.removed)
    return grants(fromClass, .pluginClass) + grants(withGroups(facts.added), .curated) + authorGrants(subject)
  }

  /// Tags that the author has declared are never removed. If the author's own tag spells the name of a standard tag, it
  /// is that standard tag.
  private func authorGrants(_ subject: TagSubject) -> [TagGrant] {
    guard !subject.standardTags.isEmpty || !subject.ownTags.isEmpty else { return [] }
    let names = subject.standardTags + subject.ownTags.map(\.text)
    let standard = withGroups(Set(names.compactMap { vocabulary.entry(named: $0)?.identifier }))
    let own = subject.ownTags.filter { !$0.text.isEmpty && vocabulary.entry(named: $0.text) == nil }
    return grants(standard, .author)
      + own.sorted { $0.text < $1.text }.map { tag in
        TagGrant(tag.text, isStandard: false, source: .author, translations: tag.translations)
      }
  }

  private func grants(_ identifiers: Set<String>, _ source: TagSource) -> [TagGrant] {
    identifiers.sorted().map { identifier in
      let entry = vocabulary[identifier]
      return TagGrant(identifier, isStandard: entry != nil, aliases: entry?.aliases ?? [], source: source)
    }
  }

  private func classTags(_ subject: TagSubject) -> Set<String> {
    let names = subject.classes.compactMap(LV2ClassTree.localName)
    return withGroups(Set(names.flatMap(vocabulary.tags(ofClass:)).map(\.identifier)).union(typeTags(subject)))
  }

  /// An effect without an audio output, such as a controller, changes no sound; nor does an analyzer, which passes it
  /// on unchanged.
  private func typeTags(_ subject: TagSubject) -> [String] {
    let isAnalyzer = subject.classes.contains(Namespace.lv2 + "AnalyserPlugin")
    switch subject.type {
    case .effect, .musicEffect: return subject.hasAudioOutput && !isAnalyzer ? ["effects"] : []
    case .midiProcessor: return ["midi"]
    default: return []
    }
  }

  private func withGroups(_ identifiers: Set<String>) -> Set<String> {
    identifiers.union(identifiers.compactMap { vocabulary[$0]?.group })
  }
}
