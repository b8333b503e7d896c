internal import ComponentModel
internal import BundleReading

/// Checks presets and what they set.
enum PresetRules {
  static let checks: [Check] = [
    .preset(noLabel), .preset(noPlugin), .bundle(foreign), .preset(unknownPort), .preset(outOfRange),
    .bundle(invalidFile),
  ]

  private static func noLabel(_ preset: PresetFacts) -> [Diagnostic] {
    guard preset.graph.text(preset.term, .rdfsLabel) == nil else { return [] }
    let problem = Problem(
      .presetNoLabel, "the preset has no label, so users see its URI or don't see it at all")
    return [preset.adding(.rdfsLabel, object: Document.quoted(URIPart.last(of: preset.uri)), for: problem)]
  }

  /// Reports mistakes in presets' files: other checks see only what precedes a mistake.
  private static func invalidFile(_ bundle: BundleFacts) -> [Diagnostic] {
    bundle.invalidPresetFiles.map { file, problem in
      let problem = ScanProblem.remark(.invalidFile(file, problem))
      return Diagnostic(problem: problem.problem, line: problem.line(subject: "", latenessRemedy: ""), file: file)
    }
  }

  private static func noPlugin(_ preset: PresetFacts) -> [Diagnostic] {
    guard preset.appliesTo.isEmpty else { return [] }
    let plugin = preset.plugins.keys.sorted().first ?? "urn:example:plugin"
    let problem = Problem(
      .presetNoPlugin, "the preset names no plugin (lv2:appliesTo), so hosts show it for no plugin")
    return [preset.adding(.lv2AppliesTo, object: "<\(plugin)>", for: problem)]
  }

  /// Reports presets for plugins that the bundle lacks, with one finding for each plugin.
  private static func foreign(_ bundle: BundleFacts) -> [Diagnostic] {
    let own = Set(bundle.pluginURIs)
    var counts: [String: Int] = [:]
    for preset in bundle.presetURIs {
      let plugins = bundle.term(preset).map { bundle.graph.uris($0, .lv2AppliesTo) } ?? []
      if let plugin = plugins.first, own.isDisjoint(with: plugins) { counts[plugin, default: 0] += 1 }
    }
    let known = own.sorted().first.map { "name a plugin of this bundle: <\($0)>" } ?? "add the plugin"
    return counts.sorted { $0.key < $1.key }.map { plugin, count in
      Diagnostic(
        problem: Problem(
          .presetForeign,
          Count.text(count, "preset is", plural: "presets are") + " for this plugin, which the bundle lacks, "
            + "so hosts need another bundle beside it"),
        line: "# intended? ignore this; otherwise \(known)", file: bundle.manifest.file, subject: plugin)
    }
  }

  /// The preset's values by port: the port's symbol, and its value if there is one.
  private static func settings(_ preset: PresetFacts) -> [(symbol: Value, value: Value?)] {
    preset.graph.values(preset.term, .lv2Port).compactMap { port in
      guard let symbol = preset.graph.values(port.node, .lv2Symbol).first else { return nil }
      return (symbol, preset.graph.values(port.node, .presetValue).first)
    }
  }

  /// The plugin, if the preset has exactly one and the bundle declares it.
  private static func target(_ preset: PresetFacts) -> PluginSummary? {
    guard preset.appliesTo.count == 1 else { return nil }
    return preset.plugins[preset.appliesTo[0]]
  }

  private static func unknownPort(_ preset: PresetFacts) -> [Diagnostic] {
    guard let plugin = target(preset) else { return [] }
    return settings(preset).compactMap { symbol, _ in
      guard let text = symbol.text, plugin.ranges[text] == nil else { return nil }
      let problem = Problem(
        .presetUnknownPort,
        "the preset sets `\(text)`, which is not a control input of the plugin, so the value is lost")
      var diagnostic = symbol.removal(of: .lv2Symbol, for: problem, advice: "the whole lv2:port with this symbol")
      diagnostic.port = text
      return diagnostic
    }
  }

  private static func outOfRange(_ preset: PresetFacts) -> [Diagnostic] {
    guard let plugin = target(preset) else { return [] }
    return settings(preset).compactMap { symbol, value in
      guard let text = symbol.text, let range = plugin.ranges[text], let value, let number = value.number else {
        return nil
      }
      let slack = max(abs(number), 1e-6) * 1e-4
      let fitting = range.maximum.map { min(number, $0) } ?? number
      let bound = range.minimum.map { max(fitting, $0) } ?? fitting
      guard abs(bound - number) > slack else { return nil }
      let problem = Problem(
        .presetOutOfRange,
        "the preset sets `\(text)` to \(number), outside its range, so hosts set \(bound) or reject it")
      var diagnostic = value.replacement(problem, .presetValue, by: "\(bound)")
      diagnostic.port = text
      return diagnostic
    }
  }
}
