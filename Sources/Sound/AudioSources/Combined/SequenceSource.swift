public import AudioFiles
internal import RenderChain

/// Sources one after the other, without a gap: a sound that can be divided, and has one end.
public final class SequenceSource: AudioSource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.

  /// The format of all parts.
  public let format: AudioFormat
  /// The parts, in order.
  public let parts: [any AudioSource]
  /// The part that the next frame is of; the number of the parts at the end.
  public private(set) var current = 0

  /// Sources of one format.
  ///
  /// - Throws: ``SourceError`` if their formats differ.
  public init(_ parts: [any AudioSource]) throws(SourceError) {
    self.parts = parts
    format = try parts.commonFormat()
  }

  /// That of all parts; nil if one has none.
  public var length: Int? {
    parts.reduce(0) { sum, part in sum.flatMap { sum in part.length.map { sum + $0 } } }
  }

  /// If all parts can, and those before the last know their lengths.
  public var canSeek: Bool { parts.allSatisfy(\.canSeek) && parts.dropLast().allSatisfy { $0.length != nil } }

  /// Reads the next frames.
  ///
  /// - Throws: what the parts throw.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    var done = 0
    while done < count, current < parts.count {
      let wanted = count - done
      let frames = try parts[current].read(into: channels.from(done), count: wanted)
      done += frames
      if frames < wanted { try move(to: current + 1) }
    }
    return done
  }

  /// A part begins at its beginning, wherever it was left.
  private func move(to part: Int) throws {
    current = part
    if hasSought, part < parts.count { try parts[part].seek(to: 0) }
  }

  private var hasSought = false

  /// Moves to a frame.
  ///
  /// - Throws: ``SourceError`` if it can't, and what the parts throw.
  public func seek(to frame: Int) throws {
    guard canSeek else { throw SourceError.cannotSeek }
    hasSought = true
    var rest = max(0, frame)
    current = 0
    while current < parts.count - 1, let length = parts[current].length, rest >= length {
      rest -= length
      current += 1
    }
    if current < parts.count { try parts[current].seek(to: rest) }
  }
}

extension [any AudioSource] {
  /// The one format of some sources; the usual one without any.
  func commonFormat() throws(SourceError) -> AudioFormat {
    guard let first else { return .usualForSources }
    for source in self where source.format != first.format { throw .formats(first.format, source.format) }
    return first.format
  }
}
