public import AudioFiles
internal import RenderChain

/// A source that is faded in and out.
public final class FadedSource: AudioSource {
  // SAFETY: Channels have `frames` samples, which the source has written.

  /// The format of the faded source.
  public var format: AudioFormat { source.format }
  /// The length of the faded source.
  public var length: Int? { source.length }
  /// Whether the source can seek.
  public var canSeek: Bool { source.canSeek }
  private let source: any AudioSource
  private let envelope: Envelope
  private var position = 0

  /// Creates a source that fades another one in and out.
  ///
  /// - Parameters:
  ///   - source: the source to fade.
  ///   - fadeIn: the length of the fade from silence at the beginning, in frames.
  ///   - fadeOut: the length of the fade to silence at the end, in frames.
  /// - Throws: ``SourceError`` if the source is to be faded out but has no known end.
  public init(_ source: any AudioSource, fadeIn: Int = 0, fadeOut: Int = 0) throws(SourceError) {
    guard fadeOut <= 0 || source.length != nil else { throw .endless }
    self.source = source
    envelope = Envelope(attack: max(0, fadeIn), release: max(0, fadeOut), length: source.length)
  }

  /// Reads the next frames.
  ///
  /// - Throws: what the source throws.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    let frames = try source.read(into: channels, count: count)
    for frame in 0..<frames {
      let gain = Float(envelope.gain(position + frame))
      if gain != 1 { for channel in channels { channel[frame] *= gain } }
    }
    position += frames
    return frames
  }

  /// Moves to a frame.
  ///
  /// - Throws: what the source throws.
  public func seek(to frame: Int) throws {
    try source.seek(to: frame)
    position = max(0, frame)
  }
}
