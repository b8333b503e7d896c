internal import ComponentModel
internal import ComponentQuery
internal import ComponentTags

/// Names that an author takes for standard tags and that are none.
enum UnknownTags {
  /// One for each, with the nearest standard tag. A scan by another vocabulary finds the bundle by the property's name in
  /// its text.
  static func remarks(on record: PluginRecord) -> [ScanRemark] {
    record.standardTags.filter { Vocabulary.standard.entry(named: $0) == nil }.map { name in
      .tag(.unknownStandardTag(name, nearest: nearest(to: name, in: Vocabulary.standard.names)))
    }
  }
}
