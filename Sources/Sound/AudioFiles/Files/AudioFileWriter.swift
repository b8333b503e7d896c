/// An audio file to write (Apple: `AVAudioFile`, `initForWriting:settings:error:`).
///
/// WAV and RF64 are written here; a WAV file that grows beyond 4 GiB becomes RF64. Everything else is written by
/// libsndfile, if it is installed. Writing needs the same amount of memory however long the file gets.
///
/// Use it from one thread at a time: it is not `Sendable`. It writes to disk, so don't use it on the render thread.
public final class AudioFileWriter {
  /// The format to write.
  public let fileFormat: AudioFileFormat
  /// The number of frames written so far (Apple: `length`).
  public private(set) var length: Int64 = 0

  /// The samples clipped so far, because the file's integers could not hold them; nil if there were none, or if samples
  /// aren't stored as integers.
  public var clipping: Clipping? { clippingMeter.clipping }

  private var clippingMeter = ClippingMeter()
  private let sink: any FrameEncoder
  private let staging: StagingBuffer
  private var isFinished = false

  /// Creates a file, or replaces an existing one.
  ///
  /// If the format is unsupported, no file is created or overwritten.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - format: the format to write.
  /// - Throws: `AudioFileError`.
  public convenience init(writing path: String, format: AudioFileFormat) throws(AudioFileError) {
    try self.init(path: path, format: format, library: SoundFileLibrary.name) { () throws(AudioFileError) in
      try FileBytes.writing(path)
    }
  }

  /// Creates a file of the kind that its extension names: see `Container.init(path:)`.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - encoding: one of the container's ``Container/encodings``; nil for its default.
  ///   - sampleRate: in Hz, a whole number.
  ///   - layout: the role of each channel, and thereby the number of channels.
  /// - Throws: `AudioFileError`.
  public convenience init(
    writing path: String, encoding: Encoding? = nil, sampleRate: Double, layout: ChannelLayout
  ) throws(AudioFileError) {
    guard let container = Container(path: path) else {
      throw AudioFileError(
        .unsupported, path: path, detail: "its extension isn't an audio file's; use \(Container.extensions.listed)")
    }
    try self.init(
      writing: path, format: AudioFileFormat(container, encoding, sampleRate: sampleRate, layout: layout))
  }

  /// Writes to an open file, starting at the descriptor's position.
  ///
  /// The descriptor is duplicated: the caller keeps its own. A pipe, or a file that was opened for appending, can only
  /// take WAV, with a header that leaves the length unknown.
  ///
  /// - Throws: `AudioFileError`.
  public convenience init(descriptor: Int32, format: AudioFileFormat) throws(AudioFileError) {
    let path = "descriptor \(descriptor)"
    try self.init(path: path, format: format, library: SoundFileLibrary.name) { () throws(AudioFileError) in
      try FileBytes.writing(descriptor: descriptor)
    }
  }

  /// - Parameters:
  ///   - library: the file name of libsndfile; tests name one that does not exist.
  ///   - open: opens the file; called only after the format has been accepted.
  init(
    path: String, format: AudioFileFormat, library: String, open: () throws(AudioFileError) -> FileBytes
  ) throws(AudioFileError) {
    try Self.check(format, path)
    fileFormat = format
    if let sample = format.encoding.wavSample, format.container == .wav || format.container == .rf64 {
      sink = try WAVEncoder(open(), format: format, sample: sample)
    } else {
      let plan = try LibraryEncoder.Plan(format, library, path: path)
      sink = try LibraryEncoder(open(), plan)
    }
    staging = StagingBuffer(frameSize: format.channelCount * sink.sample.byteCount)
  }

  private static func check(_ format: AudioFileFormat, _ path: String) throws(AudioFileError) {
    do {
      _ = try format.inMemory(.float32, isInterleaved: false)
    } catch {
      throw AudioFileError(.unsupported, path: path, detail: "\(error)")
    }
    guard Int32(exactly: format.sampleRate) != nil else {
      throw AudioFileError(.unsupported, path: path, detail: "a file's sample rate must be a whole number of Hz")
    }
    if let objection = format.rateObjection ?? format.channelObjection {
      throw AudioFileError(.unsupported, path: path, detail: objection)
    }
    let known = format.container.encodings
    guard known.contains(format.encoding) else {
      let words = known.map(\.rawValue).listed
      throw AudioFileError(
        .unsupported, path: path,
        detail: "\(format.container.rawValue) can't be written as \(format.encoding.rawValue); use \(words)")
    }
  }

  /// Writes a buffer's valid frames at the end (Apple: `writeFromBuffer:error:`).
  ///
  /// Samples are converted as `AudioBuffer.convert(from:)` does it: for integers, they are rounded and clipped, and
  /// ``clipping`` counts the clipped ones.
  ///
  /// - Parameter buffer: any sample type, interleaved or not; a number of channels or a sample rate that differs from
  ///   the file's is a programming error.
  /// - Throws: `AudioFileError`: `full`, `tooLarge` or `closed` for the usual causes; the last two only in a process
  ///   that ignores SIGXFSZ and SIGPIPE. What was written before remains, and `finish` still completes the header of a
  ///   WAV file.
  public func write(_ buffer: AudioBuffer) throws(AudioFileError) {
    precondition(!isFinished, "a finished file")
    precondition(buffer.format.channelCount == fileFormat.channelCount, "other channels than the file's")
    precondition(buffer.format.sampleRate == fileFormat.sampleRate, "another sample rate than the file's")
    if fileFormat.encoding.isInteger { clippingMeter.add(buffer, at: length) }
    var done = 0
    while done < buffer.frameLength {
      let count = min(staging.frameCapacity, buffer.frameLength - done)
      staging.pack(sink.sample, from: buffer, at: done, frames: count)
      try sink.encode(staging.address, frames: count)
      done += count
      length += Int64(count)
    }
  }

  /// Completes the file and closes it; further calls do nothing. Writing afterwards is a programming error.
  ///
  /// Without it, a WAV file's header leaves the length unknown.
  ///
  /// - Throws: `AudioFileError`: some file systems report only here that there was no room.
  public func finish() throws(AudioFileError) {
    if isFinished { return }
    isFinished = true
    try sink.finish()
  }
}

/// Encodes frames into a file.
protocol FrameEncoder: AnyObject {
  /// The form of the interleaved samples that it takes.
  var sample: StoredSample { get }

  /// Writes frames at the end.
  // SAFETY: The source has that many interleaved frames in the form of ``sample``.
  func encode(_ source: UnsafeRawPointer, frames: Int) throws(AudioFileError)

  /// Completes the file and closes it.
  func finish() throws(AudioFileError)
}
