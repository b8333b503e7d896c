/// The traits for queries that are derived from a plugin's description.
package struct ComponentTraits: Hashable, Sendable {
  /// The name without a language, else in English, else the first; the URI's last part if there is none.
  package var name: String
  /// The most specific LV2 class.
  package var pluginClass: String
  /// The component's type from a host's point of view.
  package var type = ComponentType.effect
  /// The author's name, else the project's.
  package var manufacturer: String?
  /// The number of main audio inputs.
  package var audioInputs: Int
  /// The number of main audio outputs.
  package var audioOutputs: Int
  /// The number of CV inputs.
  package var cvInputs = 0
  /// The number of CV outputs.
  package var cvOutputs = 0
  /// The number of parameters: control inputs and writable patch parameters.
  package var parameters = 0
  /// Whether an input takes MIDI.
  package var hasMIDIInput = false
  /// Whether an output sends MIDI.
  package var hasMIDIOutput = false
  /// Whether it has an audio input besides the main ones.
  package var hasSideChain = false
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
    parameters = record.patchParameters.count(where: \.isWritable)
    // Authors declare these as optional or as required features.
    let features = record.optionalFeatures + record.requiredFeatures
    isHardRealtime = features.contains(LV2.hardRTCapable)
    isInPlaceBroken = features.contains(LV2.inPlaceBroken)
    hasCustomView = !record.interfaces.isEmpty
    let ports = count(record.ports)
    type = type(classes: record.classes, ports)
  }

  private static func name(of record: PluginRecord) -> String {
    let names = record.names
    let chosen = names.first { $0.language == nil } ?? names.inEnglish(\.language)
    if let text = chosen?.text, !text.isEmpty { return text }
    return URIPart.last(of: record.uri)
  }

  /// The first rule that applies decides; tags don't matter.
  private func type(classes: [String], _ ports: Ports) -> ComponentType {
    func isA(_ name: String) -> Bool { classes.contains(Namespace.lv2 + name) }
    let (hasAudioInput, hasAudioOutput) = (ports.haveAudioInput, ports.haveAudioOutput)
    if isA("MixerPlugin") { return .mixer }
    if isA("ConverterPlugin") { return .formatConverter }
    if isA("InstrumentPlugin") || (hasMIDIInput && hasAudioOutput && !hasAudioInput) { return .musicDevice }
    if hasMIDIInput && hasMIDIOutput && !hasAudioInput && !hasAudioOutput { return .midiProcessor }
    if hasAudioOutput && !hasAudioInput { return .generator }
    // To people, an effect that MIDI can control is still an effect; a music effect can't do without MIDI.
    let isPlayed = ports.needMIDI || hasMIDIInput && isA("MIDIPlugin")
    return hasAudioInput && isPlayed ? .musicEffect : .effect
  }

  /// The ports that decide the type.
  private struct Ports {
    var haveAudioInput = false
    var haveAudioOutput = false
    /// Whether a MIDI input has to be connected.
    var needMIDI = false
  }

  /// Counts the ports, in one pass because some plugins have thousands.
  private mutating func count(_ ports: [ComponentPort]) -> Ports {
    var found = Ports()
    // By index, because a loop over the elements would copy each port with its texts.
    for index in ports.indices {
      switch (ports[index].kind, ports[index].direction) {
      case (.audio, .input):
        found.haveAudioInput = true
        if ports[index].isSideChain { hasSideChain = true }
      case (.audio, .output): found.haveAudioOutput = true
      case (.cv, .input): cvInputs += 1
      case (.cv, .output): cvOutputs += 1
      case (.control, .input): parameters += 1
      case (.atom, .input), (.event, .input):
        if ports[index].carriesMIDI {
          hasMIDIInput = true
          if !ports[index].isOptional { found.needMIDI = true }
        }
      case (.atom, .output), (.event, .output): if ports[index].carriesMIDI { hasMIDIOutput = true }
      case (.control, .output), (.other, _): break
      }
    }
    return found
  }
}
