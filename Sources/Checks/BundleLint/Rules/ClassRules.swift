internal import ComponentModel
internal import ComponentQuery
internal import ComponentTags

/// Classes of a plugin, which hosts use as categories and searches as tags.
enum ClassRules {
  static let checks: [Check] = [
    .plugin(noClass), .plugin(unknownClass), .plugin(instrument), .plugin(generator), .plugin(effect), .plugin(midi),
  ]

  /// A class of another namespace may say what the plugin is, so only a plugin without any class is reported.
  private static func noClass(_ plugin: PluginFacts) -> [Diagnostic] {
    guard plugin.classes.filter({ $0 != LV2.plugin && !$0.hasPrefix(Namespace.doap) }).isEmpty else { return [] }
    let fitting = suggestion(plugin)
    let problem = Problem(
      .noClass, "it is only an lv2:Plugin, so hosts list it under no category and searches by tag miss it")
    return [plugin.adding(.rdfType, object: plugin.home.term(Namespace.lv2 + fitting), for: problem)]
  }

  /// The class that the ports or the name suggest.
  static func suggestion(_ plugin: PluginFacts) -> String {
    let (audioIn, audioOut) = (plugin.count(.audio, .input), plugin.count(.audio, .output))
    if plugin.hasMIDIInput && audioOut > 0 && audioIn == 0 { return "InstrumentPlugin" }
    if audioIn + audioOut == 0 && (plugin.hasMIDIInput || plugin.hasMIDIOutput) { return "MIDIPlugin" }
    if let entry = namedTag(plugin), let named = entry.classes.first { return named }
    if audioIn == 0 && audioOut > 0 { return "GeneratorPlugin" }
    return "UtilityPlugin"
  }

  /// The standard tag that is a word of the name.
  static func namedTag(_ plugin: PluginFacts) -> Vocabulary.Entry? {
    let parts = Set(plugin.name.lowercased().split { !$0.isLetter }.map(String.init))
    return Vocabulary.standard.entries.first { entry in
      parts.contains(entry.identifier) || entry.aliases.contains { parts.contains($0.lowercased()) }
    }
  }

  private static func unknownClass(_ plugin: PluginFacts) -> [Diagnostic] {
    let known = LV2ClassTree.names + ["Plugin"]
    return plugin.values(.rdfType).compactMap { value in
      guard let name = value.uri.flatMap({ Namespace.local($0, in: Namespace.lv2) }), !known.contains(name),
        name != "PluginBase"
      else { return nil }
      let near = nearestClass(to: name)
      let problem = Problem(
        .unknownClass, "LV2 has no class `\(name)`, so hosts and searches ignore it" + nearestText(near))
      guard let near else { return value.removal(of: .rdfType, for: problem, advice: "or name one of LV2's classes") }
      return value.replacement(problem, .rdfType, by: value.document.term(Namespace.lv2 + near))
    }
  }

  /// All names end in `Plugin`, so only the part before it counts.
  private static func nearestClass(to name: String) -> String? {
    let ending = "Plugin"
    let stem = name.lowercased().hasSuffix("plugin") ? String(name.dropLast(ending.count)) : name
    return nearest(to: stem, in: LV2ClassTree.names.map { String($0.dropLast(ending.count)) }).map { $0 + ending }
  }

  private static func instrument(_ plugin: PluginFacts) -> [Diagnostic] {
    guard plugin.coreClasses.contains("InstrumentPlugin"), !plugin.hasMIDIInput, plugin.count(.cv, .input) == 0 else {
      return []
    }
    let problem = Problem(
      .instrumentWithoutMIDI,
      "it is an instrument without a MIDI input, so hosts offer it for tracks that can't play it")
    let port = plugin.ports.first { $0.kind == .atom && $0.direction == .input }
    return port.map { [$0.addingMIDI(for: problem)] }
      ?? change(of: plugin, from: "InstrumentPlugin", to: "GeneratorPlugin", for: problem)
  }

  /// Oscillators may be modulated by audio, so subclasses are not checked.
  private static func generator(_ plugin: PluginFacts) -> [Diagnostic] {
    guard plugin.coreClasses.contains("GeneratorPlugin"),
      plugin.coreClasses.allSatisfy({ $0 == "Plugin" || $0 == "GeneratorPlugin" }),
      plugin.count(.audio, .input) > 0, plugin.count(.audio, .input) >= plugin.count(.audio, .output)
    else { return [] }
    let problem = Problem(
      .generatorWithInput,
      "it is a generator with audio inputs, so hosts that put generators on empty tracks leave its inputs unconnected")
    return change(of: plugin, from: "GeneratorPlugin", to: "UtilityPlugin", for: problem)
  }

  private static let effects = [
    "DelayPlugin", "DistortionPlugin", "DynamicsPlugin", "FilterPlugin", "ReverbPlugin", "SpectralPlugin",
  ]

  private static func effect(_ plugin: PluginFacts) -> [Diagnostic] {
    // An envelope or amplifier may process control values.
    let inputs = plugin.ports.filter { $0.direction == .input && $0.kind != .control }
    let signals = plugin.ports.contains { $0.direction == .output && $0.kind != .control && $0.kind != .atom }
    guard inputs.isEmpty, signals, !plugin.isClass("GeneratorPlugin") else { return [] }
    guard
      let name = plugin.coreClasses.first(where: { name in
        effects.contains { LV2ClassTree.isClass(name, within: $0) } && name != "EnvelopePlugin"
      })
    else { return [] }
    let problem = Problem(
      .effectWithoutInput, "it is an effect without a signal input, so a host that inserts it mutes the track")
    return change(of: plugin, from: name, to: "GeneratorPlugin", for: problem)
  }

  private static func midi(_ plugin: PluginFacts) -> [Diagnostic] {
    guard plugin.coreClasses.contains("MIDIPlugin"), !plugin.hasMIDIInput, !plugin.hasMIDIOutput else { return [] }
    let problem = Problem(
      .midiClassWithoutMIDI,
      "it is a MIDI plugin, but no port supports midi:MidiEvent, so hosts don't route MIDI to it")
    let port = plugin.ports.first { $0.kind == .atom }
    return port.map { [$0.addingMIDI(for: problem)] }
      ?? change(of: plugin, from: "MIDIPlugin", to: "UtilityPlugin", for: problem)
  }

  private static func change(
    of plugin: PluginFacts, from name: String, to other: String, for problem: Problem
  ) -> [Diagnostic] {
    plugin.values(.rdfType).filter { $0.uri == Namespace.lv2 + name }.prefix(1).map {
      $0.replacement(problem, .rdfType, by: $0.document.term(Namespace.lv2 + other))
    }
  }
}
