/// The tree of LV2's plugin classes, from the core specification, which scans don't load.
package enum LV2ClassTree {
  /// The local name of a class of LV2's core specification; nil for any other URI.
  package static func localName(_ uri: String) -> String? {
    uri.hasPrefix(Namespace.lv2) ? String(uri.dropFirst(Namespace.lv2.count)) : nil
  }

  /// The most specific of several classes: the deepest in the tree, the first by name among equals; `lv2:Plugin` if
  /// none is a plugin class.
  package static func mostSpecific(of classes: [String]) -> String {
    let ranked = classes.compactMap { uri in localName(uri).flatMap(depth).map { (depth: $0, uri: uri) } }
    return ranked.min { ($1.depth, $0.uri) < ($0.depth, $1.uri) }?.uri ?? LV2.plugin
  }

  /// Whether a class equals another or is below it; both by their local names.
  package static func isClass(_ name: String, within other: String) -> Bool {
    name == other || parents[name].map { isClass($0, within: other) } == true
  }

  /// The local names of all plugin classes but `Plugin`, sorted.
  package static var names: [String] { parents.keys.sorted() }

  /// The number of superclasses; nil for a name that is not a plugin class.
  static func depth(_ name: String) -> Int? {
    if name == "Plugin" { return 0 }
    guard let parent = parents[name] else { return nil }
    return depth(parent).map { $0 + 1 }
  }

  /// `ReverbPlugin` has three superclasses. Only `SimulatorPlugin` is kept: it gives the depth, and a reverb is not a
  /// delay.
  private static let parents = [
    "AllpassPlugin": "FilterPlugin", "AmplifierPlugin": "DynamicsPlugin", "AnalyserPlugin": "UtilityPlugin",
    "BandpassPlugin": "FilterPlugin", "ChorusPlugin": "ModulatorPlugin", "CombPlugin": "FilterPlugin",
    "CompressorPlugin": "DynamicsPlugin", "ConstantPlugin": "GeneratorPlugin", "ConverterPlugin": "UtilityPlugin",
    "DelayPlugin": "Plugin", "DistortionPlugin": "Plugin", "DynamicsPlugin": "Plugin", "EQPlugin": "FilterPlugin",
    "EnvelopePlugin": "DynamicsPlugin", "ExpanderPlugin": "DynamicsPlugin", "FilterPlugin": "Plugin",
    "FlangerPlugin": "ModulatorPlugin", "FunctionPlugin": "UtilityPlugin", "GatePlugin": "DynamicsPlugin",
    "GeneratorPlugin": "Plugin", "HighpassPlugin": "FilterPlugin", "InstrumentPlugin": "GeneratorPlugin",
    "LimiterPlugin": "DynamicsPlugin", "LowpassPlugin": "FilterPlugin", "MIDIPlugin": "Plugin",
    "MixerPlugin": "UtilityPlugin", "ModulatorPlugin": "Plugin", "MultiEQPlugin": "EQPlugin",
    "OscillatorPlugin": "GeneratorPlugin", "ParaEQPlugin": "EQPlugin", "PhaserPlugin": "ModulatorPlugin",
    "PitchPlugin": "SpectralPlugin", "ReverbPlugin": "SimulatorPlugin", "SimulatorPlugin": "Plugin",
    "SpatialPlugin": "Plugin", "SpectralPlugin": "Plugin", "UtilityPlugin": "Plugin",
    "WaveshaperPlugin": "DistortionPlugin",
  ]
}
