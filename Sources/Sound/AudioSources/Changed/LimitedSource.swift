public import AudioFiles
internal import RenderChain

/// The beginning of a source.
public final class LimitedSource: AudioSource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.

  /// The format of the limited source.
  public var format: AudioFormat { source.format }
  /// The length in frames; no more than the source's.
  public var length: Int? { min(limit, source.length ?? limit) }
  /// Whether the source can seek.
  public var canSeek: Bool { source.canSeek }
  private let source: any AudioSource
  private let limit: Int
  private var position = 0

  /// Creates a source that ends after `length` frames of another one.
  public init(_ source: any AudioSource, length: Int) {
    self.source = source
    limit = max(0, length)
  }

  /// Reads the next frames.
  ///
  /// - Throws: what the source throws.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    let frames = try source.read(into: channels, count: max(0, min(count, limit - position)))
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
