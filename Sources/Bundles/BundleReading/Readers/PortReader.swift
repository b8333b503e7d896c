internal import ComponentModel
internal import ComponentScan

/// Reads the ports of a plugin, trusting neither their number nor their indexes.
struct PortReader {
  private let facts: Facts
  private var table = PropertyTable()
  private var groups: [Term: Group] = [:]
  private let mainInputGroup: String?
  /// The indexes of audio inputs that only names call side chains.
  private var named: Set<Int> = []

  private struct Group {
    var name: String
    var isSideChain: Bool
    /// Whether its texts call it a side chain.
    var isNamedSideChain: Bool
  }

  /// - Parameter mainInputGroup: the group that `pg:mainInput` names.
  init(_ facts: Facts, mainInputGroup: String?) { (self.facts, self.mainInputGroup) = (facts, mainInputGroup) }

  /// All ports by index: 0, 1, 2 and so on.
  ///
  /// - Parameter remarks: receives harmless problems.
  mutating func ports(_ terms: [Term], remarks: inout [ScanRemark]) throws(PluginProblem) -> [ComponentPort] {
    guard terms.count <= ScanLimits.ports else { throw .tooManyPorts(terms.count, limit: ScanLimits.ports) }
    var ports: [ComponentPort?] = Array(repeating: nil, count: terms.count)
    var bytes = 0
    for term in terms {
      table.fill(facts, [term])
      let index = try index(among: terms.count)
      guard ports[index] == nil else { throw .repeatedPortIndex(index) }
      let port = try port(index)
      // Ports may share large values, so a small file can produce a large record.
      bytes += port.byteCount
      guard bytes <= ScanLimits.pluginBytes else { throw .tooLarge(limit: ScanLimits.pluginBytes >> 20) }
      ports[index] = port
    }
    var complete = ports.compactMap(\.self)
    addNamedSideChains(to: &complete)
    if let symbol = firstRepeated(complete.map(\.symbol)) { remarks.append(.repeatedSymbol(symbol)) }
    return complete
  }

  /// Takes audio inputs for side chains that only names call so, unless no other input would remain.
  private func addNamedSideChains(to ports: inout [ComponentPort]) {
    guard !named.isEmpty else { return }
    let main = ports.indices.filter {
      ports[$0].kind == .audio && ports[$0].direction == .input && !ports[$0].isSideChain
    }
    guard main.contains(where: { !named.contains($0) }) else { return }
    for index in main where named.contains(index) {
      ports[index].properties = (ports[index].properties + [PortProperty.isSideChain.rawValue]).sorted()
    }
  }

  private func index(among count: Int) throws(PluginProblem) -> Int {
    guard let value = facts.value(of: table[.lv2Index]) else { throw .missingPortIndex }
    guard let index = facts.integer(value) else { throw .portIndexNotWhole(bounded(facts.graph.text(value))) }
    guard (0..<count).contains(index) else { throw .portIndexOutOfRange(index, ports: count) }
    return index
  }

  private mutating func port(_ index: Int) throws(PluginProblem) -> ComponentPort {
    guard let symbol = facts.literal(of: table[.lv2Symbol]), !symbol.isEmpty else { throw .missingPortSymbol(index) }
    guard let direction else { throw .missingPortDirection(index, symbol: bounded(symbol)) }
    let name = facts.literal(of: table[.lv2Name]) ?? symbol
    var port = ComponentPort(
      index: index, symbol: bounded(symbol), name: bounded(name), kind: kind, direction: direction)
    readRole(into: &port)
    switch port.kind {
    case .control, .cv: readRange(into: &port)
    case .atom, .event, .other:
      let supported = facts.uris(of: table[.atomSupports]) + facts.uris(of: table[.eventSupports])
      port.supports = Array(supported.prefix(ScanLimits.values)).sorted()
      port.minimumSize = facts.value(of: table[.resizeMinimumSize]).flatMap(facts.integer)
    case .audio: break
    }
    return port
  }

  private func has(_ type: ResourceClass) -> Bool { table[.rdfType].contains(facts.graph.term(type)) }

  private var kind: ComponentPort.Kind {
    if has(.audioPort) { return .audio }
    if has(.cvPort) { return .cv }
    if has(.controlPort) { return .control }
    if has(.atomPort) { return .atom }
    return has(.eventPort) ? .event : .other
  }

  private var direction: ComponentPort.Direction? {
    if has(.inputPort) { return .input }
    return has(.outputPort) ? .output : nil
  }

