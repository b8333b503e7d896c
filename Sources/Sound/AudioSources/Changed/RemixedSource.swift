public import AudioFiles
internal import RenderChain

/// A source with a different number of channels: one channel is copied to all, or several are averaged into one.
public final class RemixedSource: AudioSource {
  // SAFETY: The scratch has `portion` frames for each channel, and no more are read; channels have room for `count`
  // frames.

  /// The source's sample rate, with the new number of channels.
  public let format: AudioFormat
  /// The length of the remixed source.
  public var length: Int? { source.length }
  /// Whether the source can seek.
  public var canSeek: Bool { source.canSeek }
  private let source: any AudioSource
  private let scratch: ScratchChannels
  private static let portion = 1_024

  /// Creates a source with this many channels.
  ///
  /// - Throws: ``SourceError`` if neither number is 1, or the new one is out of range.
  public init(_ source: any AudioSource, channelCount: Int) throws(SourceError) {
    let present = source.channelCount
    guard present == 1 || channelCount == 1, AudioFormat.channelCounts.contains(channelCount) else {
      throw .channels(from: present, to: channelCount)
    }
    self.source = source
    format = .standard(sampleRate: source.format.sampleRate, channelCount: channelCount)
    scratch = ScratchChannels(present, frames: Self.portion)
  }

  /// Reads the next frames.
  ///
  /// - Throws: what the source throws.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    var done = 0
    while done < count {
      let wanted = min(Self.portion, count - done)
      let frames = try source.read(into: scratch.channels, count: wanted)
      for target in channels { mix(to: target + done, frames) }
      done += frames
      if frames < wanted { break }
    }
    return done
  }

  private func mix(to target: UnsafeMutablePointer<Float>, _ frames: Int) {
    let sources = scratch.channels
    if sources.count == 1 { return target.update(from: sources[0], count: frames) }
    for frame in 0..<frames {
      let sum = sources.reduce(Float(0)) { $0 + $1[frame] }
      target[frame] = sum / Float(sources.count)
    }
  }

  /// Moves to a frame.
  ///
  /// - Throws: what the source throws.
  public func seek(to frame: Int) throws { try source.seek(to: frame) }
}

extension AudioFormat {
  /// The valid numbers of channels.
  static let channelCounts = 1...maximumChannelCount
}
