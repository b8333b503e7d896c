internal import ComponentModel
internal import GRDB

/// Turns rows into components.
struct ComponentRows {
  let naming: any ComponentNaming
  let rules: any TextRules
  let visibility: Visibility
  let labels: UserLabels
  let tagNames: TagNames

  /// The columns, in the order in which ``component(_:)`` reads them.
  var columns: String {
    """
    c.id, c.uri, \(naming.nameExpression), c.type, c.manufacturer, c.version_minor, c.version_micro, b.path, c.class, c.license,
    c.audio_inputs, c.audio_outputs, c.cv_inputs, c.cv_outputs, c.parameters, c.midi_input, c.midi_output,
    c.side_chain, c.hard_realtime, c.custom_view, c.latency, c.required_features, c.validation, c.added_at,
    c.changed_at, \(presetCount)
    """
  }

  static let tables = "component AS c JOIN bundle AS b ON b.id = c.bundle"

  var presetCount: String {
    let visible = visibility.lookup(on: "p.bundle").map { " AND \($0)" } ?? ""
    return "(SELECT count(DISTINCT p.uri) FROM preset AS p WHERE p.applies_to = c.uri\(visible))"
  }

  func component(_ row: Row) -> Component {
    let type = ComponentType(rawValue: row.text(3)) ?? .effect
    var component = Component(
      rowID: row[0], uri: row.text(1), name: row.text(2), type: type, bundle: row.text(7), pluginClass: row.text(8))
    component.localizedType = naming.localizedName(of: type)
    component.manufacturer = row.optionalText(4)
    component.version = Version(minor: row.integer(5), micro: row.integer(6))
    component.license = row.optionalText(9)
    component.audioInputs = row.integer(10)
    component.audioOutputs = row.integer(11)
    component.cvInputs = row.integer(12)
    component.cvOutputs = row.integer(13)
    component.parameters = row.integer(14)
    component.hasMIDIInput = row.flag(15)
    component.hasMIDIOutput = row.flag(16)
    component.hasSideChain = row.flag(17)
    component.isHardRealtime = row.flag(18)
    component.hasCustomView = row.flag(19)
    component.latency = row.optionalInteger(20)
    component.requiredFeatures = row.list(21)
    component.validation = row.optionalText(22)
    component.addedAt = UTCTime(row.text(23)) ?? .epoch
    component.changedAt = UTCTime(row.text(24)) ?? .epoch
    component.presets = row.integer(25)
    component.verdict = visibility.shadowed.contains(component.rowID) ? .shadowed : .scanned
    return component
  }

  /// Puts the tags into components, sorted by the caller's collation of their names.
  func addTags(to components: inout [Component], _ connection: Database) throws {
    guard !components.isEmpty else { return }
    // A dictionary by row would cost more than the search: see `choice` in AucatCommands.
    let order = components.indices.sorted { components[$0].rowID < components[$1].rowID }
    let list = value(rows: order.map { components[$0].rowID })
    let rows = try connection.rows(
      """
      SELECT x.component, t.identifier, t.standard, t.aliases, x.source, t.id
      FROM json_each(?) AS j CROSS JOIN component_tag AS x ON x.component = j.value
      CROSS JOIN tag AS t ON t.id = x.tag
      """, [list])
    var next = 0
    while let row = try rows.next() {
      while next < order.count, components[order[next]].rowID < row[0] { next += 1 }
      guard next < order.count, let source = TagSource(rawValue: row.text(4)) else { continue }
      try add(source, row, to: &components[order[next]].tags, connection)
    }
    try labels.add(to: &components, in: order, list, connection)
    var names = NameOrder(rules)
    for index in components.indices { components[index].tags = names.sorted(components[index].tags) }
  }

  /// The rows of one tag follow each other.
  private func add(_ source: TagSource, _ row: Row, to tags: inout [Tag], _ connection: Database) throws {
    let identifier = row.text(1)
    if tags.last?.identifier != identifier {
      let tag = naming.tag(identifier: identifier, isStandard: row.flag(2), aliases: row.list(3))
      tags.append(tag.isStandard ? tag : try tagNames.naming(tag, row[5], connection))
    }
    tags[tags.count - 1].sources.append(source)
  }
}

extension ComponentNaming {
  /// The name in the caller's language, else the name without a language. Language tags hold letters, digits and hyphens.
  var nameExpression: String {
    let tags = languageTags.filter {
      $0.utf8.allSatisfy { $0 == 0x2D || ($0 > 0x2F && $0 < 0x7B) && $0 != 0x5C }
    }
    guard !tags.isEmpty else { return "c.name" }
    let translations = tags.map { "json_extract(c.names, '$.\"\($0)\"')" }.joined(separator: ", ")
    return "coalesce(\(translations), c.name)"
  }
}

/// Sorts tags by the collation of their names, asking for each name's key once.
struct NameOrder {
  private let rules: any TextRules
  private var keys: [String: [UInt8]] = [:]

  init(_ rules: any TextRules) { self.rules = rules }

  /// The bytes by which a tag sorts.
  mutating func key(of tag: Tag) -> [UInt8] {
    if let key = keys[tag.name] { return key }
    let key = rules.sortKey(tag.name)
    keys[tag.name] = key
    return key
  }

  mutating func sorted(_ tags: [Tag]) -> [Tag] {
    for tag in tags where keys[tag.name] == nil { keys[tag.name] = rules.sortKey(tag.name) }
    return tags.sorted { a, b in
      let (first, second) = (keys[a.name, default: []], keys[b.name, default: []])
      return first == second ? a.identifier < b.identifier : first.lexicographicallyPrecedes(second)
    }
  }
}
