internal import ComponentModel

enum PresetProblem: Problem {
  case noLabel
  case noPlugin
  /// The number of presets.
  case foreign(Int)
  case unknownPort(symbol: String)
  /// The value within the range that is nearest.
  case valueOutside(symbol: String, Double, nearest: Double)

  var rule: Rule {
    switch self {
    case .noLabel: .presetNoLabel
    case .noPlugin: .presetNoPlugin
    case .foreign: .presetForeign
    case .unknownPort: .presetUnknownPort
    case .valueOutside: .presetOutOfRange
    }
  }

  var description: String {
    switch self {
    case .noLabel: "the preset has no label, so users see its URI or don't see it at all"
    case .noPlugin: "the preset names no plugin (lv2:appliesTo), so hosts show it for no plugin"
    case .foreign(let count):
      Count.text(count, "preset is", plural: "presets are") + " for this plugin, which the bundle lacks, "
        + "so hosts need another bundle beside it"
    case .unknownPort(let symbol):
      "the preset sets `\(symbol)`, which is not a control input of the plugin, so the value is lost"
    case .valueOutside(let symbol, let value, let nearest):
      "the preset sets `\(symbol)` to \(value), outside its range, so hosts set \(nearest) or reject it"
    }
  }
}
