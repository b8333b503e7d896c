internal import AudioComponents

extension Component {
  /// What goes in and comes out at a glance: `2→2`, `MIDI→2`, `MIDI+1→1`, `1 CV→1`. Side chains are not counted.
  var channels: String {
    let needsMIDI = hasMIDIInput && (type == .musicEffect || type == .musicDevice)
    let input = Self.side(audio: audioInputs, hasMIDI: hasMIDIInput, cv: cvInputs)
    let isPlain = audioInputs == 0 || !needsMIDI
    return (isPlain ? input : "MIDI+" + input) + "→"
      + Self.side(audio: audioOutputs, hasMIDI: hasMIDIOutput, cv: cvOutputs)
  }

  /// Audio, else MIDI, else CV: what matters most in a mixer.
  private static func side(audio: Int, hasMIDI: Bool, cv: Int) -> String {
    if audio == 0 && hasMIDI { return "MIDI" }
    return audio == 0 && cv > 0 ? "\(cv) CV" : "\(audio)"
  }
}
