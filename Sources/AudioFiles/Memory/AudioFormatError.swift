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

  /// What is wrong and how to fix it, in one line.
  public var description: String {
    switch self {
    case .sampleRate(let rate): "a sample rate of \(rate) Hz is invalid; it must be above 0 and at most 10 MHz"
    case .channelCount(let count): "\(count) channels are invalid; there must be 1 to 1024"
    case .layoutRequired(let count): "\(count) channels need a layout; ChannelLayout.discrete(\(count)) is one"
    case .layoutMismatch(let count, let layout): "\(count) channels can't have a layout of \(layout)"
    }
  }
}
