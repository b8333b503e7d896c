internal import ComponentModel
internal import GRDB

/// Writes one plugin with its ports and tags.
struct PluginWriter {
  enum Change: String { case added, changed, removed }

  private let connection: Database
  private let rules: any TextRules

  init(_ connection: Database, rules: any TextRules) {
    self.connection = connection
    self.rules = rules
  }

  /// Writes a plugin where it is new or another than before.
  ///
  /// - Returns: its row, and what has changed; nil for nothing.
  func write(_ plugin: ScannedPlugin, bundle: Int64) throws -> (row: Int64, change: Change?) {
    let digest = plugin.digest
    let old = try Row.fetchOne(
      connection.cachedStatement(sql: "SELECT id, digest FROM component WHERE bundle = ? AND uri = ?"),
      arguments: [bundle, plugin.record.uri])
    if let old, UInt64(bitPattern: old[1] as Int64) == digest { return (old[0], nil) }
    let row = try old.map { try update($0[0], plugin, digest) } ?? insert(plugin, bundle, digest)
    try writeContent(plugin, row)
    if old == nil { try Self.updateRivals(plugin.record.uri, connection) }
    return (row, old == nil ? .added : .changed)
  }

  /// Marks the components whose URI several bundles declare.
  static func updateRivals(_ uri: String, _ connection: Database) throws {
    try connection.run(
      "UPDATE component SET rival = (SELECT count(*) > 1 FROM component WHERE uri = ?1) WHERE uri = ?1", [value(uri)])
  }

  /// What a tag is called besides is the vocabulary's of today, also where an older one has made its row.
  func addTags(_ grants: [TagGrant], to row: Int64) throws {
    for grant in grants {
      try connection.run(
        """
        INSERT INTO tag (identifier, standard, aliases) VALUES (?, ?, ?)
        ON CONFLICT (identifier) DO UPDATE SET standard = excluded.standard, aliases = excluded.aliases
        WHERE standard <> excluded.standard OR aliases <> excluded.aliases
        """, [value(grant.identifier), value(grant.isStandard), value(list: grant.aliases)])
      try connection.run(
        "INSERT OR IGNORE INTO component_tag SELECT ?, id, ? FROM tag WHERE identifier = ?",
        [value(row), value(grant.source.rawValue), value(grant.identifier)])
      try addNames(grant, to: row)
    }
  }

  private func addNames(_ grant: TagGrant, to row: Int64) throws {
    for name in grant.translations {
      try connection.run(
        "INSERT OR REPLACE INTO tag_name (tag, component, language, name) SELECT id, ?, ?, ? FROM tag WHERE identifier = ?",
        [value(row), value((name.language ?? "").lowercased()), value(name.text), value(grant.identifier)])
    }
  }

  private static let columns = [
    "digest", "name", "names", "type", "type_code", "sub_type_code", "manufacturer_code", "manufacturer", "homepage",
    "project", "version_minor", "version_micro", "class", "classes", "license", "short_name", "comment", "binary",
    "audio_inputs", "audio_outputs", "cv_inputs", "cv_outputs", "parameters", "midi_input", "midi_output",
    "side_chain", "hard_realtime", "custom_view", "live", "in_place_broken", "latency", "required_features",
    "optional_features", "extension_data", "interfaces", "icon", "remarks",
  ]

  private static let insertion = """
    INSERT INTO component (\(columns.joined(separator: ", ")), bundle, uri, rival, added_at, changed_at)
    VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")), ?, ?, 0,
            strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
    """

  private static let change = """
    UPDATE component SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")),
      validation = NULL, changed_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?
    """

  private func insert(_ plugin: ScannedPlugin, _ bundle: Int64, _ digest: UInt64) throws -> Int64 {
    try connection.run(Self.insertion, values(plugin, digest) + [value(bundle), value(plugin.record.uri)])
    return connection.lastInsertedRowID
  }

  private func update(_ row: Int64, _ plugin: ScannedPlugin, _ digest: UInt64) throws -> Int64 {
    try connection.run(Self.change, values(plugin, digest) + [value(row)])
    for table in ["port", "patch_parameter", "replaced", "search_text"] {
      try connection.run("DELETE FROM \(table) WHERE component = ?", [value(row)])
    }
    for table in ["component_tag", "tag_name"] {
      try connection.run("DELETE FROM \(table) WHERE component = ?", [value(row)])
    }
    return row
  }

