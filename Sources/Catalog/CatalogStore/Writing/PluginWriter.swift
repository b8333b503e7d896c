internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// Writes plugins with their ports and tags.
struct PluginWriter {
  enum Change: String { case added, changed, removed }

  private let connection: Connection
  private let words: WordWriter
  private let precedence: BundlePrecedence

  init(_ connection: Connection, words: WordWriter) {
    self.connection = connection
    self.words = words
    precedence = BundlePrecedence(connection: connection)
  }

  /// Writes a plugin if it is new or has changed.
  ///
  /// - Returns: its row, and the kind of change; nil if nothing has changed.
  mutating func writePlugin(_ plugin: ScannedPlugin, bundle: Int64) throws -> (row: Int64, change: Change?) {
    let digest = plugin.digest
    guard let old = try former(plugin, bundle: bundle) else {
      let row = try insert(plugin, bundle: bundle, digest: digest)
      words.didInsert(row)
      try writeContent(plugin, row)
      try precedence.update(uri: plugin.record.uri)
      return (row, .added)
    }
    if old.digest == digest {
      try updateAnswers(of: plugin.record, old.row)
      return (old.row, nil)
    }
    try words.willChange(old.row)
    try update(old.row, to: plugin, digest: digest)
    try connection.run("UPDATE component SET changed_at = \(Self.now) WHERE id = ?", [Value(old.row)])
    try writeContent(plugin, old.row)
    try precedence.update(uri: plugin.record.uri)
    return (old.row, .changed)
  }

  /// A plugin's present row in the catalog.
  private typealias Former = (row: Int64, digest: UInt64?)

  /// The row that a plugin already has. Its digest is nil if other rules gave the same description another type, so
  /// that the plugin is rewritten.
  private func former(_ plugin: ScannedPlugin, bundle: Int64) throws -> Former? {
    let rows = try connection.rows(
      "SELECT id, digest, type FROM component WHERE bundle = ? AND uri = ?",
      [Value(bundle), Value(plugin.record.uri)])
    return try rows.next().map { row in
      let hasSameType = try row.text("type") == plugin.traits.type.rawValue
      return (row: try row.rowID("id"), digest: hasSameType ? try row.optionalBits("digest") : nil)
    }
  }

  /// Adds tags to a component. A tag gets the aliases of the current vocabulary, even if an older one created its row.
  func addTags(_ grants: [TagGrant], to row: Int64) throws {
    for grant in grants {
      try connection.run(
        """
        INSERT INTO tag (identifier, standard, aliases) VALUES (?, ?, ?)
        ON CONFLICT (identifier) DO UPDATE SET standard = excluded.standard, aliases = excluded.aliases
        WHERE standard <> excluded.standard OR aliases <> excluded.aliases
        """, [Value(grant.identifier), Value(grant.isStandard), Value(list: grant.aliases)])
      try connection.run(
        "INSERT OR IGNORE INTO component_tag SELECT ?, id, ? FROM tag WHERE identifier = ?",
        [Value(row), Value(grant.source.rawValue), Value(grant.identifier)])
      try addNames(grant, to: row)
    }
  }

  private func addNames(_ grant: TagGrant, to row: Int64) throws {
    for name in grant.translations {
      try connection.run(
        "INSERT OR REPLACE INTO tag_name (tag, component, language, name) SELECT id, ?, ?, ? FROM tag WHERE identifier = ?",
        [Value(row), Value((name.language ?? "").lowercased()), Value(name.text), Value(grant.identifier)])
    }
  }

  private static let now = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"

  private func insert(_ plugin: ScannedPlugin, bundle: Int64, digest: UInt64) throws -> Int64 {
    let columns = columns(of: plugin, digest) + [("bundle", Value(bundle)), ("uri", Value(plugin.record.uri))]
    let names = columns.map(\.name).joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    try connection.run(
      """
      INSERT INTO component (\(names), rival, added_at, changed_at) VALUES (\(places), 0, coalesce((
          SELECT f.at FROM bundle AS b JOIN first_seen AS f ON f.bundle = b.path WHERE b.id = ? AND f.component = ?),
        \(Self.now)), \(Self.now))
      """, columns.map(\.value) + [Value(bundle), Value(plugin.record.uri)])
    return connection.lastInsertedRow
  }

  /// Replaces the columns of a plugin, and removes its rows in other tables.
  private func update(_ row: Int64, to plugin: ScannedPlugin, digest: UInt64) throws {
    let columns = columns(of: plugin, digest)
    let changes = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
    try connection.run(
      "UPDATE component SET \(changes), \(ShownResults.clearing) WHERE id = ?", columns.map(\.value) + [Value(row)])
    let dependents = [
      "port", "patch_parameter", "replaced", "component_tag", "tag_name", "lilv_answer",
    ]
    for table in dependents { try connection.run("DELETE FROM \(table) WHERE component = ?", [Value(row)]) }
  }

