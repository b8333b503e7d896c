internal import ComponentModel

/// The layout of audio in memory (Apple: `AVAudioFormat`).
public struct AudioFormat: Hashable, Sendable {
  /// The form of each sample.
  public let sampleType: SampleType
  /// Frames per second, in Hz; above 0 and up to ``maximumSampleRate``.
  public let sampleRate: Double
  /// Whether the samples of a frame are adjacent; otherwise each channel has its own memory.
  public let isInterleaved: Bool
  /// What each channel is for.
  public let layout: ChannelLayout

  /// The highest sample rate, in Hz.
  public static let maximumSampleRate = 10_000_000.0
  /// The highest number of channels.
  public static let maximumChannelCount = 1024

  /// The number of channels, 1…1024.
  public var channelCount: Int { layout.channelCount }

  /// A format (Apple: `initWithCommonFormat:sampleRate:channels:interleaved:`).
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

  /// The standard format: float32, not interleaved (Apple: `initStandardFormatWithSampleRate:channels:`).
  ///
  /// - Throws: `AudioFormatError`.
  public init(standardSampleRate: Double, channelCount: Int) throws(AudioFormatError) {
    try self.init(
      sampleType: .float32, sampleRate: standardSampleRate, channelCount: channelCount, isInterleaved: false)
  }

  /// The standard format with a layout (Apple: `initStandardFormatWithSampleRate:channelLayout:`).
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
