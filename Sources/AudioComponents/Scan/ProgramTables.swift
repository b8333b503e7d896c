internal import ComponentModel
internal import ComponentStore
internal import ComponentTags
internal import Linux

/// The names of tags and the words of searches that come with the program, as far as the catalog lacks them.
///
/// They are the same for every catalog, so they are computed while bundles are read, beside the thread that writes.
struct ProgramTables {
  private let names: TagAliases
  private let aliases: Deferred<AliasRows>?
  private let lexicon: Deferred<LexiconRows>?

  /// Begins to compute what the writer's catalog lacks.
  init(for writer: ScanWriter, rules: any TextRules) throws {
    let names = TagAliases(folder: ProgramLocation.localizations)
    let needsAliases = try writer.needsAliases(version: names.version, languages: names.languages)
    let needsLexicon = try writer.needsLexicon(version: Lexicon.standardVersion)
    self.names = names
    aliases = needsAliases ? Deferred { AliasRows(names.names, rules: rules) } : nil
    lexicon = needsLexicon ? Deferred { LexiconRows(.standard, rules: rules) } : nil
  }

  /// Writes them.
  func write(with writer: ScanWriter) throws {
    if let aliases { try writer.write(aliases.value(), version: names.version, languages: names.languages) }
    if let lexicon { try writer.write(lexicon.value(), version: Lexicon.standardVersion) }
  }
}
