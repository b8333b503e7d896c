internal import ComponentModel
internal import Turtle

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

  /// The symbol of a unit: LV2's, the one that the bundle declares, or else the unit's URI.
  static func symbol(of unit: Term, _ facts: Facts) -> String? {
    let uri = facts.uri(unit)
    for space in namespaces {
      if let symbol = uri.flatMap({ Namespace.local($0, in: space) }).flatMap({ symbols[$0] }) { return symbol }
    }
    return (facts.literal(unit, .unitsSymbol) ?? facts.literal(unit, .rdfsLabel) ?? uri).map(bounded)
  }
}
