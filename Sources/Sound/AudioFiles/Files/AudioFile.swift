/// An audio file to read (Apple: `AVAudioFile`, `initForReading:`).
///
/// WAV and RF64 are read here; everything else by libsndfile, if it is installed: FLAC, Ogg, MP3, AIFF, CAF and more.
/// Reading needs the same amount of memory however long the file is.
///
/// Use it from one thread at a time: it is not `Sendable`. It reads from disk, so don't use it on the render thread.
public final class AudioFile {
  /// The format of the file (Apple: `fileFormat`).
  public var fileFormat: AudioFileFormat { source.format }
  /// The format in which `read` returns samples (Apple: `processingFormat`).
  public let processingFormat: AudioFormat
  /// The length in frames (Apple: `length`). For some compressed files it is an estimate: see ``read(into:)``.
  public var length: Int64 { source.length }
  /// The next frame to read, 0…`length` (Apple: `framePosition`).
  public private(set) var position: Int64 = 0
  /// Oddities that do not prevent reading, such as truncation; one sentence each.
  public var remarks: [String] { source.remarks }

  private let source: any FrameDecoder
  private let staging: StagingBuffer

  /// Opens a file. By default, samples are float32 and not interleaved.
  ///
  /// - Parameters:
  ///   - path: the file's path. Anything but a regular file is rejected immediately.
  ///   - sampleType: the type of the samples in memory.
  ///   - isInterleaved: whether a frame's samples are adjacent.
  /// - Throws: `AudioFileError`.
  public convenience init(
    reading path: String, sampleType: SampleType = .float32, isInterleaved: Bool = false
  ) throws(AudioFileError) {
    try self.init(
      FileBytes.reading(path), sampleType: sampleType, isInterleaved: isInterleaved, library: SoundFileLibrary.name)
  }

  /// Opens a file and reads its samples in a given format.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - processing: must have the file's sample rate and number of channels.
  /// - Throws: `AudioFileError`; `unsupported` if the file's sample rate or number of channels differs.
  public convenience init(reading path: String, processing: AudioFormat) throws(AudioFileError) {
    try self.init(reading: path, sampleType: processing.sampleType, isInterleaved: processing.isInterleaved)
    guard
      processing.sampleRate == processingFormat.sampleRate && processing.channelCount == processingFormat.channelCount
    else {
      throw AudioFileError(.unsupported, path: path, detail: "it has \(processingFormat), not \(processing)")
    }
  }

  /// Reads an open file from its first byte, regardless of the descriptor's own position.
  ///
  /// The descriptor is duplicated: the caller keeps its own, and may close it immediately.
  ///
  /// - Throws: `AudioFileError`.
  public convenience init(
    descriptor: Int32, sampleType: SampleType = .float32, isInterleaved: Bool = false
  ) throws(AudioFileError) {
    try self.init(
      FileBytes.reading(descriptor: descriptor), sampleType: sampleType, isInterleaved: isInterleaved,
      library: SoundFileLibrary.name)
  }

  /// Reads an open file, or a pipe from its first byte to its last.
  ///
  /// A pipe must carry WAV with plain samples. Its header need not give the length: ``length`` is then `Int64.max`
  /// until the end is reached. The descriptor is duplicated: the caller keeps its own.
  ///
  /// - Parameters:
  ///   - name: the file's name in errors.
  ///   - isStopped: called several times a second while no data arrives; if it returns true, reading fails.
  /// - Throws: `AudioFileError`.
  package convenience init(
    stream descriptor: Int32, name: String, isStopped: @escaping () -> Bool = { false }
  ) throws(AudioFileError) {
    try self.init(
      FileBytes.reading(stream: descriptor, name: name, isStopped: isStopped), sampleType: .float32,
      isInterleaved: false, library: SoundFileLibrary.name)
  }

