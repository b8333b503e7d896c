internal import Glibc

/// Measures loudness according to ITU-R BS.1770-4: weighted by frequency, in blocks of 400 ms, gated.
package struct LoudnessMeter {
  /// The sample rate in hertz.
  package let sampleRate: Double
  private var filters: [(shelf: Biquad, highPass: Biquad)]
  /// The energies of complete steps, four of which make a block.
  private var steps: [Double] = []
  private var energy = 0.0
  private var frames = 0
  private let stepLength: Int

  /// The loudness in LUFS of a block whose energy is 1.
  private static let offset = -0.691
  private static let absoluteGate = -70.0
  private static let relativeGate = -10.0
  private static let stepsPerBlock = 4

  /// - Parameter channelCount: the number of channels, which have equal weight, as in mono and stereo.
  package init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    stepLength = max(1, Int((sampleRate / 10).rounded()))
    let pair = (shelf: Biquad.shelf(sampleRate), highPass: Biquad.highPass(sampleRate))
    filters = Array(repeating: pair, count: channelCount)
  }

  /// Adds frames of all channels, which must be equally long.
  package mutating func add(_ channels: [[Float]]) {
    precondition(channels.count == filters.count, "the meter's channels")
    for frame in 0..<(channels.first?.count ?? 0) {
      for channel in channels.indices {
        let shelved = filters[channel].shelf.next(Double(channels[channel][frame]))
        let value = filters[channel].highPass.next(shelved)
        energy += value * value
      }
      frames += 1
      if frames % stepLength == 0 {
        steps.append(energy / Double(stepLength))
        energy = 0
      }
    }
  }

  /// The integrated loudness in LUFS; nil for silence, or for less than one block.
  package var integrated: Double? {
    guard steps.count >= Self.stepsPerBlock else { return nil }
    let blocks = (Self.stepsPerBlock...steps.count).map { end in
      steps[(end - Self.stepsPerBlock)..<end].reduce(0, +) / Double(Self.stepsPerBlock)
    }
    let heard = blocks.filter { Self.loudness($0) > Self.absoluteGate }
    guard let gate = Self.mean(heard).map({ Self.loudness($0) + Self.relativeGate }) else { return nil }
    return Self.mean(heard.filter { Self.loudness($0) > gate }).map(Self.loudness)
  }

  private static func mean(_ energies: [Double]) -> Double? {
    energies.isEmpty ? nil : energies.reduce(0, +) / Double(energies.count)
  }

  private static func loudness(_ energy: Double) -> Double { offset + 10 * log10(energy) }
}

/// A second-order IIR filter.
private struct Biquad {
  let feedForward: (Double, Double, Double)
  let feedBack: (Double, Double)
  private var memory = (0.0, 0.0)

  private init(feedForward: (Double, Double, Double), feedBack: (Double, Double)) {
    (self.feedForward, self.feedBack) = (feedForward, feedBack)
  }

  /// The shelving filter for the head's effect, from the parameters behind the standard's coefficients at 48 kHz.
  static func shelf(_ sampleRate: Double) -> Biquad {
    let quality = 0.707_175_236_955_419_6
    let gain = pow(10, 3.999_843_853_973_347 / 20)
    let middle = pow(gain, 0.499_666_774_154_541_6)
    let warped = tan(.pi * 1_681.974_450_955_533 / sampleRate)
    let square = warped * warped
    let norm = 1 + warped / quality + square
    return Biquad(
      feedForward: (
        (gain + middle * warped / quality + square) / norm, 2 * (square - gain) / norm,
        (gain - middle * warped / quality + square) / norm
      ), feedBack: (2 * (square - 1) / norm, (1 - warped / quality + square) / norm))
  }

  /// The high-pass filter against low frequencies, which add little loudness.
  static func highPass(_ sampleRate: Double) -> Biquad {
    let quality = 0.500_327_037_323_877_3
    let warped = tan(.pi * 38.135_470_876_024_44 / sampleRate)
    let square = warped * warped
    let norm = 1 + warped / quality + square
    return Biquad(
      feedForward: (1, -2, 1), feedBack: (2 * (square - 1) / norm, (1 - warped / quality + square) / norm))
  }

  mutating func next(_ input: Double) -> Double {
    let output = feedForward.0 * input + memory.0
    memory.0 = feedForward.1 * input - feedBack.0 * output + memory.1
    memory.1 = feedForward.2 * input - feedBack.1 * output
    return output
  }
}
