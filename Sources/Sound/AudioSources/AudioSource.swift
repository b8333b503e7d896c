public import AudioFiles
public import RenderChain

/// Sound that is pulled: its reader asks for the next frames until it ends.
///
/// It may read files, compute, block and throw, so a render thread must not pull it: for a device, another thread reads
/// ahead. Use it from one thread at a time.
public protocol AudioSource: FrameSource {
  /// The format of its frames, which is standard: float32, not interleaved.
  var format: AudioFormat { get }

  /// Its length in frames; nil if it is endless or unknown.
  var length: Int? { get }

  /// Whether it can move to any frame.
  var canSeek: Bool { get }

  /// Moves to a frame: the next read begins there, and gives the same sound as if all frames before it had been read.
  ///
  /// - Parameter frame: 0 or more; at or beyond the end, nothing is read.
  /// - Throws: ``SourceError``, and what the source throws.
  func seek(to frame: Int) throws
}

extension AudioSource {
  /// The number of channels in ``format``.
  public var channelCount: Int { format.channelCount }

  /// By default, a source can't seek.
  public var canSeek: Bool { false }

  /// Fails: a source that can seek implements this method itself.
  ///
  /// - Throws: ``SourceError``.
  public func seek(to frame: Int) throws { throw SourceError.cannotSeek }
}

extension AudioFormat {
  /// The default format of sources: 48 kHz, stereo.
  public static let usualForSources = standard(sampleRate: 48_000, channelCount: 2)

  /// Returns a standard format; an invalid sample rate or number of channels is a programming error.
  static func standard(sampleRate: Double, channelCount: Int) -> AudioFormat {
    let layout = ChannelLayout.standard(channelCount: channelCount)
    guard let format = try? AudioFormat(standardSampleRate: sampleRate, layout: layout) else {
      preconditionFailure("\(channelCount) channels at \(sampleRate) Hz")
    }
    return format
  }
}

/// Why a source can't be created or read.
public enum SourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It can't move to a frame.
  case cannotSeek
  /// Sources to be combined have different formats.
  case formats(AudioFormat, AudioFormat)
  /// Channels can't be converted to this number.
  case channels(from: Int, to: Int)
  /// Its end is unknown, or it has none.
  case endless
  /// Loops that replace each other have different lengths.
  case loopLengths([Int])
  /// A number is out of range; the text says what it is for, and gives the range.
  case range(String)

  /// The mistake, and the remedy.
  public var description: String {
    switch self {
    case .cannotSeek: "the source can't seek"
    case .formats(let one, let other): "sources have different formats (\(one); \(other)); convert them to one"
    case .channels(let from, let to): "\(from) channels can't become \(to)"
    case .endless: "the source has no known end; give it a length"
    case .loopLengths(let lengths):
      "loops must have the same length, not \(lengths.map(String.init).joined(separator: ", ")) frames"
    case .range(let text): text
    }
  }
}