  /// - Parameter library: the file name of libsndfile; tests name one that does not exist.
  init(
    _ file: FileBytes, sampleType: SampleType, isInterleaved: Bool, library: String
  ) throws(AudioFileError) {
    source = try Self.source(file, library)
    do {
      processingFormat = try source.format.inMemory(sampleType, isInterleaved: isInterleaved)
    } catch {
      throw AudioFileError(.damaged, path: file.path, detail: "\(error)")
    }
    staging = StagingBuffer(frameSize: source.format.channelCount * source.sample.byteCount)
  }

  private static func source(_ file: FileBytes, _ library: String) throws(AudioFileError) -> any FrameDecoder {
    if try file.size() == 0 { throw AudioFileError(.notAudio, path: file.path, detail: "it is empty") }
    var reader = try WAVHeaderReader(file)
    switch try reader.read() {
    case .header(let header): return WAVDecoder(file, header)
    case .otherContainer where file.isStream, .otherEncoding where file.isStream:
      if try file.bytes(at: 0, count: 1).isEmpty {
        throw AudioFileError(.notAudio, path: file.path, detail: "it is empty")
      }
      throw AudioFileError(
        .unsupported, path: file.path, detail: "only WAV with plain samples can be read from a pipe; name the file")
    case .otherContainer: return try LibraryDecoder(file, library, kind: "it is not WAV")
    case .otherEncoding(let name): return try LibraryDecoder(file, library, kind: "it is WAV with \(name)")
    }
  }

  /// Whether it can be read again: any file, but no pipe.
  package var canSeek: Bool { source.canSeek }

  /// Moves the position to a frame.
  ///
  /// - Parameter frame: 0…`length`; anything else is a programming error.
  /// - Throws: `AudioFileError`; the position is then unchanged.
  public func seek(to frame: Int64) throws(AudioFileError) {
    precondition((0...length).contains(frame), "frame \(frame) of \(length)")
    try source.seek(to: frame)
    position = frame
  }

  /// Reads frames from the current position and advances it (Apple: `readIntoBuffer:error:`).
  ///
  /// The buffer is filled to its capacity, except at the end of the file: `frameLength` is the number of frames read,
  /// and 0 means the end. A compressed file may end before its `length`. Samples are converted as
  /// `AudioBuffer.convert(from:)` does it.
  ///
  /// - Parameter buffer: of `processingFormat`; anything else is a programming error.
  /// - Throws: `AudioFileError`; `frameLength` counts the frames read before the error.
  public func read(into buffer: AudioBuffer) throws(AudioFileError) {
    buffer.requireMatch(processingFormat)
    buffer.frameLength = 0
    while buffer.frameLength < buffer.frameCapacity {
      let wanted = min(staging.frameCapacity, buffer.frameCapacity - buffer.frameLength)
      let count = try source.read(staging.address, frames: wanted)
      staging.unpack(source.sample, into: buffer, at: buffer.frameLength, frames: count)
      buffer.frameLength += count
      position += Int64(count)
      if count < wanted { return }
    }
  }
}

/// Decodes a file's frames: our own code for WAV, libsndfile for the rest.
protocol FrameDecoder: AnyObject {
  /// The format of the file.
  var format: AudioFileFormat { get }
  /// The length in frames, according to the header.
  var length: Int64 { get }
  /// Oddities that do not prevent reading.
  var remarks: [String] { get }
  /// The form of the interleaved samples that it returns.
  var sample: StoredSample { get }

  /// Reads frames from the current position and advances it.
  ///
  /// - Returns: the number of frames; fewer than requested only at the end.
  // SAFETY: The target has room for that many interleaved frames in the form of ``sample``.
  func read(_ target: UnsafeMutableRawPointer, frames: Int) throws(AudioFileError) -> Int

  /// Whether ``seek(to:)`` can succeed.
  var canSeek: Bool { get }

  /// Moves the position to a frame.
  func seek(to frame: Int64) throws(AudioFileError)
}
