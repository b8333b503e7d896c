internal import ComponentModel

/// Checks the groups of ports.
enum GroupRules {
  static let checks: [Check] = [.plugin(undefined), .plugin(ungrouped)]

  private static func undefined(_ plugin: PluginFacts) -> [Diagnostic] {
    var seen: Set<String> = []
    let main = [Property.groupsMainInput, .groupsMainOutput].flatMap { plugin.values($0) }
    return (plugin.ports.flatMap(\.groups) + main).compactMap { value in
      guard let uri = value.uri, seen.insert(uri).inserted else { return nil }
      return diagnostic(about: uri, value, plugin)
    }
  }

  private static func diagnostic(about uri: String, _ value: Value, _ plugin: PluginFacts) -> Diagnostic? {
    let graph = plugin.graph
    let symbol = graph.text(value.node, .lv2Symbol)
    let hasName =
      graph.text(value.node, .lv2Name) != nil || graph.text(value.node, .rdfsLabel) != nil
    if hasName && symbol != nil { return nil }
    if let name = Namespace.local(uri, in: Namespace.portGroups) {
      return Diagnostic(
        problem: Problem(
          .groupUndefined, "`\(name)` is LV2's own and not a group of this plugin, so hosts ignore it"),
        line: "# name a group of the plugin's own: <\(plugin.uri)#stereo> a \(value.document.term(uri)) .",
        file: value.document.file)
    }
    let document = graph.document(of: value.node) ?? value.document
    let parts = [
      symbol == nil ? "\(document.term(.lv2Symbol)) \(Document.quoted(self.symbol(uri)))" : nil,
      hasName
        ? nil : "\(document.term(.lv2Name)) \(Document.quoted(title(symbol ?? URIPart.last(of: uri))))",
    ].compactMap(\.self)
    let lack =
      symbol == nil
      ? hasName
        ? "no symbol, so hosts can't save it in sessions" : "no symbol and no name, so hosts can't show or save it"
      : "no name, so hosts can't show it"
    let problem = Problem(.groupUndefined, "the group <\(uri)> has \(lack)")
    return Diagnostic(problem: problem, line: "<\(uri)> \(parts.joined(separator: " ; ")) .", file: document.file)
  }

  private static func symbol(_ uri: String) -> String {
    PortRules.identifier(URIPart.last(of: uri))
  }

  /// All hosts treat two ports per direction as left and right; with more ports, they can't know.
  private static func ungrouped(_ plugin: PluginFacts) -> [Diagnostic] {
    [ComponentPort.Direction.input, .output].flatMap { direction -> [Diagnostic] in
      let ports = plugin.ports.filter { $0.kind == .audio && $0.direction == direction }
      guard ports.count > 2 else { return [] }
      let loose = ports.filter { $0.groups.isEmpty && $0.designation == nil && !$0.has("isSideChain") }
      return pairs(loose).flatMap { left, right in
        [diagnostic(left, "left"), diagnostic(right, "right")]
      }
    }
  }

  private static func diagnostic(_ port: PortFacts, _ side: String) -> Diagnostic {
    let document = port.document
    let group = "<\(port.plugin.uri)#\(stem(port.symbol ?? "") ?? "stereo")>"
    var diagnostic = port.adding(
      .groupsGroup,
      object: "\(group) ; \(document.term(.lv2Designation)) \(document.term(Namespace.portGroups + side))",
      for: Problem(
        .stereoNotGrouped,
        "it is the \(side) channel of a pair among several channels, but in no group, so hosts may connect it wrongly"))
    diagnostic.port = port.symbol
    return diagnostic
  }

  private static func pairs(_ ports: [PortFacts]) -> [(PortFacts, PortFacts)] {
    let bySymbol = Dictionary(ports.compactMap { port in port.symbol.map { ($0, port) } }, uniquingKeysWith: { $1 })
    return ports.compactMap { left in
      left.symbol.flatMap(counterpart).flatMap { bySymbol[$0] }.map { (left, $0) }
    }
  }

  /// How symbols distinguish left from right.
  private static let sides = [("_l", "_r"), ("_L", "_R"), ("_left", "_right"), ("Left", "Right"), ("L", "R")]

  private static func counterpart(_ symbol: String) -> String? {
    for (left, right) in sides where symbol.hasSuffix(left) && symbol.count > left.count {
      return symbol.dropLast(left.count) + right
    }
    return nil
  }

  /// The common part of a pair's symbols, in a form for the end of a URI: a bad symbol may contain any characters.
  private static func stem(_ symbol: String) -> String? {
    for (left, right) in sides {
      for side in [left, right] where symbol.hasSuffix(side) && symbol.count > side.count {
        return PortRules.identifier(String(symbol.dropLast(side.count)) + "_pair")
      }
    }
    return nil
  }
}
