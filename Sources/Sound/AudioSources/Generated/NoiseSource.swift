public import AudioFiles

/// Noise determined by a seed, different on each channel.
///
/// A frame depends only on its number, so the noise is the same wherever reading starts.
public final class NoiseSource: AudioSource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.

  /// How the power of noise is distributed over frequencies.
  public enum Color: String, CaseIterable, Hashable, Sendable {
    /// Equal power in each hertz of bandwidth.
    case white
    /// Equal power in each octave: within 0.5 dB from 40 Hz to 20 kHz at 48 kHz.
    case pink
  }

  /// How the power of noise is distributed over frequencies.
  public let color: Color
  /// The format of its frames.
  public let format: AudioFormat
  /// The length in frames; nil for endless noise.
  public let length: Int?
  /// Noise can start anywhere, because each frame is computed from its number.
  public var canSeek: Bool { true }

  private let seed: UInt64
  private let amplitude: Double
  private var position = 0
  /// One filter for each channel of pink noise.
  private var filters: [PinkFilter] = []

  /// Creates noise that a seed determines.
  ///
  /// - Parameters:
  ///   - color: how power is distributed over frequencies.
  ///   - level: the level of a sine with the same power, in dBFS.
  ///   - seed: any number.
  ///   - length: in frames; nil for endless noise.
  ///   - format: the sample rate and the channels; by default 48 kHz and stereo.
  /// - Throws: ``SourceError`` if the level is out of range.
  public init(
    _ color: Color = .white, level: Double = ToneSource.usualLevel, seed: UInt64 = 1, length: Int? = nil,
    format: AudioFormat = .usualForSources
  ) throws(SourceError) {
    self.color = color
    self.seed = seed
    self.length = length
    self.format = format
    // The power of a sine of amplitude 1 is a half; that of uniformly distributed numbers from -1 to 1 is a third.
    amplitude = try Level.amplitude(level) * 1.5.squareRoot() / (color == .pink ? PinkFilter.gain : 1)
    prepareFilters()
  }

  /// Reads the next frames.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    let frames = length.map { max(0, min(count, $0 - position)) } ?? count
    for frame in 0..<frames {
      let number = position + frame
      if color == .pink, number % PinkFilter.block == 0, number > 0 { prepareFilters(at: number) }
      for (index, channel) in channels.enumerated() {
        var value = Self.white(seed, channel: index, frame: number)
        if color == .pink { value = filters[index].next(value) }
        channel[frame] = Float(amplitude * value)
      }
    }
    position += frames
    return frames
  }

  /// Moves to a frame.
  public func seek(to frame: Int) {
    position = max(0, frame)
    prepareFilters()
  }

  private func prepareFilters() { prepareFilters(at: position) }

  /// Replaces the filters with ones that have been running since before the block of a frame.
  private func prepareFilters(at frame: Int) {
    guard color == .pink else { return }
    let start = frame / PinkFilter.block * PinkFilter.block - PinkFilter.memory
    filters = (0..<format.channelCount).map { channel in
      var filter = PinkFilter()
      for number in start..<frame { _ = filter.next(Self.white(seed, channel: channel, frame: number)) }
      return filter
    }
  }

  /// A number from -1 to 1: SplitMix64 of the seed, the channel and the frame.
  private static func white(_ seed: UInt64, channel: Int, frame: Int) -> Double {
    var word = seed &+ UInt64(channel) &* 0xD1B5_4A32_D192_ED03
    word = mixed(word) &+ UInt64(bitPattern: Int64(frame)) &* 0x9E37_79B9_7F4A_7C15
    return Double(Int64(mixed(word) >> 11)) * 0x1p-52 - 1
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}

/// Makes white noise pink: Paul Kellett's sum of first-order filters.
struct PinkFilter {
  /// The number of frames after which another filter, which has run for at least ``memory`` frames, replaces this one.
  /// Their outputs differ only below the last bit.
  static let block = 65_536
  /// How long it remembers its input, in frames: by then, its slowest part has decayed to e^-37.
  static let memory = 32_768

  private var state = SIMD8<Double>(repeating: 0)
  private static let decays = SIMD8(0.99886, 0.99332, 0.969, 0.8665, 0.55, -0.7616, 0, 0)
  private static let weights = SIMD8(
    0.0555179, 0.0750759, 0.153852, 0.3104856, 0.5329522, -0.016898, 0.115926, 0)

  mutating func next(_ white: Double) -> Double {
    // The part that is delayed by one frame.
    let late = state[6]
    state = state * Self.decays + Self.weights * white
    let (s, t) = (state.lowHalf, state.highHalf)
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((t[0] + t[1]) + (late + white * 0.5362))
  }

  /// The factor by which it changes the amplitude of white noise.
  static let gain: Double = {
    var filter = PinkFilter()
    var power = 0.0
    for frame in 0..<memory {
      let value = filter.next(frame == 0 ? 1 : 0)
      power += value * value
    }
    return power.squareRoot()
  }()
}
