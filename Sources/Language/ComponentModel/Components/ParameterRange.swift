/// The values to which a parameter can be set, in seconds, hertz or decibels.
public struct ParameterRange: Hashable, Sendable {
  /// The minimum.
  public var low: Double
  /// The maximum.
  public var high: Double

  /// Creates a range.
  public init(low: Double, high: Double) { (self.low, self.high) = (low, high) }
}

extension ParameterRange {
  /// The sample rate at which the limits of a port with the property `sampleRate` are compared.
  package static let sampleRate = 48_000.0

  /// The range of a parameter; nil if it doesn't have such a quantity, or its bundle gives no limits.
  ///
  /// - Parameter scale: what the limits are multiples of.
  fileprivate init?(
    of quantity: ParameterQuantity, _ unit: String?, _ minimum: Double?, _ maximum: Double?, scale: Double = 1
  ) {
    guard let unit = unit.flatMap(ParameterUnit.init(symbol:)), unit.quantity == quantity, let minimum, let maximum
    else { return nil }
    self.init(low: unit.converted(minimum * scale), high: unit.converted(maximum * scale))
  }
}

extension ComponentDetails {
  /// The ranges of the parameters with a quantity, in the order of ``parameterNames``. A parameter without a unit or
  /// without limits has none.
  package func parameterRanges(of quantity: ParameterQuantity) -> [ParameterRange] {
    let ports = ports.filter(\.isParameter).compactMap { port in
      ParameterRange(
        of: quantity, port.unit, port.minimum, port.maximum,
        scale: port.has(.sampleRate) ? ParameterRange.sampleRate : 1)
    }
    let others = patchParameters.filter(\.isWritable).compactMap {
      ParameterRange(of: quantity, $0.unit, $0.minimum, $0.maximum)
    }
    return ports + others
  }
}
