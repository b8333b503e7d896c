/// What follows from a plugin's description and is asked for in queries.
package struct ComponentTraits: Hashable, Sendable {
  /// The name without a language, else in English, else the first; the URI's last part where there is none.
  package var name: String
  /// The most specific LV2 class.
  package var pluginClass: String
  /// What the component is to a host.
  package var type: ComponentType
  /// The author's name, else the project's.
  package var manufacturer: String?
  /// Main audio inputs.
  package var audioInputs: Int
  /// Main audio outputs.
  package var audioOutputs: Int
  /// CV inputs.
  package var cvInputs: Int
  /// CV outputs.
  package var cvOutputs: Int
  /// Control inputs and writable patch parameters.
  package var parameters: Int
  /// Whether an input takes MIDI.
  package var hasMIDIInput: Bool
  /// Whether an output sends MIDI.
  package var hasMIDIOutput: Bool
  /// Whether it has an audio input besides the main ones.
  package var hasSideChain: Bool
  /// Whether the author promises that `run` is hard real-time safe (`lv2:hardRTCapable`).
  package var isHardRealtime: Bool
  /// Whether it has its own user interface.
  package var hasCustomView: Bool
  /// Whether its input and output buffers may not be the same (`lv2:inPlaceBroken`).
  package var isInPlaceBroken: Bool

  /// Derives the traits of a record.
  package init(of record: PluginRecord) {
    name = Self.name(of: record)
    pluginClass = LV2ClassTree.mostSpecific(of: record.classes)
    manufacturer = record.author ?? record.projectName
    audioInputs = record.mainPorts(.input).count
    audioOutputs = record.mainPorts(.output).count
    let ports = PortSummary(record.ports)
    cvInputs = ports.cvInputs
    cvOutputs = ports.cvOutputs
    parameters = ports.parameters + record.patchParameters.count(where: \.isWritable)
    hasMIDIInput = ports.hasMIDIInput
    hasMIDIOutput = ports.hasMIDIOutput
    hasSideChain = ports.hasSideChain
    // Authors declare it as an optional or as a required feature.
    let features = record.optionalFeatures + record.requiredFeatures
    isHardRealtime = features.contains(LV2.hardRTCapable)
    isInPlaceBroken = features.contains(LV2.inPlaceBroken)
    hasCustomView = !record.interfaces.isEmpty
    type = .effect
    type = type(classes: record.classes, ports)
  }

  private static func name(of record: PluginRecord) -> String {
    let names = record.names
    let chosen = names.first { $0.language == nil } ?? names.inEnglish(\.language)
    if let text = chosen?.text, !text.isEmpty { return text }
    return URIPart.last(of: record.uri)
  }

  /// The first rule that applies decides; tags don't matter.
  private func type(classes: [String], _ ports: PortSummary) -> ComponentType {
    func isA(_ name: String) -> Bool { classes.contains(Namespace.lv2 + name) }
    let (hasAudioInput, hasAudioOutput) = (ports.audioInputs > 0, ports.audioOutputs > 0)
    if isA("MixerPlugin") { return .mixer }
    if isA("ConverterPlugin") { return .formatConverter }
    if isA("InstrumentPlugin") || (hasMIDIInput && hasAudioOutput && !hasAudioInput) { return .musicDevice }
    if hasMIDIInput && hasMIDIOutput && !hasAudioInput && !hasAudioOutput { return .midiProcessor }
    if hasAudioOutput && !hasAudioInput { return .generator }
    // To people an effect that MIDI can control is an effect; a music effect doesn't do without MIDI.
    let isPlayed = ports.needsMIDI || hasMIDIInput && isA("MIDIPlugin")
    return hasAudioInput && isPlayed ? .musicEffect : .effect
  }
}

/// A summary of a plugin's ports, made in one pass because some have thousands.
private struct PortSummary {
  var audioInputs = 0
  var audioOutputs = 0
  var cvInputs = 0
  var cvOutputs = 0
  var parameters = 0
  var hasMIDIInput = false
  var hasMIDIOutput = false
  /// Whether an input for MIDI has to be connected.
  var needsMIDI = false
  var hasSideChain = false

  init(_ ports: [ComponentPort]) {
    // By index, because a loop over the elements would copy each port with its texts.
    for index in ports.indices {
      let isInput = ports[index].direction == .input
      switch (ports[index].kind, isInput) {
      case (.audio, true):
        audioInputs += 1
        if ports[index].isSideChain { hasSideChain = true }
      case (.audio, false): audioOutputs += 1
      case (.cv, true): cvInputs += 1
      case (.cv, false): cvOutputs += 1
      case (.control, true): parameters += 1
      case (.atom, true), (.event, true):
        if ports[index].carriesMIDI {
          hasMIDIInput = true
          if !ports[index].isOptional { needsMIDI = true }
        }
      case (.atom, false), (.event, false): if ports[index].carriesMIDI { hasMIDIOutput = true }
      default: break
      }
    }
  }
}
