internal import StoreFiles
internal import ComponentModel
internal import ComponentQuery
package import SQLite

/// The texts in which plain words are searched for, as the rows of components store them: those of `CatalogSubject`.
package struct StoredTexts {
  private let connection: Connection

  /// Reads the texts through a connection.
  package init(connection: Connection) { self.connection = connection }

  /// A component's own texts.
  package struct Own {
    var uri: String
    var manufacturer: String?
    var bundle: Int64
    var path: String
    /// The texts by field. The first text of ``WordField/name`` is the name for all languages.
    package var texts: [[String]]
  }

  /// The texts of a component, except for its presets; nil if there is no such row.
  package func own(of row: Int64) throws -> Own? {
    let rows = try connection.rows(
      """
      SELECT c.uri, c.bundle, c.name, c.names, c.short_name, c.manufacturer, c.project, c.class, c.type, c.comment,
        c.audio_inputs, c.audio_outputs, b.path
      FROM component AS c JOIN bundle AS b ON b.id = c.bundle WHERE c.id = ?
      """, [Value(row)])
    guard let found = try rows.next() else { return nil }
    let (uri, path) = (try found.text("uri"), try found.text("path"))
    let manufacturer = try found.optionalText("manufacturer")
    let type = ComponentType(rawValue: try found.text("type")) ?? .effect
    var texts: [[String]] = Array(repeating: [], count: WordField.allCases.count)
    texts[WordField.name.rawValue] =
      [try found.text("name")] + Self.names(try found.text("names"))
      + [try found.optionalText("short_name")].compactMap { $0 }
    texts[WordField.maker.rawValue] = [manufacturer, try found.optionalText("project")].compactMap { $0 }
    texts[WordField.pluginClass.rawValue] = WordTexts.ofClass(
      try found.text("class"), type, inputs: try found.integer("audio_inputs"),
      outputs: try found.integer("audio_outputs"))
    texts[WordField.uri.rawValue] = WordTexts.ofURI(uri, bundle: path)
    texts[WordField.comment.rawValue] = [try found.optionalText("comment")].compactMap { $0 }
    texts[WordField.parameter.rawValue] = try parameters(of: row)
    return Own(
      uri: uri, manufacturer: manufacturer, bundle: try found.rowID("bundle"), path: path, texts: texts)
  }

  private static func names(_ json: String) -> [String] {
    guard case .object(let names)? = JSON(json) else { return [] }
    return names.compactMap(\.value.text)
  }

  private func parameters(of row: Int64) throws -> [String] {
    try connection.texts(
      """
      SELECT name FROM port WHERE component = ?1 AND kind = 'control' AND direction = 'input'
      UNION ALL SELECT name FROM patch_parameter WHERE component = ?1 AND writable
      """, [Value(row)]) + valueNames(of: row)
  }

  /// The names of the values of a component's parameters.
  private func valueNames(of row: Int64) throws -> [String] {
    try connection.texts(
      """
      SELECT DISTINCT scale_points FROM port
      WHERE component = ? AND kind = 'control' AND direction = 'input' AND typeof(scale_points) = 'text'
      """, [Value(row)]
    ).flatMap { text -> [String] in
      guard case .array(let points)? = JSON(text) else { return [] }
      return points.compactMap { if case .array(let point) = $0 { point.first?.text } else { nil } }
    }
  }

  /// The names of all presets of a plugin, and whether any other bundle declares some.
  func presets(of uri: String, bundle: Int64) throws -> (names: [String], areForeign: Bool) {
    var (names, areForeign): ([String], Bool) = ([], false)
    let rows = try connection.rows("SELECT name, bundle FROM preset WHERE applies_to = ?", [Value(uri)])
    while let row = try rows.next() {
      names.append(try row.text("name"))
      if try row.rowID("bundle") != bundle { areForeign = true }
    }
    return (names, areForeign)
  }

  /// The names of a component's presets that a caller sees; if several bundles declare one, its first name in byte
  /// order, as in ``DetailsReader``.
  func presets(ofComponent row: Int64, _ visibility: Visibility) throws -> [String] {
    let visible = visibility.lookup(on: "preset.bundle").map { " AND \($0)" } ?? ""
    return try connection.texts(
      """
      SELECT min(name) FROM preset WHERE applies_to = (SELECT uri FROM component WHERE id = ?)\(visible) GROUP BY uri
      """, [Value(row)])
  }

  /// The texts of one field of a component, as a caller sees them.
  func texts(of row: Int64, _ field: WordField, _ visibility: Visibility) throws -> [String] {
    switch field {
    case .preset: try presets(ofComponent: row, visibility)
    case .parameter: try parameters(of: row)
    case .comment:
      try connection.texts("SELECT comment FROM component WHERE id = ? AND comment IS NOT NULL", [Value(row)])
    case .name, .maker, .pluginClass, .uri: try own(of: row)?.texts[field.rawValue] ?? []
    }
  }
}