  /// A plugin's columns in the table `component`.
  private func columns(of plugin: ScannedPlugin, _ digest: UInt64) -> [(name: String, value: Value)] {
    let (record, traits) = (plugin.record, plugin.traits)
    let names = record.names.map { (key: ($0.language ?? "").lowercased(), value: JSON.string($0.text)) }
    return [
      ("digest", Value(digest)), ("name", Value(traits.name)), ("names", Value(JSON.object(names).encoded)),
      ("type", Value(traits.type.rawValue)),
      ("manufacturer", Value(traits.manufacturer)), ("homepage", Value(record.homepage)),
      ("project", Value(record.projectName ?? record.project)), ("version_minor", Value(record.version.minor)),
      ("version_micro", Value(record.version.micro)), ("class", Value(traits.pluginClass)),
      ("classes", Value(list: record.classes)), ("license", Value(record.license)),
      ("short_name", Value(record.shortName)), ("comment", Value(record.comment)),
      ("binary", Value(record.binary ?? "")), ("audio_inputs", Value(traits.audioInputs)),
      ("audio_outputs", Value(traits.audioOutputs)), ("cv_inputs", Value(traits.cvInputs)),
      ("cv_outputs", Value(traits.cvOutputs)), ("parameters", Value(traits.parameters)),
      ("live", Value(record.requiredFeatures.contains(LV2.isLive))),
      ("required_features", Value(list: record.requiredFeatures)),
      ("optional_features", Value(list: record.optionalFeatures)),
      ("extension_data", Value(list: record.extensionData)), ("interfaces", Value(interfaces(record))),
      ("icon", Value(record.icon)), ("remarks", Value(list: record.remarks.map(\.description))),
    ] + FlagColumns.values(of: traits)
  }

  private func interfaces(_ record: PluginRecord) -> String {
    JSON.array(record.interfaces.map { .strings([$0.uri, $0.type]) }).encoded
  }

  private mutating func writeContent(_ plugin: ScannedPlugin, _ row: Int64) throws {
    let record = plugin.record
    try writePorts(record.ports, row)
    for parameter in record.patchParameters { try writeParameter(parameter, row) }
    for uri in record.replaces {
      try connection.run("INSERT INTO replaced (component, uri) VALUES (?, ?)", [Value(row), Value(uri)])
    }
    try writeAnswers(of: record, row)
    try addTags(plugin.grants, to: row)
  }

  /// The number of ports that one statement inserts: starting a statement costs as much as inserting a row.
  private static let portsAtOnce = 16

  /// The columns of ports, in the order of ``append(_:_:to:)``.
  private static let portColumns = [
    "component", "position", "symbol", "name", "kind", "direction", "default_value", "minimum", "maximum", "unit",
    "designation", "port_group", "properties", "supports", "scale_points", "minimum_size",
  ]

  private static func insertion(ofPorts count: Int) -> String {
    let places = "(\(Array(repeating: "?", count: portColumns.count).joined(separator: ", ")))"
    return """
      INSERT INTO port (\(portColumns.joined(separator: ", ")))
      VALUES \(Array(repeating: places, count: count).joined(separator: ", "))
      """
  }

  private static let insertionOfOne = insertion(ofPorts: 1)
  private static let insertionOfMany = insertion(ofPorts: portsAtOnce)

  private func writePorts(_ ports: [ComponentPort], _ row: Int64) throws {
    var rest = ports[...]
    while !rest.isEmpty {
      let batch = rest.prefix(rest.count < Self.portsAtOnce ? 1 : Self.portsAtOnce)
      rest = rest.dropFirst(batch.count)
      var values: [Value] = []
      values.reserveCapacity(Self.portColumns.count * batch.count)
      for index in batch.indices { Self.append(batch[index], row, to: &values) }
      try connection.run(batch.count == 1 ? Self.insertionOfOne : Self.insertionOfMany, values)
    }
  }

  private static func append(_ port: ComponentPort, _ row: Int64, to values: inout [Value]) {
    let points = port.scalePoints.map { JSON.array([.string($0.label), .number($0.value)]) }
    values += [
      Value(row), Value(port.index), Value(port.symbol), Value(port.name), Value(port.kind.rawValue),
      Value(port.direction.rawValue), Value(port.defaultValue), Value(port.minimum), Value(port.maximum),
      Value(port.unit), Value(port.designation), Value(port.group), Value(rare: port.properties),
      Value(rare: port.supports), points.isEmpty ? .null : Value(JSON.array(points).encoded), Value(port.minimumSize),
    ]
  }

  private func writeAnswers(of record: PluginRecord, _ row: Int64) throws {
    guard let answers = record.lilvAnswers else { return }
    try connection.run(
      "INSERT INTO lilv_answer (component, author, facts) VALUES (?, ?, ?)",
      [Value(row), Value(answers.author), Value(answers.facts)])
  }

  /// lilv's answers may differ even if the description is the same, for example in the spelling of a number.
  private func updateAnswers(of record: PluginRecord, _ row: Int64) throws {
    let (author, facts) = (record.lilvAnswers?.author, record.lilvAnswers?.facts)
    // SQLite compares bytes; Swift takes different spellings of a character for the same.
    let isKnown = try connection.number(
      "SELECT count(*) FROM lilv_answer WHERE component = ? AND author = ? AND facts = ?",
      [Value(row), Value(author), Value(facts)])
    if isKnown == 1 { return }
    try connection.run("DELETE FROM lilv_answer WHERE component = ?", [Value(row)])
    try writeAnswers(of: record, row)
  }

  private func writeParameter(_ parameter: PatchParameter, _ row: Int64) throws {
    try connection.run(
      """
      INSERT INTO patch_parameter (component, uri, name, value_type, writable, readable, default_value, minimum, maximum,
        unit)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Value(row), Value(parameter.uri), Value(parameter.name), Value(parameter.valueType),
        Value(parameter.isWritable), Value(parameter.isReadable), Value(parameter.defaultValue),
        Value(parameter.minimum), Value(parameter.maximum), Value(parameter.unit),
      ])
  }
}