  /// In the order of ``columns``.
  private func values(_ plugin: ScannedPlugin, _ digest: UInt64) -> [DatabaseValue] {
    let (record, traits) = (plugin.record, plugin.traits)
    let names = record.names.map { (key: ($0.language ?? "").lowercased(), value: JSON.string($0.text)) }
    return [
      value(digest), value(traits.name), value(JSON.object(names).encoded), value(traits.type.rawValue),
      value(traits.type.code), value(FourCharCode.derived(from: record.uri)),
      value(FourCharCode.derived(from: traits.manufacturer ?? "")), value(traits.manufacturer), value(record.homepage),
      value(record.projectName ?? record.project), value(record.version.minor), value(record.version.micro),
      value(traits.pluginClass), value(list: record.classes), value(record.license), value(record.shortName),
      value(record.comment), value(record.binary ?? ""), value(traits.audioInputs), value(traits.audioOutputs),
      value(traits.cvInputs), value(traits.cvOutputs), value(traits.parameters), value(traits.hasMIDIInput),
      value(traits.hasMIDIOutput), value(traits.hasSideChain), value(promises(record, LV2.hardRTCapable)),
      value(!record.interfaces.isEmpty), value(record.requiredFeatures.contains(LV2.isLive)),
      value(promises(record, LV2.inPlaceBroken)), value(traits.latency), value(list: record.requiredFeatures),
      value(list: record.optionalFeatures), value(list: record.extensionData), value(interfaces(record)),
      value(record.icon),
      value(list: record.remarks),
    ]
  }

  /// Authors write `lv2:hardRTCapable` and its like as an optional or as a required feature.
  private func promises(_ record: PluginRecord, _ feature: String) -> Bool {
    record.optionalFeatures.contains(feature) || record.requiredFeatures.contains(feature)
  }

  private func interfaces(_ record: PluginRecord) -> String {
    JSON.array(record.interfaces.map { .strings([$0.uri, $0.type]) }).encoded
  }

  private func writeContent(_ plugin: ScannedPlugin, _ row: Int64) throws {
    let record = plugin.record
    for port in record.ports { try write(port, row) }
    for parameter in record.patchParameters { try write(parameter, row) }
    for uri in record.replaces {
      try connection.run("INSERT INTO replaced (component, uri) VALUES (?, ?)", [value(row), value(uri)])
    }
    try writeSearchText(plugin, row)
    try addTags(plugin.grants, to: row)
  }

  private func write(_ port: ComponentPort, _ row: Int64) throws {
    let points = port.scalePoints.map { JSON.array([.string($0.label), .number($0.value)]) }
    try connection.run(
      "INSERT INTO port VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        value(row), value(port.index), value(port.symbol), value(port.name), value(port.kind.rawValue),
        value(port.direction.rawValue), value(port.defaultValue), value(port.minimum), value(port.maximum),
        value(port.unit), value(port.designation), value(port.group), value(rare: port.properties),
        value(rare: port.supports), points.isEmpty ? .null : value(JSON.array(points).encoded), value(port.minimumSize),
      ])
  }

  private func write(_ parameter: PatchParameter, _ row: Int64) throws {
    try connection.run(
      "INSERT INTO patch_parameter VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        value(row), value(parameter.uri), value(parameter.name), value(parameter.valueType),
        value(parameter.isWritable), value(parameter.isReadable), value(parameter.defaultValue),
        value(parameter.minimum), value(parameter.maximum), value(parameter.unit),
      ])
  }

  private func writeSearchText(_ plugin: ScannedPlugin, _ row: Int64) throws {
    let options: TextOptions = [.ignoringCase, .ignoringAccents]
    let parameters =
      plugin.record.ports.filter(\.isParameter).map(\.name)
      + plugin.record.patchParameters.filter(\.isWritable).map(\.name)
    try connection.run(
      "INSERT INTO search_text (component, name, manufacturer, parameters) VALUES (?, ?, ?, ?)",
      [
        value(row), value(rules.folded(plugin.traits.name, options)),
        value(rules.folded(plugin.traits.manufacturer ?? "", options)),
        value(rules.folded(parameters.joined(separator: "\n"), options)),
      ])
  }
}
