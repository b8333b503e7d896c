public import AudioFiles
internal import RenderChain

/// Sources that play together: their samples are summed. The longest one sets the end.
public final class LayeredSource: AudioSource {
  // SAFETY: The scratch has `portion` frames for each channel, and no more are read; channels have room for `count`
  // frames.

  /// The format of all layers.
  public let format: AudioFormat
  /// The sources that play together.
  public let layers: [any AudioSource]
  private var hasEnded: [Bool]
  private let scratch: ScratchChannels
  private static let portion = 1_024

  /// Creates a source from layers of one format.
  ///
  /// - Throws: ``SourceError`` if their formats differ.
  public init(_ layers: [any AudioSource]) throws(SourceError) {
    self.layers = layers
    format = try layers.commonFormat()
    hasEnded = layers.map { _ in false }
    scratch = ScratchChannels(format.channelCount, frames: Self.portion)
  }

  /// The length of the longest layer; nil if a layer's length is unknown.
  public var length: Int? {
    layers.reduce(0) { longest, layer in longest.flatMap { longest in layer.length.map { max(longest, $0) } } }
  }

  /// Whether all layers can seek.
  public var canSeek: Bool { layers.allSatisfy(\.canSeek) }

  /// Reads the next frames.
  ///
  /// - Throws: what the layers throw.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    var done = 0
    while done < count {
      let wanted = min(Self.portion, count - done)
      let frames = try add(to: channels.from(done), count: wanted)
      done += frames
      if frames < wanted { break }
    }
    return done
  }

  private func add(to channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    channels.silence(from: 0, count: count)
    var longest = 0
    for (number, layer) in layers.enumerated() where !hasEnded[number] {
      let frames = try layer.read(into: scratch.channels, count: count)
      hasEnded[number] = frames < count
      longest = max(longest, frames)
      for (target, source) in zip(channels, scratch.channels) {
        for frame in 0..<frames { target[frame] += source[frame] }
      }
    }
    return longest
  }

  /// Moves to a frame.
  ///
  /// - Throws: ``SourceError`` if ``canSeek`` is false, and what the layers throw.
  public func seek(to frame: Int) throws {
    guard canSeek else { throw SourceError.cannotSeek }
    for layer in layers { try layer.seek(to: frame) }
    hasEnded = layers.map { _ in false }
  }
}
