internal import CatalogStore
internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// Reads a component's details: everything that a search doesn't return.
struct DetailsReader {
  let connection: Connection
  let rows: ComponentRows

  /// - Parameter component: the component, with its row in the current transaction.
  func details(of component: Component) throws -> ComponentDetails {
    var details = ComponentDetails()
    try readDescription(component, &details)
    details.ports = try ports(component)
    details.patchParameters = try patchParameters(component)
    details.presets = try presets(component)
    details.replaces = try connection.texts(
      "SELECT uri FROM replaced WHERE component = ? ORDER BY uri", [Value(component.rowID)])
    try readUses(component, &details)
    details.hosts = rows.hosts().map { HostSupport(host: $0, component: component, details: details) }
    return details
  }

  private func readDescription(_ component: Component, _ details: inout ComponentDetails) throws {
    let rows = try connection.rows(
      """
      SELECT c.names, c.classes, c.homepage, c.project, c.short_name, c.comment, c.binary, c.optional_features,
             c.extension_data, c.interfaces, c.live, c.in_place_broken, c.remarks, b.remarks AS bundle_remarks,
             c.icon
      FROM component AS c JOIN bundle AS b ON b.id = c.bundle WHERE c.id = ?
      """, [Value(component.rowID)]
    )
    guard let row = try rows.next() else { return }
    if case .object(let names)? = JSON(try row.text("names")) {
      details.names = names.compactMap { name in
        name.value.text.map { LocalizedText($0, language: name.key.isEmpty ? nil : name.key) }
      }
    }
    details.classes = try row.list("classes")
    details.homepage = try row.optionalText("homepage")
    details.project = try row.optionalText("project")
    details.shortName = try row.optionalText("short_name")
    details.comment = try row.optionalText("comment")
    details.binary = try row.text("binary")
    details.optionalFeatures = try row.list("optional_features")
    details.extensionData = try row.list("extension_data")
    if case .array(let interfaces)? = JSON(try row.text("interfaces")) {
      details.interfaces = interfaces.map(\.texts).filter { $0.count == 2 }.map {
        InterfaceRecord(uri: $0[0], type: $0[1])
      }
    }
    details.isLive = try row.flag("live")
    details.isInPlaceBroken = try row.flag("in_place_broken")
    details.remarks = try row.list("remarks") + row.list("bundle_remarks")
    details.icon = try row.optionalText("icon")
  }

  private func readUses(_ component: Component, _ details: inout ComponentDetails) throws {
    guard let use = try rows.userStore.uses().use(of: component.uri) else { return }
    details.uses = use.count
    details.lastUsed = use.last
  }

  private func ports(_ component: Component) throws -> [ComponentPort] {
    let rows = try connection.rows(
      """
      SELECT position, symbol, name, kind, direction, default_value, minimum, maximum, unit, designation, port_group,
             properties, supports, scale_points, minimum_size
      FROM port WHERE component = ? ORDER BY position
      """, [Value(component.rowID)])
    return try rows.compactMap { row in
      var port = ComponentPort(
        index: try row.integer("position"), symbol: try row.text("symbol"), name: try row.text("name"),
        kind: ComponentPort.Kind(rawValue: try row.text("kind")) ?? .other,
        direction: try row.text("direction") == "input" ? .input : .output)
      port.defaultValue = try row.optionalNumber("default_value")
      port.minimum = try row.optionalNumber("minimum")
      port.maximum = try row.optionalNumber("maximum")
      port.unit = try row.optionalText("unit")
      port.designation = try row.optionalText("designation")
      port.group = try row.optionalText("port_group")
      port.properties = try row.list("properties")
      port.supports = try row.list("supports")
      port.scalePoints = Self.scalePoints(try row.optionalText("scale_points"))
      port.minimumSize = try row.optionalInteger("minimum_size")
      return port
    }
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
    let rows = try connection.rows(
      """
      SELECT uri, name, writable, readable, value_type, default_value, minimum, maximum, unit
      FROM patch_parameter WHERE component = ? ORDER BY uri
      """, [Value(component.rowID)])
    return try rows.compactMap { row in
      var parameter = PatchParameter(
        uri: try row.text("uri"), name: try row.text("name"), isWritable: try row.flag("writable"),
        isReadable: try row.flag("readable"))
      parameter.valueType = try row.optionalText("value_type")
      parameter.defaultValue = try row.optionalNumber("default_value")
      parameter.minimum = try row.optionalNumber("minimum")
      parameter.maximum = try row.optionalNumber("maximum")
      parameter.unit = try row.optionalText("unit")
      return parameter
    }
  }

  /// The component's presets. If several bundles declare one, it has the first name in byte order, and the bundle that
  /// gives it this name.
  private func presets(_ component: Component) throws -> [ComponentDetails.Preset] {
    let visible = self.rows.visibility.lookup(on: "p.bundle").map { " AND \($0)" } ?? ""
    let rows = try connection.rows(
      """
      SELECT p.uri, min(p.name) AS name, coalesce(p.bank_name, p.bank) AS bank, b.path
      FROM preset AS p JOIN bundle AS b ON b.id = p.bundle
      WHERE p.applies_to = ?\(visible) GROUP BY p.uri ORDER BY 3, 2, 1
      """, [Value(component.uri)])
    return try rows.compactMap { row in
      ComponentDetails.Preset(
        uri: try row.text("uri"), name: try row.text("name"), bank: try row.optionalText("bank"),
        bundle: try row.text("path"))
    }
  }
}
