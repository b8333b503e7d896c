internal import ComponentModel
internal import GRDB

/// Reads what the catalog holds of a component beyond the columns of a search.
struct DetailsReader {
  private let connection: Database
  private let rows: ComponentRows
  private let hasUserStore: Bool

  /// - Parameter hasUserStore: whether use counts are read from the user store that is attached.
  init(_ connection: Database, _ rows: ComponentRows, hasUserStore: Bool = false) {
    self.connection = connection
    self.rows = rows
    self.hasUserStore = hasUserStore
  }

  func details(of component: Component) throws -> ComponentDetails {
    var details = ComponentDetails()
    try readDescription(component, &details)
    details.ports = try ports(component)
    details.patchParameters = try patchParameters(component)
    details.presets = try presets(component)
    details.replaces = try connection.texts(
      "SELECT uri FROM replaced WHERE component = ? ORDER BY uri", [value(component.rowID)])
    try readUses(component, &details)
    return details
  }

  private func readDescription(_ component: Component, _ details: inout ComponentDetails) throws {
    let row = try connection.row(
      """
      SELECT c.names, c.classes, c.homepage, c.project, c.short_name, c.comment, c.binary, c.optional_features,
             c.extension_data, c.interfaces, c.live, c.in_place_broken, c.remarks, b.remarks, c.icon
      FROM component AS c JOIN bundle AS b ON b.id = c.bundle WHERE c.id = ?
      """, [value(component.rowID)]
    )
    guard let row else { return }
    if case .object(let names)? = JSON(row.text(0)) {
      details.names = names.compactMap { name in
        name.value.text.map { LocalizedText($0, language: name.key.isEmpty ? nil : name.key) }
      }
    }
    details.classes = row.list(1)
    details.homepage = row.optionalText(2)
    details.project = row.optionalText(3)
    details.shortName = row.optionalText(4)
    details.comment = row.optionalText(5)
    details.binary = row.text(6)
    details.optionalFeatures = row.list(7)
    details.extensionData = row.list(8)
    if case .array(let interfaces)? = JSON(row.text(9)) {
      details.interfaces = interfaces.map(\.texts).filter { $0.count == 2 }.map {
        InterfaceRecord(uri: $0[0], type: $0[1])
      }
    }
    details.isLive = row.flag(10)
    details.isInPlaceBroken = row.flag(11)
    details.remarks = row.list(12) + row.list(13)
    details.icon = row.optionalText(14)
  }

  private func readUses(_ component: Component, _ details: inout ComponentDetails) throws {
    guard hasUserStore, try UserStoreReader.hasUses(connection, schema: "user") else { return }
    let row = try connection.row("SELECT count, last_used FROM user.uses WHERE uri = ?", [value(component.uri)])
    details.uses = row?.integer(0) ?? 0
    details.lastUsed = row?.optionalText(1).flatMap { UTCTime($0) }
  }

  private func ports(_ component: Component) throws -> [ComponentPort] {
    let cursor = try connection.rows(
      """
      SELECT position, symbol, name, kind, direction, default_value, minimum, maximum, unit, designation, port_group,
             properties, supports, scale_points, minimum_size
      FROM port WHERE component = ? ORDER BY position
      """, [value(component.rowID)])
    var ports: [ComponentPort] = []
    while let row = try cursor.next() {
      var port = ComponentPort(
        index: row.integer(0), symbol: row.text(1), name: row.text(2),
        kind: ComponentPort.Kind(rawValue: row.text(3)) ?? .other,
        direction: row.text(4) == "input" ? .input : .output)
      port.defaultValue = row.number(5)
      port.minimum = row.number(6)
      port.maximum = row.number(7)
      port.unit = row.optionalText(8)
      port.designation = row.optionalText(9)
      port.group = row.optionalText(10)
      port.properties = row.list(11)
      port.supports = row.list(12)
      port.scalePoints = Self.scalePoints(row.optionalText(13))
      port.minimumSize = row.optionalInteger(14)
      ports.append(port)
    }
    return ports
  }

  private static func scalePoints(_ text: String?) -> [ComponentPort.ScalePoint] {
    guard let text, case .array(let points)? = JSON(text) else { return [] }
    return points.compactMap { point in
      guard case .array(let pair) = point, pair.count == 2, let label = pair[0].text, let value = pair[1].double else {
        return nil
      }
      return ComponentPort.ScalePoint(label: label, value: value)
    }
  }

  private func patchParameters(_ component: Component) throws -> [PatchParameter] {
    let cursor = try connection.rows(
      """
      SELECT uri, name, writable, readable, value_type, default_value, minimum, maximum, unit
      FROM patch_parameter WHERE component = ? ORDER BY uri
      """, [value(component.rowID)])
    var parameters: [PatchParameter] = []
    while let row = try cursor.next() {
      var parameter = PatchParameter(
        uri: row.text(0), name: row.text(1), isWritable: row.flag(2), isReadable: row.flag(3))
      parameter.valueType = row.optionalText(4)
      parameter.defaultValue = row.number(5)
      parameter.minimum = row.number(6)
      parameter.maximum = row.number(7)
      parameter.unit = row.optionalText(8)
      parameters.append(parameter)
    }
    return parameters
  }

  /// Of a preset that several bundles declare, the name and bundle that come first.
  private func presets(_ component: Component) throws -> [ComponentDetails.Preset] {
    let visible = rows.visibility.lookup(on: "p.bundle").map { " AND \($0)" } ?? ""
    let cursor = try connection.rows(
      """
      SELECT p.uri, min(p.name), coalesce(p.bank_name, p.bank), b.path
      FROM preset AS p JOIN bundle AS b ON b.id = p.bundle
      WHERE p.applies_to = ?\(visible) GROUP BY p.uri ORDER BY 3, 2, 1
      """, [value(component.uri)])
    var presets: [ComponentDetails.Preset] = []
    while let row = try cursor.next() {
      presets.append(
        ComponentDetails.Preset(
          uri: row.text(0), name: row.text(1), bank: row.optionalText(2), bundle: row.text(3)))
    }
    return presets
  }
}
