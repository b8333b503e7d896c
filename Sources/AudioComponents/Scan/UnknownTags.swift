internal import ComponentModel
internal import ComponentQuery
internal import ComponentTags

/// Names that an author declares as standard tags but that aren't.
enum UnknownTags {
  /// A remark for each, with the nearest standard tag. A scan with another vocabulary finds the bundle by the
  /// property's name in its text.
  static func remarks(on record: PluginRecord) -> [ScanRemark] {
    record.standardTags.filter { Vocabulary.standard.entry(named: $0) == nil }.map { name in
      .tag(.unknownStandardTag(name, nearest: nearest(to: name, in: Vocabulary.standard.names)))
    }
  }
}
