internal import ComponentModel

/// The limits of encodings. libsndfile says little or nothing about them when it refuses a format.
struct FormatLimits {
  /// The sample rates that an encoding can have, in Hz.
  enum Rates {
    case of([Double])
    case upTo(Double)
    /// Up to the first number; above the second, only multiples of 10.
    case coarseUpTo(Double, above: Double)
  }

  let name: String
  let rates: Rates
  let mostChannels: Int

  /// The limits of an encoding in a container; nil if it has none beyond those of ``AudioFormat``.
  init?(_ container: Container, _ encoding: Encoding) {
    switch (container, encoding) {
    case (.flac, _): self.init(name: "FLAC", rates: .coarseUpTo(655_350, above: 65_535), mostChannels: 8)
    case (_, .vorbis): self.init(name: "Vorbis", rates: .upTo(200_000), mostChannels: 255)
    case (_, .opus):
      self.init(name: "Opus", rates: .of([8_000, 12_000, 16_000, 24_000, 48_000]), mostChannels: 255)
    case (_, .mp3):
      let rates = [8_000.0, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
      self.init(name: "MP3", rates: .of(rates), mostChannels: 2)
    default: return nil
    }
  }

  private init(name: String, rates: Rates, mostChannels: Int) {
    self.name = name
    self.rates = rates
    self.mostChannels = mostChannels
  }
}

extension AudioFileFormat {
  private var limits: FormatLimits? { FormatLimits(container, encoding) }

  /// Why the sample rate can't be written, and which ones can; nil if it can.
  package var rateObjection: String? {
    guard let limits else { return nil }
    let known: String
    switch limits.rates {
    case .of(let rates):
      if rates.contains(sampleRate) { return nil }
      known = rates.map { "\(Int($0))" }.listed
    case .upTo(let limit):
      if sampleRate <= limit { return nil }
      known = "up to \(Int(limit))"
    case .coarseUpTo(let limit, let start):
      let isCoarse = sampleRate.truncatingRemainder(dividingBy: 10) == 0
      if sampleRate <= start || (sampleRate <= limit && isCoarse) { return nil }
      known = "up to \(Int(limit)), and above \(Int(start)) only multiples of 10,"
    }
    let rate = Int(exactly: sampleRate).map(String.init) ?? "\(sampleRate)"
    return "\(limits.name) has sample rates of \(known) Hz, not \(rate); convert the rate first, or write .wav"
  }

  /// Why the number of channels can't be written, and which ones can; nil if it can.
  package var channelObjection: String? {
    guard let limits, channelCount > limits.mostChannels else { return nil }
    return "\(limits.name) has up to \(Count.text(limits.mostChannels, "channel")), not \(channelCount); write .wav"
  }
}

extension Sequence {
  /// The elements as text: `a, b or c`.
  var listed: String {
    let words = map { "\($0)" }
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
