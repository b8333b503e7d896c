public import AudioFiles
internal import RenderChain

/// A source that is louder or quieter.
public final class GainSource: AudioSource {
  // SAFETY: Channels have `frames` samples, which the source has written.

  /// The format of the amplified source.
  public var format: AudioFormat { source.format }
  /// The length of the amplified source.
  public var length: Int? { source.length }
  /// If the source can.
  public var canSeek: Bool { source.canSeek }
  /// The factor for all samples. A new one applies from the next read on.
  public var factor: Float
  private let source: any AudioSource

  /// A source whose samples are multiplied with a factor.
  public init(_ source: any AudioSource, factor: Float) {
    self.source = source
    self.factor = factor
  }

  /// A source that is changed by decibels, from -200 to 24.
  ///
  /// - Throws: ``SourceError`` if they are out of range.
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
