internal import ComponentModel
internal import BundleReading

/// Ranges and values of control ports.
enum RangeRules {
  static let checks: [Check] = [
    .port(noDefault), .port(noRange), .port(noNumber), .port(emptyRange), .port(defaultOutOfRange),
    .port(dividedDefault),
    .port(logarithmicRange), .port(toggledRange), .port(notWhole), .port(noPoints), .port(noPoint),
    .port(pointOutOfRange), .port(limitNoPoint), .port(incompletePoint),
  ]

  private static func noDefault(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, !port.isForHosts, port.defaultValue == nil else { return [] }
    let value = port.minimum?.number ?? port.pointValues.min() ?? 0
    let problem = Problem(
      .noDefault, "the parameter has no default, so hosts choose the value to start with and reset to")
    return [port.adding(.lv2Default, object: value.turtle, for: problem)]
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
    let lack = missing.map(\.localName).joined(separator: " and no ")
    let problem = Problem(.noRange, "the parameter has no \(lack), so hosts can't make a knob of it")
    return [Diagnostic(problem: problem, line: parts.joined(separator: " ; ") + " ;", file: port.document.file)]
  }

  private static func noNumber(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control || port.kind == .cv else { return [] }
    return [Property.lv2Default, .lv2Minimum, .lv2Maximum].flatMap { property in
      port.values(property).filter { $0.number == nil }.map { value in
        let number = value.text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
        let problem = Problem(.valueNoNumber, "lv2:\(property.localName) is not a number, so hosts ignore it")
        return value.replacement(problem, property, by: number?.turtle ?? "0.0")
      }
    }
  }

  private static func emptyRange(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, let minimum = port.minimum?.number, let value = port.maximum, let maximum = value.number,
      minimum >= maximum, !port.has("toggled")
    else { return [] }
    let problem = Problem(
      .emptyRange,
      "the range \(minimum.turtle) to \(maximum.turtle) is empty, so hosts show a dead knob or none")
    return [value.replacement(problem, .lv2Maximum, by: (minimum + 1).turtle)]
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
    let problem = Problem(
      .defaultOutOfRange,
      "the default \(value.turtle) lies outside the range, so hosts start at \(bound.turtle) or reject it")
    return [given.replacement(problem, .lv2Default, by: bound.turtle)]
  }

  /// The rate at which a default that was divided is suggested.
  private static let usualRate = 48_000.0

  /// A default within the limits as they are written can't be in their unit: even their highest value is only a
  /// fraction of a hertz.
  private static func dividedDefault(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, port.has("sampleRate"), let given = port.defaultValue, let value = given.number,
      let maximum = port.maximum?.number, (port.minimum?.number ?? 0) >= 0, value > 0, value <= maximum * (1 + 1e-5)
    else { return [] }
    let whole = (value * usualRate * 1_000).rounded() / 1_000
    let problem = Problem(
      .defaultOutOfRange,
      "the default \(value.turtle) is a fraction of the sample rate, as the limits are, but LV2 multiplies only these, "
        + "so most hosts start at the minimum; at 48 kHz it would be \(whole.turtle)")
    return [given.replacement(problem, .lv2Default, by: whole.turtle)]
  }

  /// Ranges that begin at zero are too frequent to be mistakes, and hosts know what to do with them.
  private static func logarithmicRange(_ port: PortFacts) -> [Diagnostic] {
    let logarithmic = Namespace.portProperties + "logarithmic"
    guard port.kind == .control || port.kind == .cv, let minimum = port.minimum?.number,
      let maximum = port.maximum?.number, min(minimum, maximum) < 0, max(minimum, maximum) > 0,
      let property = port.properties.first(where: { $0.uri == logarithmic })
    else { return [] }
    let problem = Problem(
      .logarithmicRange,
      "the range \(minimum.turtle) to \(maximum.turtle) is logarithmic but crosses zero, which has no logarithm, "
        + "so each host maps it in another way")
    return [property.removal(of: .lv2PortProperty, for: problem, advice: "or give the port a range above zero")]
  }

