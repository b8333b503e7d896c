internal import AudioSources
internal import Synchronization

/// The sounds for auditions: synthesized, and identical each time.
enum TestSounds: String, CaseIterable, Sendable {
  case drums
  case string
  case voice
  case noise

  private static let rate = 48_000.0
  private static let length = 144_000
  private static let made = Mutex<[TestSounds: HeardSound]>([:])

  /// Three seconds of stereo each, made on first use.
  var sound: HeardSound {
    get throws {
      if let made = Self.made.withLock({ $0[self] }) { return made }
      let sound =
        switch self {
        case .drums: try Self.drums()
        case .string: Self.string()
        case .voice: try Self.voice()
        case .noise:
          try HeardSound(FadedSource(NoiseSource(.pink, level: -20, length: Self.length), fadeIn: 480, fadeOut: 4_800))
        }
      Self.made.withLock { $0[self] = sound }
      return sound
    }
  }

  /// Two bars in eighths at 160 beats a minute.
  private static func drums() throws -> HeardSound {
    let eighth = 9_000
    func hit(_ source: any AudioSource, _ fade: Int) throws -> any AudioSource {
      try SequenceSource([
        FadedSource(LimitedSource(source, length: fade), fadeOut: fade), SilenceSource(length: eighth - fade),
      ])
    }
    var parts: [any AudioSource] = []
    for step in 0..<(length / eighth) {
      var layers: [any AudioSource] = [
        try hit(NoiseSource(.white, level: -34, seed: UInt64(100 + step), length: eighth), 1_500)
      ]
      if [0, 3, 8, 11, 14].contains(step) {
        layers.append(try hit(ToneSource(55, level: -8, attack: 0.001, length: eighth), 7_000))
        layers.append(try hit(ToneSource(130, level: -14, attack: 0.001, length: eighth), 1_600))
      }
      if step % 4 == 2 {
        layers.append(try hit(NoiseSource(.pink, level: -14, seed: UInt64(step), length: eighth), 6_000))
        layers.append(try hit(ToneSource(190, level: -18, attack: 0.001, length: eighth), 3_000))
      }
      parts.append(try LayeredSource(layers))
    }
    return try HeardSound(SequenceSource(parts))
  }

  /// A string, plucked three times: a lossy delay line (Karplus and Strong).
  private static func string() -> HeardSound {
    var samples: [Float] = []
    for (number, period) in [218, 163, 245].enumerated() {
      var seed: UInt32 = 2_463_534_242 &+ UInt32(number)
      var line = (0..<period).map { _ -> Float in
        seed ^= seed << 13
        seed ^= seed >> 17
        seed ^= seed << 5
        return (Float(seed >> 8) / 8_388_608 - 1) * 0.5
      }
      for frame in 0..<(length / 3) {
        let place = frame % period
        let next = (place + 1) % period
        samples.append(line[place])
        line[place] = (line[place] + line[next]) * 0.498
      }
    }
    return HeardSound(sampleRate: rate, channels: [samples, samples])
  }

  /// Three vowels: a tone through formant filters.
  private static func voice() throws -> HeardSound {
    let buzz = try HeardSound(
      ToneSource(110, .saw, level: -12, length: length, format: .usualForSources)
    ).channels[0]
    // For each vowel, the two coefficients of three resonators: twice the radius times the cosine, and the square of
    // the radius.
    let vowels: [[(Float, Float)]] = [
      [(1.9718, -0.9804), (1.9481, -0.9738), (1.8491, -0.9675)],
      [(1.9878, -0.9882), (1.8801, -0.9740), (1.8093, -0.9672)],
      [(1.9841, -0.9869), (1.9736, -0.9828), (1.8489, -0.9674)],
    ]
    var samples: [Float] = []
    let part = length / vowels.count
    for (number, vowel) in vowels.enumerated() {
      var memory = Array(repeating: (Float(0), Float(0)), count: vowel.count)
      for frame in 0..<part {
        var sum: Float = 0
        for (index, resonance) in vowel.enumerated() {
          let value = buzz[number * part + frame] * 0.02 + resonance.0 * memory[index].0 + resonance.1 * memory[index].1
          memory[index] = (value, memory[index].0)
          sum += value / Float(index + 1)
        }
        let edge = Float(min(frame, part - 1 - frame)) / 2_400
        samples.append(sum * min(1, edge))
      }
    }
    let peak = samples.reduce(0) { max($0, abs($1)) }
    let level = samples.map { $0 * 0.4 / peak }
    return HeardSound(sampleRate: rate, channels: [level, level])
  }

  /// The phrase for instruments, which ends with a chord.
  static let phrase: [MIDIMessage] = {
    var messages: [MIDIMessage] = []
    for (step, key) in [UInt8(57), 60, 64, 69].enumerated() {
      messages += [.noteOn(key, at: step * 18_000), .noteOff(key, at: step * 18_000 + 16_000)]
    }
    for key in [UInt8(57), 64, 72] { messages += [.noteOn(key, at: 72_000), .noteOff(key, at: 120_000)] }
    return messages.sorted { $0.frame < $1.frame }
  }()
}
