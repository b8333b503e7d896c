public import AudioFiles
internal import RenderChain

/// A source that repeats without a gap.
public final class LoopedSource: AudioSource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.

  /// The format of the looped source.
  public var format: AudioFormat { source.format }
  /// The number of times that it is played; nil if it repeats endlessly.
  public let times: Int?
  private let source: any AudioSource
  private var turn = 0
  /// The number of frames played in this turn.
  private var played = 0

  /// Creates a source that repeats another one.
  ///
  /// - Parameters:
  ///   - source: a source that can seek.
  ///   - times: the number of times that it is played; nil to repeat it endlessly.
  /// - Throws: ``SourceError`` if the source can't seek.
  public init(_ source: any AudioSource, times: Int? = nil) throws(SourceError) {
    guard source.canSeek else { throw .cannotSeek }
    self.source = source
    self.times = times.map { max(0, $0) }
  }

  /// The length of all turns; nil if it repeats endlessly, the source's length is unknown, or an `Int` can't hold it.
  public var length: Int? {
    guard let times, let once = source.length else { return times == 0 || source.length == 0 ? 0 : nil }
    let (frames, overflows) = once.multipliedReportingOverflow(by: times)
    return overflows ? nil : frames
  }

  /// Whether the source's length is known.
  public var canSeek: Bool { source.length != nil }

  /// Reads the next frames.
  ///
  /// - Throws: what the source throws.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    var done = 0
    while done < count, times.map({ turn < $0 }) ?? true {
      let wanted = count - done
      let frames = try source.read(into: channels.from(done), count: wanted)
      done += frames
      played += frames
      guard frames < wanted else { break }
      // An empty source stays empty, however often it repeats.
      if played == 0 { break }
      (turn, played) = (turn + 1, 0)
      try source.seek(to: 0)
    }
    return done
  }

  /// Moves to a frame.
  ///
  /// - Throws: ``SourceError`` if ``canSeek`` is false, and what the source throws.
  public func seek(to frame: Int) throws {
    guard let length = source.length else { throw SourceError.cannotSeek }
    let frame = max(0, frame)
    (turn, played) = length > 0 ? (frame / length, frame % length) : (0, 0)
    try source.seek(to: played)
  }
}
