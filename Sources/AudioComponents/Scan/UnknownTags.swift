internal import ComponentModel
internal import ComponentQuery
internal import ComponentTags

/// Names that an author takes for standard tags and that are none.
enum UnknownTags {
  /// One sentence for each, with the nearest standard tag. A scan by another vocabulary finds the bundle by the property's
  /// name in it.
  static func remarks(on record: PluginRecord) -> [String] {
    record.standardTags.filter { Vocabulary.standard.entry(named: $0) == nil }.map { name in
      let near = nearest(to: name, in: Vocabulary.standard.names)
      let remedy = near.map { "; did you mean \"\($0)\"?" } ?? "; `aucat tags --standard` lists them"
      return "\(property) \"\(name)\" is no standard tag\(remedy)"
    }
  }

  private static let property = "tags:standardTag"
}
