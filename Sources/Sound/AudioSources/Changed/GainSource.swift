public import AudioFiles
internal import RenderChain

/// A source that makes another one louder or quieter.
public final class GainSource: AudioSource {
  // SAFETY: Channels have `frames` samples, which the source has written.

  /// The format of the amplified source.
  public var format: AudioFormat { source.format }
  /// The length of the amplified source.
  public var length: Int? { source.length }
  /// Whether the source can seek.
  public var canSeek: Bool { source.canSeek }
  /// The factor for all samples. A new one applies from the next read on.
  public var factor: Float
  private let source: any AudioSource

  /// Creates a source whose samples are multiplied by a factor.
  public init(_ source: any AudioSource, factor: Float) {
    self.source = source
    self.factor = factor
  }

  /// Creates a source whose level is changed by a number of decibels, from -200 to 24.
  ///
  /// - Throws: ``SourceError`` if the number is out of range.
  public convenience init(_ source: any AudioSource, decibels: Double) throws(SourceError) {
    self.init(source, factor: Float(try Level.amplitude(decibels)))
  }

  /// Reads the next frames.
  ///
  /// - Throws: what the source throws.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    let frames = try source.read(into: channels, count: count)
    for channel in channels { for frame in 0..<frames { channel[frame] *= factor } }
    return frames
  }

  /// Moves to a frame.
  ///
  /// - Throws: what the source throws.
  public func seek(to frame: Int) throws { try source.seek(to: frame) }
}
