internal import ComponentModel
internal import Turtle

/// Ranges and values of control ports.
enum RangeRules {
  static let checks: [Check] = [
    .port(noDefault), .port(noRange), .port(noNumber), .port(emptyRange), .port(defaultOutOfRange), .port(toggledRange),
    .port(notWhole), .port(noPoints), .port(noPoint), .port(pointOutOfRange), .port(incompletePoint),
  ]

  private static func noDefault(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, !port.isForHosts, port.defaultValue == nil else { return [] }
    let value = port.minimum?.number ?? port.pointValues.min() ?? 0
    return [port.adding(.lv2Default, object: value.turtle, for: RangeProblem.noDefault)]
  }

  private static func noRange(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, !port.isForHosts, port.isContinuous else { return [] }
    let limits: [(property: Property, value: Value?)] = [(.lv2Minimum, port.minimum), (.lv2Maximum, port.maximum)]
    let missing = limits.filter { $0.value == nil }.map(\.property)
    guard !missing.isEmpty else { return [] }
    let start = port.defaultValue?.number ?? 0
    let lower = port.minimum?.number ?? min(0, start, (port.maximum?.number ?? 1) - 1)
    let upper = port.maximum?.number ?? max(1, start, lower + 1)
    let parts = missing.map { "\(port.document.term($0)) \(($0 == .lv2Minimum ? lower : upper).turtle)" }
    return [
      Diagnostic(
        problem: RangeProblem.noRange(missing.map(\.localName)),
        line: parts.joined(separator: " ; ") + " ;", file: port.document.file)
    ]
  }

  private static func noNumber(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control || port.kind == .cv else { return [] }
    return [Property.lv2Default, .lv2Minimum, .lv2Maximum].flatMap { property in
      port.values(property).filter { $0.number == nil }.map { value in
        let number = value.text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
        return value.replacement(
          RangeProblem.notNumber(property: property.localName), property, by: number?.turtle ?? "0.0")
      }
    }
  }

  private static func emptyRange(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, let minimum = port.minimum?.number, let value = port.maximum, let maximum = value.number,
      minimum >= maximum, !port.has("toggled")
    else { return [] }
    return [
      value.replacement(RangeProblem.empty(minimum: minimum, maximum: maximum), .lv2Maximum, by: (minimum + 1).turtle)
    ]
  }

  private static func defaultOutOfRange(_ port: PortFacts) -> [Diagnostic] {
    // The limits of such a port are multiples of the sample rate, but its default is not.
    guard port.isControlInput, !port.has("sampleRate"), let given = port.defaultValue, let value = given.number else {
      return []
    }
    // Hosts store limits as floats, so differences in a float's last digits don't count.
    let slack = max(abs(value), 1e-6) * 1e-5
    let (minimum, maximum) = (port.minimum?.number, port.maximum?.number)
    if let minimum, let maximum, minimum > maximum { return [] }
    let fitting = maximum.map { min(value, $0) } ?? value
    let bound = minimum.map { max(fitting, $0) } ?? fitting
    guard abs(bound - value) > slack else { return [] }
    return [given.replacement(RangeProblem.defaultOutside(value, nearest: bound), .lv2Default, by: bound.turtle)]
  }

  private static func toggledRange(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control, port.has("toggled") else { return [] }
    return [(Property.lv2Minimum, 0.0), (.lv2Maximum, 1.0)].compactMap { property, wanted in
      guard let value = port.values(property).first, let number = value.number, number != wanted else {
        return nil
      }
      return value.replacement(
        RangeProblem.switchRange(property: property.localName, number), property, by: wanted.turtle)
    }
  }

  private static func notWhole(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control, port.has("integer"), !port.has("sampleRate") else { return [] }
    return [Property.lv2Default, .lv2Minimum, .lv2Maximum].compactMap { property in
      guard let value = port.values(property).first, let number = value.number, number != number.rounded() else {
        return nil
      }
      return value.replacement(
        RangeProblem.notWhole(property: property.localName, number), property, by: number.rounded().turtle)
    }
  }

  private static func noPoints(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control, port.has("enumeration"), port.points.isEmpty else { return [] }
    let document = port.document
    let value = (port.defaultValue?.number ?? port.minimum?.number ?? 0).turtle
    return [
      port.adding(
        .lv2ScalePoint, object: "[ \(document.term(.rdfsLabel)) \"Name\" ; \(document.term(.rdfValue)) \(value) ]",
        for: RangeProblem.noPoints)
    ]
  }

  private static func noPoint(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, port.has("enumeration"), let given = port.defaultValue, let value = given.number else {
      return []
    }
    let points = port.pointValues
    guard let near = points.min(by: { abs($0 - value) < abs($1 - value) }),
      abs(near - value) > 1e-5 * max(1, abs(value))
    else { return [] }
    return [given.replacement(RangeProblem.defaultNoPoint(value), .lv2Default, by: near.turtle)]
  }

  private static func pointOutOfRange(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, let minimum = port.minimum?.number, let value = port.maximum,
      let maximum = value.number, minimum < maximum, !port.has("sampleRate")
    else { return [] }
    let slack = (maximum - minimum) * 1e-5
    let points = port.pointValues
    if let highest = points.max(), highest > maximum + slack {
      return [value.replacement(RangeProblem.pointAboveMaximum(highest), .lv2Maximum, by: highest.turtle)]
    }
    guard let lowest = points.min(), lowest < minimum - slack, let value = port.minimum else { return [] }
    return [value.replacement(RangeProblem.pointBelowMinimum(lowest), .lv2Minimum, by: lowest.turtle)]
  }

  private static func incompletePoint(_ port: PortFacts) -> [Diagnostic] {
    let graph = port.plugin.graph
    return port.points.compactMap { point in
      let document = point.document
      let label = graph.text(point.node, .rdfsLabel)
      let value = graph.values(point.node, .rdfValue).first { $0.number != nil }
      if label != nil && value != nil { return nil }
      let line =
        label == nil
        ? "\(document.term(.rdfsLabel)) \(Document.quoted(value.map { document.rendered($0.node) } ?? "Name")) ;"
        : "\(document.term(.rdfValue)) 0.0 ;"
      return Diagnostic(
        problem: label.map { RangeProblem.pointWithoutValue(label: $0) } ?? .pointWithoutLabel, line: line,
        file: document.file)
    }
  }
}
