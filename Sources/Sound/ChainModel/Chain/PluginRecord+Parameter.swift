internal import ComponentModel

extension PluginRecord {
  /// The parameter with a symbol, or with a name that is unique, ignoring case.
  package func parameter(_ word: String) throws(ChainError) -> ComponentPort {
    let named = ports.parameters(called: word)
    if let port = named.first, named.count == 1 { return port }
    let cause: ChainError.Cause =
      named.isEmpty
      ? .noParameter(word, known: ports.filter(\.isParameter).map(\.symbol))
      : .ambiguousParameter(word, symbols: named.map(\.symbol))
    throw ChainError(cause, component: uri)
  }
}

extension ComponentPort {
  /// The lowest and the highest value, if the bundle gives them.
  package func range(_ sampleRate: Double) -> (minimum: Double?, maximum: Double?) {
    let scale = has(.sampleRate) ? sampleRate : 1
    return (minimum.map { $0 * scale }, maximum.map { $0 * scale })
  }

  /// Checks that a value may be set.
  package func check(_ value: Float, sampleRate: Double, of component: String) throws(ChainError) {
    let range = range(sampleRate)
    guard value.isFinite, Double(value) >= (range.minimum ?? -.infinity).rounded(toFloat: .down),
      Double(value) <= (range.maximum ?? .infinity).rounded(toFloat: .up)
    else {
      let cause = ChainError.Cause.outOfRange(
        symbol: symbol, value: Double(value), minimum: range.minimum, maximum: range.maximum, unit: unit)
      throw ChainError(cause, component: component)
    }
  }
}

extension Double {
  /// The nearest 32-bit float that is not above, or not below, this number: many decimal numbers have no exact float.
  fileprivate func rounded(toFloat rule: FloatingPointRoundingRule) -> Double {
    guard isFinite else { return self }
    let value = Float(self)
    return rule == .down
      ? Double(Double(value) > self ? value.nextDown : value) : Double(Double(value) < self ? value.nextUp : value)
  }
}
