internal import BundleReading
internal import ComponentModel

/// Properties of ports and scale points that have more than one value, although they can have only one.
enum RepetitionRules {
  static let checks: [Check] = [.port(values), .port(points)]

  private static func values(_ port: PortFacts) -> [Diagnostic] {
    [Property.lv2Index, .lv2Default, .lv2Minimum, .lv2Maximum, .lv2Symbol].flatMap { property in
      diagnostics(port.values(property), of: property)
    }
  }

  private static func points(_ port: PortFacts) -> [Diagnostic] {
    port.points.flatMap { diagnostics(port.plugin.graph.values($0.node, .rdfValue), of: .rdfValue) }
  }

  private static func diagnostics(_ values: [Value], of property: Property) -> [Diagnostic] {
    let others = distinct(values)
    guard others.count > 1 else { return [] }
    let texts = others.prefix(3).map { $0.document.rendered($0.node) }.joined(separator: " and ")
    let fault = "\(others[0].document.term(property)) has the values \(texts), and hosts differ in which they take"
    if let repair = decimalComma(others, property, Problem(.valueTwice, fault + "; a decimal point is not a comma")) {
      return [repair]
    }
    return others.dropFirst().map {
      $0.removal(of: property, for: Problem(.valueTwice, fault), advice: "or the other one")
    }
  }

  /// The values that differ, as numbers if they are; the same value may be in several files.
  private static func distinct(_ values: [Value]) -> [Value] {
    guard values.count > 1 else { return values }
    var seen: Set<String> = []
    return values.filter { value in
      guard let text = value.text else { return false }
      return seen.insert(value.number.map { "\($0)" } ?? text).inserted
    }
  }

  /// The repair of `0,5`, which is a list of two whole numbers; nil for other values.
  private static func decimalComma(_ values: [Value], _ property: Property, _ problem: Problem) -> Diagnostic? {
    let parts = values.compactMap { $0.document.graph.kind($0.node) == .integer ? $0.text : nil }
    guard property != .lv2Index, values.count == 2, parts.count == 2, parts[1].utf8.allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    let document = values[0].document
    return Diagnostic(
      problem: problem, line: "\(document.term(property)) \(parts[0]).\(parts[1])",
      replaces: "\(document.term(property)) \(parts[0]),\(parts[1])", file: document.file)
  }
}
