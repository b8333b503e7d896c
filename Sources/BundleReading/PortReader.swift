internal import ComponentModel
internal import ComponentScan
internal import Lilv

/// Reads the ports of a plugin, trusting neither their number nor their indexes.
///
/// `lilv_plugin_get_num_ports` and its siblings believe `lv2:index` and crash on a large one, so ports are read as the
/// resources that they are.
struct PortReader {
  /// Why a plugin's ports can't be used.
  struct Fault: Error {
    var reason: String
  }

  private var groups: [String: Group] = [:]

  private struct Group {
    var name: String
    var isSideChain: Bool
  }

  /// All ports by index: 0, 1, 2 and so on.
  ///
  /// - Parameter remarks: takes what is wrong and does no harm.
  mutating func ports(of plugin: Resource, remarks: inout [String]) throws(Fault) -> [ComponentPort] {
    let nodes = plugin.values(.lv2Port)
    guard nodes.count <= ScanLimits.ports else {
      throw Fault(reason: "it has \(nodes.count) ports; at most \(ScanLimits.ports) are read")
    }
    var ports: [ComponentPort?] = Array(repeating: nil, count: nodes.count)
    for node in nodes {
      let index = try index(of: node, count: nodes.count)
      guard ports[index] == nil else { throw Fault(reason: "two ports have index \(index)") }
      ports[index] = try port(node, index)
    }
    let complete = ports.compactMap(\.self)
    if let symbol = firstRepeated(complete.map(\.symbol)) { remarks.append(Remark.sameSymbol + symbol) }
    return complete
  }

  private func index(of node: Resource, count: Int) throws(Fault) -> Int {
    guard let value = node.value(.lv2Index) else { throw Fault(reason: "a port has no index") }
    guard let index = value.integer else { throw Fault(reason: "port index \(bounded(value.text)) is no whole number") }
    guard (0..<count).contains(index) else {
      throw Fault(reason: "port index \(index) is not one of 0 to \(count - 1), and it has \(count) ports")
    }
    return index
  }

  private mutating func port(_ node: Resource, _ index: Int) throws(Fault) -> ComponentPort {
    guard let symbol = node.literal(.lv2Symbol), !symbol.isEmpty else {
      throw Fault(reason: "port \(index) has no symbol")
    }
    let classes = node.uris(.rdfType)
    guard let direction = Self.direction(classes) else {
      throw Fault(reason: "port \(index) (\(bounded(symbol))) is neither input nor output")
    }
    let name = node.literal(.lv2Name) ?? symbol
    var port = ComponentPort(
      index: index, symbol: bounded(symbol), name: bounded(name), kind: Self.kind(classes), direction: direction)
    readRole(of: node, into: &port)
    switch port.kind {
    case .control, .cv: readRange(of: node, into: &port)
    case .atom, .event, .other:
      port.supports = Array((node.uris(.atomSupports) + node.uris(.eventSupports)).prefix(ScanLimits.values)).sorted()
      port.minimumSize = node.value(.resizeMinimumSize)?.integer
    case .audio: break
    }
    return port
  }

  private static func kind(_ classes: [String]) -> ComponentPort.Kind {
    if classes.contains(LV2.core + "AudioPort") { return .audio }
    if classes.contains(LV2.core + "CVPort") { return .cv }
    if classes.contains(LV2.core + "ControlPort") { return .control }
    if classes.contains("http://lv2plug.in/ns/ext/atom#AtomPort") { return .atom }
    if classes.contains("http://lv2plug.in/ns/ext/event#EventPort") { return .event }
    return .other
  }

  private static func direction(_ classes: [String]) -> ComponentPort.Direction? {
    if classes.contains(LV2.core + "InputPort") { return .input }
    return classes.contains(LV2.core + "OutputPort") ? .output : nil
  }

  private mutating func readRole(of node: Resource, into port: inout ComponentPort) {
    port.designation = node.value(.lv2Designation)?.uri.map(bounded)
    var properties = Set(node.uris(.lv2PortProperty).prefix(ScanLimits.values).map(Self.shortName))
    if port.designation == LV2.core + "latency" { properties.insert("reportsLatency") }
    if port.designation == LV2.core + "enabled" { properties.insert("enabled") }
    if let node = node.value(.groupsGroup) ?? node.value(.groupsInGroup) {
      let group = group(node)
      port.group = group.name
      if group.isSideChain && port.direction == .input { properties.insert("isSideChain") }
    }
    port.properties = properties.sorted()
  }

  private func readRange(of node: Resource, into port: inout ComponentPort) {
    port.defaultValue = node.value(.lv2Default)?.number
    port.minimum = node.value(.lv2Minimum)?.number
    port.maximum = node.value(.lv2Maximum)?.number
    port.unit = node.value(.unitsUnit).flatMap(Units.symbol)
    let points = node.values(.lv2ScalePoint).prefix(ScanLimits.values).compactMap {
      point -> ComponentPort.ScalePoint? in
      guard let value = point.value(.rdfValue)?.number, let label = point.literal(.rdfsLabel) else { return nil }
      return ComponentPort.ScalePoint(label: bounded(label), value: value)
    }
    port.scalePoints = points.sorted { ($0.value, $0.label) < ($1.value, $1.label) }
  }

  private mutating func group(_ node: Resource) -> Group {
    let uri = node.uri ?? node.text
    if let known = groups[uri] { return known }
    let symbol = node.literal(.lv2Symbol)
    let isSideChain = node.value(.groupsSideChainOf) != nil || symbol?.hasPrefix("sidechain") == true
    let group = Group(name: bounded(node.uri ?? symbol ?? ""), isSideChain: isSideChain)
    groups[uri] = group
    return group
  }

  private static let propertyPrefixes = [LV2.core, "http://lv2plug.in/ns/ext/port-props#"]

  private static func shortName(_ uri: String) -> String {
    for prefix in propertyPrefixes where uri.hasPrefix(prefix) { return String(uri.dropFirst(prefix.count)) }
    return bounded(uri)
  }
}

private func firstRepeated(_ texts: [String]) -> String? {
  var seen: Set<String> = []
  return texts.first { !seen.insert($0).inserted }
}
