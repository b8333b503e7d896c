internal import AucatCommands
internal import AudioFiles

/// What to say of a file whose integers clip.
struct ClippingNote {
  let text: String

  /// - Parameter name: the file's.
  init(_ clipping: Clipping, in name: String, _ format: AudioFileFormat) {
    func place(_ place: Clipping.Place) -> String {
      "\(AudioText.clock(Double(place.frame) / format.sampleRate)) in \(AudioText.channel(place.channel, of: format))"
    }
    let excess =
      clipping.peak.isFinite ? "\(AudioText.decimals(AudioText.decibels(clipping.peak), 2)) dB" : "infinitely much"
    let several =
      clipping.sampleCount == 1
      ? "a sample exceeds full scale by \(excess)"
      : "\(clipping.sampleCount) samples exceed full scale, by up to \(excess)"
    let loudest =
      clipping.sampleCount == 1 || clipping.loudest == clipping.first
      ? "" : ", the loudest at \(place(clipping.loudest))"
    let first = clipping.sampleCount == 1 ? "at \(place(clipping.first))" : "first at \(place(clipping.first))"
    let floats =
      format.container.encodings.contains(.float32)
      ? "write floats (--encoding float32)" : "write .wav, which has floats"
    text = "\(name) clips: \(several), \(first)\(loudest); lower the level, or \(floats)"
  }
}