  private static func toggledRange(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control, port.has("toggled") else { return [] }
    return [(Property.lv2Minimum, 0.0), (.lv2Maximum, 1.0)].compactMap { property, wanted in
      guard let value = port.values(property).first, let number = value.number, number != wanted else {
        return nil
      }
      let problem = Problem(
        .toggledRange,
        "a switch is 0 or 1, but its \(property.localName) is \(number.turtle), "
          + "so hosts that rely on the range show something else")
      return value.replacement(problem, property, by: wanted.turtle)
    }
  }

  private static func notWhole(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control, port.has("integer"), !port.has("sampleRate") else { return [] }
    return [Property.lv2Default, .lv2Minimum, .lv2Maximum].compactMap { property in
      guard let value = port.values(property).first, let number = value.number, number != number.rounded() else {
        return nil
      }
      let problem = Problem(
        .integerNotWhole,
        "the parameter is an integer, but its \(property.localName) is \(number.turtle), so hosts round it")
      return value.replacement(problem, property, by: number.rounded().turtle)
    }
  }

  private static func noPoints(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control, port.has("enumeration"), port.points.isEmpty else { return [] }
    let document = port.document
    let value = (port.defaultValue?.number ?? port.minimum?.number ?? 0).turtle
    return [
      port.adding(
        .lv2ScalePoint, object: "[ \(document.term(.rdfsLabel)) \"Name\" ; \(document.term(.rdfValue)) \(value) ]",
        for: Problem(
          .enumerationWithoutPoints,
          "the parameter is an enumeration without named values, so users choose between numbers"))
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
    let problem = Problem(
      .defaultNoPoint,
      "the default \(value.turtle) is not one of the choices, so hosts start with another one or with none")
    return [given.replacement(problem, .lv2Default, by: near.turtle)]
  }

  private static func pointOutOfRange(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, let minimum = port.minimum?.number, let value = port.maximum,
      let maximum = value.number, minimum < maximum, !port.has("sampleRate")
    else { return [] }
    let slack = (maximum - minimum) * 1e-5
    let points = port.pointValues
    func problem(_ point: Double, _ place: String) -> Problem {
      Problem(.pointOutOfRange, "a scale point has the value \(point.turtle), \(place), so hosts can't choose it")
    }
    if let highest = points.max(), highest > maximum + slack {
      return [value.replacement(problem(highest, "above the maximum"), .lv2Maximum, by: highest.turtle)]
    }
    guard let lowest = points.min(), lowest < minimum - slack, let value = port.minimum else { return [] }
    return [value.replacement(problem(lowest, "below the minimum"), .lv2Minimum, by: lowest.turtle)]
  }

  private static func limitNoPoint(_ port: PortFacts) -> [Diagnostic] {
    guard port.isControlInput, port.has("enumeration"), !port.has("sampleRate"), let lowest = port.pointValues.min(),
      let highest = port.pointValues.max()
    else { return [] }
    if let minimum = port.minimum?.number, let maximum = port.maximum?.number, minimum >= maximum { return [] }
    let limits = [(Property.lv2Minimum, port.minimum, lowest, -1.0), (.lv2Maximum, port.maximum, highest, 1.0)]
    return limits.compactMap { property, value, point, side in
      guard let value, let number = value.number, (number - point) * side > 1e-5 * max(1, abs(number)) else {
        return nil
      }
      // ``notWhole(_:)`` finds such limits, and such a point can't be one.
      if port.has("integer"), number != number.rounded() || point != point.rounded() { return nil }
      let problem = Problem(
        .limitNoPoint,
        "the \(property.localName) \(number.turtle) lies beyond the last choice, \(point.turtle), "
          + "so some hosts offer values without a name")
      return value.replacement(problem, property, by: point.turtle)
    }
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
      let lack = label.map { "`\($0)` has no value" } ?? "has no label"
      let problem = Problem(.pointIncomplete, "a scale point \(lack), so hosts leave it out")
      return Diagnostic(problem: problem, line: line, file: document.file)
    }
  }
}

extension Double {
  /// The number as Turtle writes it.
  fileprivate var turtle: String { self == rounded() && abs(self) < 1e15 ? "\(Int(self)).0" : "\(self)" }
}
