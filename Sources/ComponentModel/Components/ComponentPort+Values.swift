extension ComponentPort {
  /// Why a value within the port's range can't be set, as a message after the component's name; nil if it
  /// can. `lv2:enumeration` allows the values of its scale points, `lv2:integer` whole numbers, `lv2:toggled` off and
  /// on.
  package func objection(to value: Double) -> String? {
    let text = Self.text(value)
    if has(.enumeration), !scalePoints.isEmpty {
      if scalePoints.contains(where: { Float($0.value) == Float(value) }) { return nil }
      let known = scalePoints.map { "`\($0.label)`" }.joined(separator: ", ")
      return "`\(symbol)` is one of \(known), not \(text)"
    }
    if has(.toggled), value != 0, value != 1 { return "`\(symbol)` is 0 or 1, not \(text)" }
    if has(.integer), value != value.rounded() {
      return "`\(symbol)` is a whole number, not \(text)"
    }
    return nil
  }

  /// A value as text: a whole number, or the shortest decimal number that round-trips in 32 bits.
  package static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(Float(value))"
  }
}

extension [ComponentPort] {
  /// The parameter with this symbol, else those with this name, ignoring case.
  package func parameters(called word: String) -> [ComponentPort] {
    let parameters = filter(\.isParameter)
    if let port = parameters.first(where: { $0.symbol == word }) { return [port] }
    let word = word.lowercased()
    return parameters.filter { $0.name.lowercased() == word || $0.symbol.lowercased() == word }
  }
}
