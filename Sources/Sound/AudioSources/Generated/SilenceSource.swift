public import AudioFiles

/// Silence, for a limited time or endless.
public final class SilenceSource: AudioSource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.

  /// The format of its frames.
  public let format: AudioFormat
  /// The length in frames; nil for endless silence.
  public let length: Int?
  /// Silence can start anywhere.
  public var canSeek: Bool { true }
  private var position = 0

  /// Creates silence of this many frames, or endless silence if `length` is nil.
  public init(length: Int?, format: AudioFormat = .usualForSources) {
    self.length = length.map { max(0, $0) }
    self.format = format
  }

  /// Creates silence of a duration, rounded to the nearest frame.
  ///
  /// - Parameters:
  ///   - seconds: 0 or more; up to 10^9.
  ///   - format: the sample rate and the channels.
  /// - Throws: ``SourceError`` if the duration is out of range.
  public convenience init(seconds: Double, format: AudioFormat = .usualForSources) throws(SourceError) {
    guard (0...1e9).contains(seconds) else { throw .range("silence lasts 0 to 1e9 s, not \(seconds)") }
    self.init(length: Int((seconds * format.sampleRate).rounded()), format: format)
  }

  /// Reads the next frames.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    let frames = length.map { max(0, min(count, $0 - position)) } ?? count
    channels.silence(from: 0, count: frames)
    position += frames
    return frames
  }

  /// Moves to a frame.
  public func seek(to frame: Int) { position = max(0, frame) }
}
