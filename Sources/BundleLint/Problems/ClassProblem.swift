/// A class that a plugin has or lacks.
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
      "LV2 has no class `\(name)`, so hosts and searches take no notice of it" + nearestText(nearest)
    case .instrumentWithoutMIDI:
      "it is an instrument without an input for MIDI, so hosts offer it for tracks that can't play it"
    case .generatorWithInput:
      "it is a generator with audio inputs, so hosts that offer generators for tracks without sound leave those open"
    case .effectWithoutInput: "it is an effect without an input for sound, so hosts insert it and it mutes"
    case .midiWithoutMIDI: "it is a MIDI plugin and no port supports midi:MidiEvent, so hosts don't route MIDI to it"
    }
  }
}

/// The end of a message about an unknown word.
func nearestText(_ word: String?) -> String { word.map { "; nearest is `\($0)`" } ?? "" }
