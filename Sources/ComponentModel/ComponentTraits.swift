/// What follows from a plugin's description and is asked for in queries.
public struct ComponentTraits: Hashable, Sendable {
  /// The name without a language, else in English, else the first; the URI's last part where there is none.
  public var name: String
  /// The most telling LV2 class.
  public var pluginClass: String
  /// What the component is to a host.
  public var type: ComponentType
  /// The author's name, else the project's.
  public var manufacturer: String?
  /// Main audio inputs.
  public var audioInputs: Int
  /// Main audio outputs.
  public var audioOutputs: Int
  /// CV inputs.
  public var cvInputs: Int
  /// CV outputs.
  public var cvOutputs: Int
  /// Control inputs and writable patch parameters.
  public var parameters: Int
  /// Whether an input takes MIDI.
  public var hasMIDIInput: Bool
  /// Whether an output gives MIDI.
  public var hasMIDIOutput: Bool
  /// Whether it has an audio input beside the main ones.
  public var hasSideChain: Bool
  /// Whether the author promises that `run` is hard real-time safe (`lv2:hardRTCapable`).
  public var isHardRealtime: Bool
  /// Whether it brings a user interface.
  public var hasCustomView: Bool
  /// 0 where no port reports latency; nil where one does and nobody has measured it.
  public var latency: Int?

  /// Derives the traits of a record.
  package init(of record: PluginRecord) {
    name = Self.name(of: record)
    pluginClass = LV2ClassTree.mostTelling(of: record.classes)
    manufacturer = record.author ?? record.projectName
    let ports = record.ports
    func count(_ kind: ComponentPort.Kind, _ direction: ComponentPort.Direction) -> Int {
      ports.count { $0.kind == kind && $0.direction == direction }
    }
    audioInputs = record.mainPorts(.input).count
    audioOutputs = record.mainPorts(.output).count
    cvInputs = count(.cv, .input)
    cvOutputs = count(.cv, .output)
    parameters = ports.count(where: \.isParameter) + record.patchParameters.count(where: \.isWritable)
    hasMIDIInput = ports.contains { $0.carriesMIDI && $0.direction == .input }
    hasMIDIOutput = ports.contains { $0.carriesMIDI && $0.direction == .output }
    hasSideChain = ports.contains { $0.kind == .audio && $0.direction == .input && $0.isSideChain }
    // Authors write it as an optional or as a required feature.
    isHardRealtime = (record.optionalFeatures + record.requiredFeatures).contains(LV2.hardRTCapable)
    hasCustomView = !record.interfaces.isEmpty
    latency = ports.contains { $0.direction == .output && $0.properties.contains("reportsLatency") } ? nil : 0
    type = .effect
    type = type(
      classes: record.classes, hasAudioInput: count(.audio, .input) > 0, hasAudioOutput: count(.audio, .output) > 0)
  }

  private static func name(of record: PluginRecord) -> String {
    let names = record.names
    let chosen =
      names.first { $0.language == nil } ?? names.first { $0.language?.hasPrefix("en") == true } ?? names.first
    if let text = chosen?.text, !text.isEmpty { return text }
    return record.uri.split { $0 == "/" || $0 == "#" || $0 == ":" }.last.map(String.init) ?? record.uri
  }

  /// The first rule that fits decides; tags have no say.
  private func type(classes: [String], hasAudioInput: Bool, hasAudioOutput: Bool) -> ComponentType {
    func isA(_ name: String) -> Bool { classes.contains(LV2.core + name) }
    if isA("MixerPlugin") { return .mixer }
    if isA("ConverterPlugin") { return .formatConverter }
    if isA("InstrumentPlugin") || (hasMIDIInput && hasAudioOutput && !hasAudioInput) { return .musicDevice }
    if hasMIDIInput && hasMIDIOutput && !hasAudioInput && !hasAudioOutput { return .midiProcessor }
    if hasAudioOutput && !hasAudioInput { return .generator }
    return hasAudioInput && hasMIDIInput ? .musicEffect : .effect
  }
}