  private mutating func readRole(into port: inout ComponentPort) {
    let designation = facts.value(of: table[.lv2Designation])
    port.designation = designation.flatMap(facts.uri).map(bounded)
    var properties = facts.uris(of: table[.lv2PortProperty]).prefix(ScanLimits.values).map(Self.shortName)
    func add(_ property: PortProperty) {
      if !properties.contains(property.rawValue) { properties.append(property.rawValue) }
    }
    if designation == facts.graph.term(.latency) { add(.reportsLatency) }
    if designation == facts.graph.term(.enabled) { add(.enabled) }
    let isAudioInput = port.kind == .audio && port.direction == .input
    var isNamed = isAudioInput && SideChainName.isTold(by: [port.symbol, port.name])
    if let term = facts.value(of: table[.groupsGroup]) ?? facts.value(of: table[.groupsInGroup]) {
      let group = group(term)
      port.group = group.name
      isNamed = isNamed || group.isNamedSideChain
      if group.isSideChain && port.direction == .input { add(.isSideChain) }
    }
    if isNamed, isAudioInput, port.group == nil || port.group != mainInputGroup {
      named.insert(port.index)
    }
    // Properties of two namespaces may have the same name.
    port.properties = properties.count > 1 ? Set(properties).sorted() : properties
  }

  private func readRange(into port: inout ComponentPort) {
    port.defaultValue = facts.value(of: table[.lv2Default]).flatMap(facts.number)
    port.minimum = facts.value(of: table[.lv2Minimum]).flatMap(facts.number)
    port.maximum = facts.value(of: table[.lv2Maximum]).flatMap(facts.number)
    port.unit = facts.value(of: table[.unitsUnit]).flatMap { Units.symbol(of: $0, facts) }
    let points = table[.lv2ScalePoint].prefix(ScanLimits.values).compactMap(scalePoint)
    port.scalePoints = points.sorted { ($0.value, $0.label) < ($1.value, $1.label) }
  }

  private func scalePoint(_ point: Term) -> ComponentPort.ScalePoint? {
    guard let value = facts.value(point, .rdfValue).flatMap(facts.number),
      let label = facts.literal(point, .rdfsLabel)
    else { return nil }
    return ComponentPort.ScalePoint(label: bounded(label), value: value)
  }

  private mutating func group(_ term: Term) -> Group {
    if let known = groups[term] { return known }
    let symbol = facts.literal(term, .lv2Symbol)
    let isSideChain = facts.value(term, .groupsSideChainOf) != nil || symbol?.hasPrefix("sidechain") == true
    let texts = [symbol, facts.literal(term, .lv2Name), facts.literal(term, .rdfsLabel)].compactMap(\.self)
    let group = Group(
      name: bounded(facts.uri(term) ?? symbol ?? ""), isSideChain: isSideChain,
      isNamedSideChain: SideChainName.isTold(by: texts))
    groups[term] = group
    return group
  }

  private static func shortName(_ uri: String) -> String {
    Namespace.local(uri, in: Namespace.lv2) ?? Namespace.local(uri, in: Namespace.portProperties) ?? bounded(uri)
  }
}

private func firstRepeated(_ texts: [String]) -> String? {
  var seen: Set<String> = []
  return texts.first { !seen.insert($0).inserted }
}

/// The symbols of LV2's units, as the units specification gives them. A scan does not load specifications.
package enum Units {
  private static let symbols: [String: String] = [
    "bar": "bars", "beat": "beats", "bpm": "BPM", "cent": "ct", "cm": "cm", "coef": "*", "db": "dB", "degree": "°",
    "frame": "frames", "hz": "Hz", "inch": "in", "khz": "kHz", "km": "km", "m": "m", "mhz": "MHz",
    "midiNote": "MIDI note", "mile": "mi", "min": "min", "mm": "mm", "ms": "ms", "oct": "oct", "pc": "%", "s": "s",
    "semitone12TET": "semi",
  ]
  /// The local names of LV2's units.
  package static var names: [String] { symbols.keys.sorted() }

  /// The symbol of one of LV2's units, by its local name.
  package static func symbol(ofName name: String) -> String? { symbols[name] }

  /// The namespaces of units, the right one first.
  package static let namespaces = [Namespace.units, Namespace.mistakenUnits]

  /// The symbol of a unit: LV2's, or else the symbol or label that the bundle declares, or else the unit's URI.
  static func symbol(of unit: Term, _ facts: Facts) -> String? {
    let uri = facts.uri(unit)
    for space in namespaces {
      if let symbol = uri.flatMap({ Namespace.local($0, in: space) }).flatMap({ symbols[$0] }) { return symbol }
    }
    return (facts.literal(unit, .unitsSymbol) ?? facts.literal(unit, .rdfsLabel) ?? uri).map(bounded)
  }
}
