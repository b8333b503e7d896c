internal import ComponentModel
internal import Turtle

/// Ranges and values of control ports.
enum RangeRules {
  static let rules = [
    Rule("no-default", .warning, "a control input has no default", .port(noDefault)),
    Rule("no-range", .warning, "a control input has no minimum or maximum", .port(noRange)),
    Rule("value-no-number", .error, "a default, minimum or maximum is no number", .port(noNumber)),
    Rule("empty-range", .warning, "a minimum is not below its maximum", .port(emptyRange)),
    Rule("default-out-of-range", .warning, "a default lies outside its range", .port(defaultOutOfRange)),
    Rule("toggled-range", .warning, "a switch has a range other than 0 to 1", .port(toggledRange)),
    Rule("integer-not-whole", .warning, "a whole number has a default or limit that is none", .port(notWhole)),
    Rule("enumeration-without-points", .warning, "an enumeration has no scale points", .port(noPoints)),
    Rule("default-no-point", .warning, "the default of an enumeration is none of its scale points", .port(noPoint)),
    Rule("point-out-of-range", .warning, "a scale point lies outside the range", .port(pointOutOfRange)),
    Rule("point-incomplete", .warning, "a scale point has no label or no value", .port(incompletePoint)),
  ]

  private static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number)).0" : "\(number)"
  }

  private static func noDefault(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, !port.isForHosts, port.defaultValue == nil else { return [] }
    let value = port.minimum?.number ?? port.pointValues.min() ?? 0
    return [
      port.adding(
        "the parameter has no default, so hosts start it and reset it at a value of theirs", .lv2Default,
        text(value))
    ]
  }

  private static func noRange(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, !port.isForHosts, port.isContinuous else { return [] }
    let limits: [(property: Property, value: Value?)] = [(.lv2Minimum, port.minimum), (.lv2Maximum, port.maximum)]
    let missing = limits.filter { $0.value == nil }.map(\.property)
    guard !missing.isEmpty else { return [] }
    let start = port.defaultValue?.number ?? 0
    let lower = port.minimum?.number ?? min(0, start, (port.maximum?.number ?? 1) - 1)
    let upper = port.maximum?.number ?? max(1, start, lower + 1)
    let parts = missing.map { "\(port.document.term($0)) \(text($0 == .lv2Minimum ? lower : upper))" }
    return [
      Diagnostic(
        message:
          "the parameter has no \(missing.map(\.localName).joined(separator: " and no ")), so hosts can't make a knob of it",
        line: parts.joined(separator: " ; ") + " ;", file: port.document.file)
    ]
  }

  private static func noNumber(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control || port.kind == .cv else { return [] }
    return [Property.lv2Default, .lv2Minimum, .lv2Maximum].flatMap { property in
      port.values(property).filter { $0.number == nil }.map { value in
        let number = value.text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
        return value.replacement(
          "lv2:\(property.localName) is no number, so hosts have none", property, by: number.map(text) ?? "0.0")
      }
    }
  }

  private static func emptyRange(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, let minimum = port.minimum?.number, let value = port.maximum, let maximum = value.number,
      minimum >= maximum, !port.has("toggled")
    else { return [] }
    return [
      value.replacement(
        "the range \(text(minimum)) to \(text(maximum)) has nothing in it, so hosts show no knob or a dead one",
        Property.lv2Maximum, by: text(minimum + 1))
    ]
  }

  private static func defaultOutOfRange(_ port: PortFacts) -> [Diagnostic] {
    // Limits of such a port are multiples of the sample rate, and its default is none.
    guard port.isControlInput, !port.has("sampleRate"), let given = port.defaultValue, let value = given.number else {
      return []
    }
    // Limits are floats in hosts; what differs in a float's last places is the same.
    let slack = max(abs(value), 1e-6) * 1e-5
    let (minimum, maximum) = (port.minimum?.number, port.maximum?.number)
    if let minimum, let maximum, minimum > maximum { return [] }
    let fitting = maximum.map { min(value, $0) } ?? value
    let bound = minimum.map { max(fitting, $0) } ?? fitting
    guard abs(bound - value) > slack else { return [] }
    return [
      given.replacement(
        "the default \(text(value)) lies outside the range, so hosts start at \(text(bound)) or refuse it",
        Property.lv2Default, by: text(bound))
    ]
  }

  private static func toggledRange(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control, port.has("toggled") else { return [] }
    return [(Property.lv2Minimum, 0.0), (.lv2Maximum, 1.0)].compactMap { property, wanted in
      guard let value = port.values(property).first, let number = value.number, number != wanted else {
        return nil
      }
      return value.replacement(
        "a switch is 0 or 1, and its \(property.localName) is \(text(number)), so hosts that go by the range show something else",
        property, by: text(wanted))
    }
  }

  private static func notWhole(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control, port.has("integer"), !port.has("sampleRate") else { return [] }
    return [Property.lv2Default, .lv2Minimum, .lv2Maximum].compactMap { property in
      guard let value = port.values(property).first, let number = value.number, number != number.rounded() else {
        return nil
      }
      return value.replacement(
        "the parameter is a whole number and its \(property.localName) is \(text(number)), so hosts round it", property,
        by: text(number.rounded()))
    }
  }

  private static func noPoints(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control, port.has("enumeration"), port.points.isEmpty else { return [] }
    let document = port.document
    let value = text(port.defaultValue?.number ?? port.minimum?.number ?? 0)
    return [
      port.adding(
        "the parameter is a choice and no value has a name, so users choose between numbers", .lv2ScalePoint,
        "[ \(document.term(.rdfsLabel)) \"Name\" ; \(document.term(.rdfValue)) \(value) ]")
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
    return [
      given.replacement(
        "the default \(text(value)) is none of the choices, so hosts start with another one or with none",
        Property.lv2Default, by: text(near))
    ]
  }

  private static func pointOutOfRange(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, let minimum = port.minimum?.number, let value = port.maximum,
      let maximum = value.number, minimum < maximum, !port.has("sampleRate")
    else { return [] }
    let slack = (maximum - minimum) * 1e-5
    let points = port.pointValues
    if let highest = points.max(), highest > maximum + slack {
      return [
        value.replacement(
          "a scale point has the value \(text(highest)), beyond the maximum, so hosts can't choose it", .lv2Maximum,
          by: text(highest))
      ]
    }
    guard let lowest = points.min(), lowest < minimum - slack, let value = port.minimum else { return [] }
    return [
      value.replacement(
        "a scale point has the value \(text(lowest)), below the minimum, so hosts can't choose it", .lv2Minimum,
        by: text(lowest))
    ]
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
        message: "a scale point\(label.map { " `\($0)`" } ?? "") has no \(label == nil ? "label" : "value"), "
          + "so hosts leave it out",
        line: line, file: document.file)
    }
  }
}
