/// A class that is missing, unknown or contradicted by the ports.
enum ClassProblem: Problem {
  case none
  case unknown(String, nearest: String?)
  case instrumentWithoutMIDI
  case generatorWithInput
  case effectWithoutInput
  case midiWithoutMIDI

  var rule: Rule {
    switch self {
    case .none: .noClass
    case .unknown: .unknownClass
    case .instrumentWithoutMIDI: .instrumentWithoutMIDI
    case .generatorWithInput: .generatorWithInput
    case .effectWithoutInput: .effectWithoutInput
    case .midiWithoutMIDI: .midiClassWithoutMIDI
    }
  }

  var description: String {
    switch self {
    case .none: "it is only a lv2:Plugin, so hosts list it under no category and searches by tag miss it"
    case .unknown(let name, let nearest):
      "LV2 has no class `\(name)`, so hosts and searches ignore it" + nearestText(nearest)
    case .instrumentWithoutMIDI:
      "it is an instrument without a MIDI input, so hosts offer it for tracks that can't play it"
    case .generatorWithInput:
      "it is a generator with audio inputs, so hosts that put generators on empty tracks leave its inputs unconnected"
    case .effectWithoutInput: "it is an effect without a signal input, so a host that inserts it mutes the track"
    case .midiWithoutMIDI: "it is a MIDI plugin, but no port supports midi:MidiEvent, so hosts don't route MIDI to it"
    }
  }
}

/// The end of a message about an unknown word.
func nearestText(_ word: String?) -> String { word.map { "; nearest is `\($0)`" } ?? "" }
