public import AudioFiles
internal import RenderChain

/// Sources that play one after the other, without a gap: a sound whose parts stay accessible.
public final class SequenceSource: AudioSource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.

  /// The format of all parts.
  public let format: AudioFormat
  /// The parts, in order.
  public let parts: [any AudioSource]
  /// The next frame: the number of its part, which at the end equals the number of parts, and its place in that part.
  public private(set) var position = (part: 0, frame: 0)

  /// Creates a sequence of sources of one format.
  ///
  /// - Throws: ``SourceError`` if their formats differ.
  public init(_ parts: [any AudioSource]) throws(SourceError) {
    self.parts = parts
    format = try parts.commonFormat()
  }

  /// The length of all parts; nil if a part's length is unknown.
  public var length: Int? {
    parts.reduce(0) { sum, part in sum.flatMap { sum in part.length.map { sum + $0 } } }
  }

  /// Whether all parts can seek, and the lengths of those before the last are known.
  public var canSeek: Bool { parts.allSatisfy(\.canSeek) && parts.dropLast().allSatisfy { $0.length != nil } }

  /// Reads the next frames.
  ///
  /// - Throws: what the parts throw.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    var done = 0
    while done < count, position.part < parts.count {
      let wanted = count - done
      let frames = try parts[position.part].read(into: channels.from(done), count: wanted)
      done += frames
      position.frame += frames
      if frames < wanted { try advance() }
    }
    return done
  }

  /// Moves to the next part, which always starts at its beginning, even if it was left elsewhere.
  private func advance() throws {
    position = (position.part + 1, 0)
    if hasMoved, position.part < parts.count, parts[position.part].canSeek { try parts[position.part].seek(to: 0) }
  }

  private var hasMoved = false

  /// Moves to a frame of a part. Its length need not be known, and the other parts need not be able to seek.
  ///
  /// - Parameters:
  ///   - part: the part's number, from 0; the number of parts for the end.
  ///   - frame: the frame of that part.
  /// - Throws: ``SourceError`` if the part can't seek, and what the part throws.
  public func move(to part: Int, frame: Int = 0) throws {
    if part < parts.count { try parts[part].seek(to: frame) }
    (position, hasMoved) = ((min(part, parts.count), max(0, frame)), true)
  }

  /// Moves to a frame.
  ///
  /// - Throws: ``SourceError`` if ``canSeek`` is false, and what the parts throw.
  public func seek(to frame: Int) throws {
    guard canSeek else { throw SourceError.cannotSeek }
    var (part, rest) = (0, max(0, frame))
    while part < parts.count - 1, let length = parts[part].length, rest >= length {
      rest -= length
      part += 1
    }
    try move(to: part, frame: rest)
  }
}

extension [any AudioSource] {
  /// The common format of these sources; the default format if there are none.
  func commonFormat() throws(SourceError) -> AudioFormat {
    guard let first else { return .usualForSources }
    for source in self where source.format != first.format { throw .formats(first.format, source.format) }
    return first.format
  }
}
