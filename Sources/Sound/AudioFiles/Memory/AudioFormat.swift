internal import ComponentModel

/// The layout of audio in memory (Apple: `AVAudioFormat`).
public struct AudioFormat: Hashable, Sendable {
  /// The form of each sample.
  public let sampleType: SampleType
  /// Frames per second, in Hz; above 0 and up to ``maximumSampleRate``.
  public let sampleRate: Double
  /// Whether the samples of a frame are adjacent; otherwise each channel has its own memory.
  public let isInterleaved: Bool
  /// The role of each channel.
  public let layout: ChannelLayout

  /// The highest sample rate, in Hz.
  public static let maximumSampleRate = 10_000_000.0
  /// The highest number of channels.
  public static let maximumChannelCount = 1024

  /// The number of channels, 1…1024.
  public var channelCount: Int { layout.channelCount }

  /// Creates a format (Apple: `initWithCommonFormat:sampleRate:channels:interleaved:`).
  ///
  /// - Parameters:
  ///   - sampleType: the type of each sample.
  ///   - sampleRate: in Hz.
  ///   - channelCount: 1…1024.
  ///   - isInterleaved: whether the samples of a frame are adjacent.
  ///   - layout: required above two channels; mono and stereo have a default.
  /// - Throws: `AudioFormatError`.
  public init(
    sampleType: SampleType, sampleRate: Double, channelCount: Int, isInterleaved: Bool, layout: ChannelLayout? = nil
  ) throws(AudioFormatError) {
    guard sampleRate > 0, sampleRate <= Self.maximumSampleRate else { throw .sampleRate(sampleRate) }
    guard (1...Self.maximumChannelCount).contains(channelCount) else { throw .channelCount(channelCount) }
    if layout == nil && channelCount > 2 { throw .layoutRequired(channelCount: channelCount) }
    let layout = layout ?? .standard(channelCount: channelCount)
    guard layout.channelCount == channelCount else {
      throw .layoutMismatch(channelCount: channelCount, layout: layout.channelCount)
    }
    self.sampleType = sampleType
    self.sampleRate = sampleRate
    self.isInterleaved = isInterleaved
    self.layout = layout
  }

  /// Creates the standard format: float32, not interleaved (Apple: `initStandardFormatWithSampleRate:channels:`).
  ///
  /// - Throws: `AudioFormatError`.
  public init(standardSampleRate: Double, channelCount: Int) throws(AudioFormatError) {
    try self.init(
      sampleType: .float32, sampleRate: standardSampleRate, channelCount: channelCount, isInterleaved: false)
  }

  /// Creates the standard format with a layout (Apple: `initStandardFormatWithSampleRate:channelLayout:`).
  ///
  /// - Throws: `AudioFormatError`.
  public init(standardSampleRate: Double, layout: ChannelLayout) throws(AudioFormatError) {
    try self.init(
      sampleType: .float32, sampleRate: standardSampleRate, channelCount: layout.channelCount, isInterleaved: false,
      layout: layout)
  }

  /// Whether it is float32 and not interleaved, as LV2's audio ports require (Apple: `isStandard`).
  public var isStandard: Bool { sampleType == .float32 && !isInterleaved }

  /// The size in memory of one frame with all channels, in bytes.
  public var bytesPerFrame: Int { channelCount * sampleType.byteCount }
}

extension AudioFormat: CustomStringConvertible {
  /// `2 channels, 48000 Hz, float32, not interleaved`.
  public var description: String {
    let rate = Int(exactly: sampleRate).map(String.init) ?? "\(sampleRate)"
    return Count.text(channelCount, "channel") + ", \(rate) Hz, \(sampleType.rawValue), "
      + (isInterleaved ? "interleaved" : "not interleaved")
  }
}

/// Why an audio format is invalid.
public enum AudioFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sample rate, in Hz, is not a number, not positive or above 10 MHz.
  case sampleRate(Double)
  /// The number of channels is not 1…1024.
  case channelCount(Int)
  /// More than two channels need a layout.
  case layoutRequired(channelCount: Int)
  /// The layout has a different number of channels.
  case layoutMismatch(channelCount: Int, layout: Int)

  /// The mistake and how to fix it, in one line.
  public var description: String {
    switch self {
    case .sampleRate(let rate): "a sample rate of \(rate) Hz is invalid; it must be above 0 and at most 10 MHz"
    case .channelCount(let count): "\(count) channels are invalid; there must be 1 to 1024"
    case .layoutRequired(let count): "\(count) channels need a layout; ChannelLayout.discrete(\(count)) is one"
    case .layoutMismatch(let count, let layout): "\(count) channels can't have a layout of \(layout)"
    }
  }
}

/// The type of one sample in memory (Apple: `AVAudioCommonFormat`).
///
/// A sample is a number from -1 to 1; an integer of n bits stands for its value divided by 2^(n-1). Floats may exceed
/// that range.
public enum SampleType: String, CaseIterable, Sendable {
  /// `Int16`.
  case int16
  /// `Int32`.
  case int32
  /// `Float`.
  case float32
  /// `Double`.
  case float64

  /// The size of one sample in bytes.
  public var byteCount: Int { stored.byteCount }

  /// The form of a sample in memory.
  package var stored: StoredSample {
    switch self {
    case .int16: .int16
    case .int32: .int32
    case .float32: .float32
    case .float64: .float64
    }
  }
}
