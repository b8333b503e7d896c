public import AudioFiles

/// A tone of one frequency.
///
/// All of its partials lie below half of the sample rate: saw, square and triangle are sums of sines, so they have no
/// aliases. A frame depends only on its number.
public final class ToneSource: AudioSource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.

  /// The waveform of a tone.
  public enum Wave: String, CaseIterable, Hashable, Sendable {
    /// A sine wave: one partial.
    case sine
    /// All partials, each with an amplitude proportional to one over its number.
    case saw
    /// The odd partials, each with an amplitude proportional to one over its number.
    case square
    /// The odd partials, each with an amplitude proportional to one over its number's square.
    case triangle
  }

  /// The frequency in hertz, from 10 to half of the sample rate.
  public let frequency: Double
  /// The waveform of the tone.
  public let wave: Wave
  /// The format of its frames.
  public let format: AudioFormat
  /// The length in frames; nil for an endless tone.
  public let length: Int?
  /// A tone can start at any frame.
  public var canSeek: Bool { true }

  private let amplitude: Double
  private let envelope: Envelope
  /// The amplitude of each partial, from the first on.
  private let partials: [Double]
  private var position = 0

  /// The usual level of tones and noise, in dB below full scale.
  public static let usualLevel = -18.0

  /// Creates a tone with an envelope.
  ///
  /// - Parameters:
  ///   - frequency: in hertz, from 10 to half of the sample rate.
  ///   - wave: the waveform.
  ///   - level: the level of the wave's peak, in dBFS. Since partials beyond half of the sample rate are missing, a
  ///     jump in the wave overshoots its peak by up to 18 %.
  ///   - attack: how long the tone takes to reach its level, in seconds.
  ///   - release: how long it takes to fade out before its end, in seconds.
  ///   - length: in frames; nil for an endless tone.
  ///   - format: the sample rate and the channels; by default 48 kHz and stereo.
  /// - Throws: ``SourceError`` if a number is out of range.
  public init(
    _ frequency: Double, _ wave: Wave = .sine, level: Double = usualLevel, attack: Double = 0.005,
    release: Double = 0.005, length: Int? = nil, format: AudioFormat = .usualForSources
  ) throws(SourceError) {
    guard frequency >= 10, frequency <= format.sampleRate / 2 else {
      throw .range("a tone has 10 to \(Int(format.sampleRate / 2)) Hz, not \(frequency)")
    }
    self.frequency = frequency
    self.wave = wave
    self.format = format
    self.length = length
    amplitude = try Level.amplitude(level)
    envelope = try Envelope(attack: attack, release: release, length: length, sampleRate: format.sampleRate)
    partials = Self.partials(wave, count: Int((format.sampleRate / 2 / frequency).rounded(.up)) - 1)
  }

  private static func partials(_ wave: Wave, count: Int) -> [Double] {
    (1...max(1, count)).map { number in
      let (n, isOdd) = (Double(number), number % 2 == 1)
      return switch wave {
      case .sine: number == 1 ? 1 : 0
      case .saw: (isOdd ? 2 : -2) / (.pi * n)
      case .square: isOdd ? 4 / (.pi * n) : 0
      case .triangle: isOdd ? (number % 4 == 1 ? 8 : -8) / (.pi * .pi * n * n) : 0
      }
    }
  }

  /// Reads the next frames.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    let frames = length.map { max(0, min(count, $0 - position)) } ?? count
    for frame in 0..<frames {
      let sample = Float(amplitude * envelope.gain(position + frame) * value(position + frame))
      for channel in channels { channel[frame] = sample }
    }
    position += frames
    return frames
  }

  /// The wave at a frame, from -1 to 1 except where a jump overshoots.
  private func value(_ frame: Int) -> Double {
    let turns = Double(frame) * frequency / format.sampleRate
    let phase = turns - turns.rounded(.down)
    if wave == .sine { return Turns.sine(phase) }
    // Clenshaw's algorithm for a sum of sines.
    let factor = 2 * Turns.cosine(phase)
    var (one, two) = (0.0, 0.0)
    for amplitude in partials.reversed() { (one, two) = (amplitude + factor * one - two, one) }
    return one * Turns.sine(phase)
  }

  /// Moves to a frame.
  public func seek(to frame: Int) { position = max(0, frame) }
}

/// Converts levels in dBFS to amplitudes.
package enum Level {
  /// Returns the amplitude of a level from -200 to 24 dBFS.
  package static func amplitude(_ decibels: Double) throws(SourceError) -> Double {
    guard (-200...24).contains(decibels) else { throw .range("a level is -200 to 24 dBFS, not \(decibels)") }
    // 10^(x/20) from basic arithmetic only, for the same result on every machine: first the whole number of decibels,
    // then the rest.
    let whole = decibels.rounded(.down)
    var amplitude = 1.0
    for _ in 0..<Int(abs(whole)) { amplitude *= 1.122_018_454_301_963_3 }
    if whole < 0 { amplitude = 1 / amplitude }
    let exponent = (decibels - whole) * 0.115_129_254_649_702_28
    var (term, sum) = (1.0, 1.0)
    for n in 1...12 {
      term *= exponent / Double(n)
      sum += term
    }
    return amplitude * sum
  }
}

/// A gain that rises at the beginning and falls before the end.
struct Envelope {
  private let attack: Int
  private let release: Int
  private let length: Int?

  /// - Parameters:
  ///   - attack: in seconds, like `release`.
  ///   - length: in frames.
  init(attack: Double, release: Double, length: Int?, sampleRate: Double) throws(SourceError) {
    for time in [attack, release] where !(0...86_400).contains(time) {
      throw .range("an attack and a release are 0 to 86400 s, not \(time)")
    }
    self.init(
      attack: Int((attack * sampleRate).rounded()), release: Int((release * sampleRate).rounded()), length: length)
  }

  /// - Parameter attack: in frames, like the other two.
  init(attack: Int, release: Int, length: Int?) { (self.attack, self.release, self.length) = (attack, release, length) }

  /// The gain at a frame.
  func gain(_ frame: Int) -> Double {
    let rise = frame < attack ? smoothGain(Double(frame) / Double(attack)) : 1
    guard let length, frame > length - release else { return rise }
    return rise * smoothGain(Double(length - frame) / Double(release))
  }
}
