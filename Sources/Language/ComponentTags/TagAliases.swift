internal import ComponentModel
internal import ICU

/// The names by which standard tags are found: identifiers, English names and aliases of the vocabulary, names in every
/// language of `Localizations/`, and what musicians call the same things, from `Data/aliases.tsv`, which documents its
/// format.
package struct TagAliases {
  private let folder: String?

  /// The names, with those of the compiled resource bundles in a folder.
  package init(folder: String?) { self.folder = folder }

  /// A version that changes with the names, computed without parsing the tables.
  package var version: String {
    var hash = StableHash()
    for table in [EmbeddedTables.vocabulary, EmbeddedTables.aliases] { hash.add(table) }
    for language in languages {
      hash.add(language)
      if let digest = EmbeddedDigests.digest(language) { hash.add(UInt64(digest.sum) << 32 | UInt64(digest.weighted)) }
    }
    return String(hash.value, radix: 16)
  }

  /// The languages whose names are in the folder.
  package var languages: [String] {
    guard let folder else { return [] }
    return LocalizedNames.languages.filter { ResourceFile($0, in: folder).exists }
  }

  /// Every name with its tag, with repetitions.
  package var names: [(name: String, tag: String)] { vocabularyNames + localizedNames + aliases }

  private var vocabularyNames: [(name: String, tag: String)] {
    Vocabulary.standard.entries.flatMap { entry in
      ([entry.identifier] + entry.aliases).map { (name: $0, tag: entry.identifier) }
    }
  }

  private var localizedNames: [(name: String, tag: String)] {
    guard let folder else { return [] }
    return LocalizedNames.languages.flatMap { language in
      LocalizedNames(locale: LocaleIdentifier(language), folder: folder).standardTags.map { tag in
        (name: tag.name, tag: tag.identifier)
      }
    }
  }

  private var aliases: [(name: String, tag: String)] {
    TabTable(EmbeddedTables.aliases).rows.flatMap { fields -> [(name: String, tag: String)] in
      guard fields.count == 3, let entry = Vocabulary.standard[String(fields[0])] else { return [] }
      return fields[2].utf8.split(separator: UInt8(ascii: ",")).map {
        (name: String(Substring($0)), tag: entry.identifier)
      }
    }
  }
}
