public import AudioFiles

/// The sound of a file, or of a part of it.
public final class AudioFileSource: AudioSource {
  // SAFETY: The buffer has `portion` frames for each channel, and no more are read; channels have room for `count`
  // frames.

  /// The file, which is read with standard samples.
  public let file: AudioFile
  /// The format in which the file is read.
  public var format: AudioFormat { file.processingFormat }
  /// The length in frames. For some compressed files it is an estimate.
  public var length: Int? { knownEnd.map { max(0, $0 - start) } }
  /// Whether it can seek: unless the file is a pipe.
  public var canSeek: Bool { file.canSeek }

  private let start: Int
  private let end: Int?
  private var position: Int
  private var buffer: AudioBuffer?
  private static let portion = 4_096

  /// Opens a file to read its sound.
  ///
  /// - Parameters:
  ///   - path: the path of a WAV file, or of any file that libsndfile reads, if it is installed.
  ///   - region: the frames to read; nil for all.
  /// - Throws: `AudioFileError`.
  public convenience init(_ path: String, region: Range<Int>? = nil) throws {
    try self.init(AudioFile(reading: path), region: region)
  }

  /// Creates a source that reads an open file, whose samples must be standard; others are a programming error.
  ///
  /// - Throws: `AudioFileError`.
  public init(_ file: AudioFile, region: Range<Int>? = nil) throws {
    precondition(file.processingFormat.isStandard, "standard samples")
    self.file = file
    start = max(0, region?.lowerBound ?? 0)
    end = region?.upperBound
    position = start
    if start > 0 { try seek(to: 0) }
  }

  /// Nil for a pipe whose header doesn't give its length, which is known only at its end.
  private var knownEnd: Int? {
    let length = file.length < .max ? Int(file.length) : nil
    return end.map { min($0, length ?? $0) } ?? length
  }

  /// Reads the next frames.
  ///
  /// - Throws: `AudioFileError`.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    var done = 0
    while done < count {
      let wanted = min(count - done, Self.portion, end.map { $0 - position } ?? .max)
      guard wanted > 0 else { break }
      let buffer =
        buffer.flatMap { $0.frameCapacity == wanted ? $0 : nil } ?? AudioBuffer(format: format, frameCapacity: wanted)
      self.buffer = buffer
      try file.read(into: buffer)
      guard let samples = buffer.float32Channels else { break }
      for (channel, target) in channels.enumerated() {
        (target + done).update(from: samples[channel], count: buffer.frameLength)
      }
      done += buffer.frameLength
      position += buffer.frameLength
      if buffer.frameLength < wanted { break }
    }
    return done
  }

  /// Moves to a frame of the region.
  ///
  /// - Throws: `AudioFileError`, and ``SourceError`` if ``canSeek`` is false.
  public func seek(to frame: Int) throws {
    guard canSeek else { throw SourceError.cannotSeek }
    position = min(start + max(0, frame), Int(file.length))
    try file.seek(to: Int64(position))
  }
}
