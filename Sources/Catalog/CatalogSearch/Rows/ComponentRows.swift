internal import CatalogStore
internal import StoreFiles
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Turns rows into components.
struct ComponentRows {
  let naming: any ComponentNaming
  let rules: any TextRules
  let visibility: Visibility
  let labels: UserLabels
  let tagNames: TagNames
  let userStore: UserStoreCache
  let hosts: @Sendable () -> [HostProfile]

  /// The columns that ``component(_:)`` reads.
  var columns: String {
    """
    c.id, c.uri, \(naming.nameExpression) AS name, c.type, c.manufacturer, c.version_minor, c.version_micro, b.path, c.class, c.license,
    c.audio_inputs, c.audio_outputs, c.cv_inputs, c.cv_outputs, c.parameters, \(FlagColumns.list),
    c.measured_latency AS latency, c.cost, c.load_time, c.memory, c.required_features, c.validation,
    \(ValidationColumns.realtime) AS realtime, c.deterministic, c.added_at,
    c.changed_at, \(presetCount) AS presets\(naming.languageTags.isEmpty ? "" : ", c.name AS untranslated")
    """
  }

  static let tables = "component AS c JOIN bundle AS b ON b.id = c.bundle"

  var presetCount: String {
    let visible = visibility.lookup(on: "p.bundle").map { " AND \($0)" } ?? ""
    return "(SELECT count(DISTINCT p.uri) FROM preset AS p WHERE p.applies_to = c.uri\(visible))"
  }

  func component(_ row: Row) throws -> Component {
    let type = ComponentType(rawValue: try row.text("type")) ?? .effect
    var component = Component(
      rowID: try row.rowID("id"), uri: try row.text("uri"), name: try row.text("name"), type: type,
      bundle: try row.text("path"), pluginClass: try row.text("class"))
    component.localizedType = naming.localizedName(of: type)
    component.manufacturer = try row.optionalText("manufacturer")
    component.version = Version(minor: try row.integer("version_minor"), micro: try row.integer("version_micro"))
    component.license = try row.optionalText("license")
    component.audioInputs = try row.integer("audio_inputs")
    component.audioOutputs = try row.integer("audio_outputs")
    component.cvInputs = try row.integer("cv_inputs")
    component.cvOutputs = try row.integer("cv_outputs")
    component.parameters = try row.integer("parameters")
    try FlagColumns.read(row, into: &component)
    component.latency = try row.optionalInteger("latency")
    component.cost = try row.optionalNumber("cost")
    component.loadTime = try row.optionalNumber("load_time")
    component.memory = try row.optionalNumber("memory")
    component.requiredFeatures = try row.list("required_features")
    component.validation = try row.optionalText("validation")
    component.realtime = try row.optionalText("realtime")
    component.isDeterministic = try row.optionalInteger("deterministic").map { $0 != 0 }
    component.addedAt = try row.time("added_at")
    component.changedAt = try row.time("changed_at")
    component.presets = try row.integer("presets")
    if !naming.languageTags.isEmpty {
      let name = try row.text("untranslated")
      if name != component.name { component.untranslatedName = name }
    }
    component.verdict = visibility.shadowed.contains(component.rowID) ? .shadowed : .scanned
    return component
  }

  /// Adds the tags to components, sorted by name in the caller's collation.
  func addTags(to components: inout [Component], _ connection: Connection) throws {
    guard !components.isEmpty else { return }
    // A dictionary by row would cost more than the search: its type is instantiated at run time.
    let order = components.indices.sorted { components[$0].rowID < components[$1].rowID }
    let list = Value(rows: order.map { components[$0].rowID })
    let rows = try connection.rows(
      """
      SELECT x.component, t.identifier, t.standard, t.aliases, x.source, t.id
      FROM json_each(?) AS j CROSS JOIN component_tag AS x ON x.component = j.value
      CROSS JOIN tag AS t ON t.id = x.tag
      """, [list])
    var next = 0
    while let row = try rows.next() {
      let component = try row.rowID("component")
      while next < order.count, components[order[next]].rowID < component { next += 1 }
      guard next < order.count, let source = TagSource(rawValue: try row.text("source")) else { continue }
      try add(source, row, to: &components[order[next]].tags)
    }
    labels.add(to: &components)
    try userStore.uses().add(to: &components)
    var names: Set<String> = []
    for component in components { for tag in component.tags { names.insert(tag.name) } }
    let nameOrder = NameOrder(of: names, rules)
    for index in components.indices {
      TagSpelling.mark(&components[index].tags, rules)
      components[index].tags = nameOrder.sorted(components[index].tags)
    }
  }

  /// Adds a tag to a component's tags, or a source to the last of them: the rows of one tag are adjacent.
  private func add(_ source: TagSource, _ row: Row, to tags: inout [Tag]) throws {
    let identifier = try row.text("identifier")
    if tags.last?.identifier != identifier {
      let tag = try naming.tag(
        identifier: identifier, isStandard: row.flag("standard"), aliases: row.list("aliases"))
      tags.append(tag.isStandard ? tag : try tagNames.naming(tag, try row.rowID("id")))
    }
    tags[tags.count - 1].sources.append(source)
  }
}

extension ComponentNaming {
  /// The SQL expression for the name in the caller's language, or else the name without a language. A language tag with
  /// a character that none has, such as a quotation mark, is left out.
  var nameExpression: String {
    let tags = languageTags.filter {
      $0.utf8.allSatisfy { $0 == 0x2D || ($0 > 0x2F && $0 < 0x7B) && $0 != 0x5C }
    }
    guard !tags.isEmpty else { return "c.name" }
    let translations = tags.map { "json_extract(c.names, '$.\"\($0)\"')" }.joined(separator: ", ")
    return "coalesce(\(translations), c.name)"
  }
}
