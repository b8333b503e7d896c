internal import AudioComponents
internal import RenderChain

/// The note that a render has given nothing but digital silence, with the component that it begins at.
struct SilenceNote {
  let text: String

  /// - Parameter hasMIDI: whether the chain got MIDI.
  /// - Returns: nil if there is sound, or nothing that could sound.
  init?(_ report: RenderReport, _ choice: ChainChoice, hasMIDI: Bool) {
    guard let silence = report.silence else { return nil }
    guard let place = silence.stage, choice.components.indices.contains(place) else {
      text = "the output is digital silence: all sound was dropped with the latency or the quiet end"
      return
    }
    let component = choice.components[place]
    let getsMIDI = hasMIDI || choice.components[..<place].contains(where: \.hasMIDIOutput)
    let lacksMIDI = component.hasMIDIInput && !getsMIDI
    let reason = lacksMIDI ? "it got no MIDI, which a file or --notes gives it" : "its settings may be the reason"
    text =
      "the output is digital silence, beginning at \(component.name): \(reason); "
      + "`aucat info \(component.uri)` lists its parameters and presets"
  }
}
