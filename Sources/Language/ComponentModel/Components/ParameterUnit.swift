internal import Glibc

/// A quantity that predicates compare across parameters, whichever unit each of them has.
package enum ParameterQuantity: String, CaseIterable, Hashable, Sendable {
  /// In seconds.
  case time
  /// In hertz.
  case frequency
  /// In decibels.
  case level
}

/// A unit of parameters, and how to convert its values to those of its quantity.
package struct ParameterUnit: Hashable, Sendable {
  /// How a value becomes one in seconds, hertz or decibels.
  package enum Conversion: Hashable, Sendable {
    case times(Double)
    /// A quotient, because most fractions have no exact factor: 200 ms are 0.2 s.
    case dividedBy(Double)
    /// The value is a factor of amplitude.
    case decibels
  }

  /// The symbol, as `units:unit` gives it.
  package let symbol: String
  package let quantity: ParameterQuantity
  package let conversion: Conversion

  /// The units that are compared. LV2 defines the first of each line; bundles write the others. `G` is how LSP's plugins
  /// write a gain.
  package static let all: [ParameterUnit] =
    units(.time, .times(1), "s", "sec") + units(.time, .dividedBy(1_000), "ms", "msec")
    + units(.time, .dividedBy(1_000_000), "us", "µs", "μs") + units(.time, .times(60), "min")
    + units(.frequency, .times(1), "Hz", "hz") + units(.frequency, .times(1_000), "kHz", "khz")
    + units(.frequency, .times(1_000_000), "MHz")
    + units(.level, .times(1), "dB", "db", "dBFS") + units(.level, .decibels, "G")

  private static let known = Dictionary(uniqueKeysWithValues: all.map { ($0.symbol, $0) })

  private init(symbol: String, quantity: ParameterQuantity, conversion: Conversion) {
    (self.symbol, self.quantity, self.conversion) = (symbol, quantity, conversion)
  }

  /// The unit with a symbol; nil if its values are not compared.
  package init?(symbol: String) {
    guard let unit = Self.known[symbol] else { return nil }
    self = unit
  }

  private static func units(
    _ quantity: ParameterQuantity, _ conversion: Conversion, _ symbols: String...
  ) -> [ParameterUnit] {
    symbols.map { ParameterUnit(symbol: $0, quantity: quantity, conversion: conversion) }
  }

  /// A value of this unit in the unit of its quantity.
  package func converted(_ value: Double) -> Double {
    switch conversion {
    case .times(let factor): value * factor
    case .dividedBy(let divisor): value / divisor
    case .decibels: Self.decibels(value)
    }
  }

  /// A factor of amplitude in decibels; that of silence is below every level.
  package static func decibels(_ factor: Double) -> Double { factor > 0 ? 20 * log10(factor) : -.infinity }
}
