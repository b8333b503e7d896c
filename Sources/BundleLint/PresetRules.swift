internal import ComponentModel
internal import Turtle

/// Presets.
enum PresetRules {
  static let rules = [
    Rule("preset-no-label", .warning, "a preset has no label", .preset(noLabel)),
    Rule("preset-no-plugin", .warning, "a preset says not of which plugin", .preset(noPlugin)),
    Rule("preset-foreign", .note, "presets are for a plugin of another bundle", .bundle(foreign)),
    Rule("preset-unknown-port", .warning, "a preset sets a port that the plugin lacks", .preset(unknownPort)),
    Rule("preset-out-of-range", .warning, "a preset's value lies outside the range", .preset(outOfRange)),
  ]

  private static func noLabel(_ preset: PresetFacts) -> [Complaint] {
    guard preset.graph.text(.uri(preset.uri), Namespace.label) == nil else { return [] }
    return [
      preset.adding(
        "the preset has no label, so users see its URI or no preset at all", Namespace.label,
        Document.quoted(URIPart.last(of: preset.uri)))
    ]
  }

  private static func noPlugin(_ preset: PresetFacts) -> [Complaint] {
    guard preset.appliesTo.isEmpty else { return [] }
    let plugin = preset.plugins.keys.sorted().first ?? "urn:example:plugin"
    return [
      preset.adding(
        "the preset names no plugin (lv2:appliesTo), so hosts show it for none", Namespace.lv2 + "appliesTo",
        "<\(plugin)>")
    ]
  }

  /// One finding for all presets of a plugin.
  private static func foreign(_ bundle: BundleFacts) -> [Complaint] {
    let own = Set(bundle.pluginURIs)
    var counts: [String: Int] = [:]
    for preset in bundle.presetURIs {
      let plugins = bundle.graph.uris(.uri(preset), Namespace.lv2 + "appliesTo")
      if let plugin = plugins.first, own.isDisjoint(with: plugins) { counts[plugin, default: 0] += 1 }
    }
    let known = own.sorted().first.map { "name a plugin of this bundle: <\($0)>" } ?? "add the plugin"
    return counts.sorted { $0.key < $1.key }.map { plugin, count in
      Complaint(
        message: "\(count) preset\(count == 1 ? " is" : "s are") for this plugin, which the bundle lacks, "
          + "so hosts need another bundle beside it",
        line: "# nothing, where that is meant; else \(known)", file: bundle.manifest.file, subject: plugin)
    }
  }

  /// The preset's values by port: the node that sets one, its symbol and value.
  private static func settings(_ preset: PresetFacts) -> [(symbol: Value, value: Value?)] {
    preset.graph.values(.uri(preset.uri), Namespace.lv2 + "port").compactMap { port in
      guard let symbol = preset.graph.values(port.node, Namespace.lv2 + "symbol").first else { return nil }
      return (symbol, preset.graph.values(port.node, Namespace.presets + "value").first)
    }
  }

  /// The plugin, where all of its presets' plugins are known and it is one.
  private static func target(_ preset: PresetFacts) -> PluginSummary? {
    guard preset.appliesTo.count == 1 else { return nil }
    return preset.plugins[preset.appliesTo[0]]
  }

  private static func unknownPort(_ preset: PresetFacts) -> [Complaint] {
    guard let plugin = target(preset) else { return [] }
    return settings(preset).compactMap { symbol, _ in
      guard let text = symbol.text, plugin.ranges[text] == nil else { return nil }
      var complaint = symbol.removal(
        "the preset sets `\(text)`, which is no control input of the plugin, so the value is lost",
        Namespace.lv2 + "symbol", "the whole lv2:port with this symbol")
      complaint.port = text
      return complaint
    }
  }

  private static func outOfRange(_ preset: PresetFacts) -> [Complaint] {
    guard let plugin = target(preset) else { return [] }
    return settings(preset).compactMap { symbol, value in
      guard let text = symbol.text, let range = plugin.ranges[text], let value, let number = value.number else {
        return nil
      }
      let slack = max(abs(number), 1e-6) * 1e-4
      let fitting = range.maximum.map { min(number, $0) } ?? number
      let bound = range.minimum.map { max(fitting, $0) } ?? fitting
      guard abs(bound - number) > slack else { return nil }
      var complaint = value.replacement(
        "the preset sets `\(text)` to \(number), outside its range, so hosts set \(bound) or refuse it",
        Namespace.presets + "value", by: "\(bound)")
      complaint.port = text
      return complaint
    }
  }
}
