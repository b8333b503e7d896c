internal import CSoundFile

/// Writes frames with libsndfile.
final class LibraryEncoder: FrameEncoder {
  // SAFETY: The handle is open until `finish` or `deinit` closes it, once; the file and its callbacks outlive it. A
  // caller of `encode` has that many frames in the form of `sample`, aligned for it (`StagingBuffer`), which are only
  // read. `widened` has room for all samples of a call. The library's strings are copied before its next call.

  let sample: StoredSample
  private let bytes: LibraryBytes
  private let functions: AucatSoundFileFunctions
  private var handle: OpaquePointer?
  private let channelCount: Int
  private var widened: [Int32] = []

  /// A format that the library has accepted. It is checked before a file is created.
  struct Plan {
    fileprivate let functions: AucatSoundFileFunctions
    fileprivate var info: AucatSoundFileInfo
    private let format: AudioFileFormat

    init(_ format: AudioFileFormat, _ library: String, path: String) throws(AudioFileError) {
      functions = try SoundFileLibrary.load(library, for: path, "to write \(format.container.rawValue)").functions
      self.format = format
      info = AucatSoundFileInfo()
      info.sampleRate = Int32(format.sampleRate)
      info.channels = Int32(format.channelCount)
      info.format = LibraryFormat.code(format.container, format.encoding) ?? 0
      guard functions.format_check(&info) == 1 else {
        throw AudioFileError(.unsupported, path: path, detail: "libsndfile does not write \(format); write .wav")
      }
    }

    fileprivate var layout: ChannelLayout { format.layout }
    fileprivate var encoding: Encoding { format.encoding }
  }

  init(_ file: FileBytes, _ plan: Plan) throws(AudioFileError) {
    guard file.canRewrite else {
      throw AudioFileError(
        .unsupported, path: file.path, detail: "only WAV can be written to something that is not a file")
    }
    functions = plan.functions
    channelCount = plan.layout.channelCount
    sample = Self.sample(plan.encoding)
    bytes = LibraryBytes(file, start: file.position)
    var (info, calls) = (plan.info, LibraryBytes.calls)
    handle = functions.open_virtual(&calls, Int32(aucatSoundFileWrite), &info, bytes.pointer)
    guard let handle else { throw failure(nil) }
    if plan.layout != .standard(channelCount: channelCount), var map = LibraryFormat.map(plan.layout) {
      let size = Int32(map.count * MemoryLayout<Int32>.size)
      // Not every container can store a channel map, and the file is valid without one.
      _ = functions.command(handle, Int32(aucatSoundFileSetChannels), &map, size)
    }
  }

  deinit { if let handle { _ = functions.close(handle) } }

  /// The form in which the library gets samples. Integers are rounded before, to the file's number of bits, because the
  /// library would scale floats differently.
  private static func sample(_ encoding: Encoding) -> StoredSample {
    switch encoding {
    case .int8: .int8
    case .int16: .int16
    case .int24: .int24
    case .int32: .int32
    case .float64: .float64
    default: .float32
    }
  }

  func encode(_ source: UnsafeRawPointer, frames: Int) throws(AudioFileError) {
    let count = Int64(frames)
    let written =
      switch sample {
      case .float32: functions.writef_float(handle, source.assumingMemoryBound(to: Float.self), count)
      case .float64: functions.writef_double(handle, source.assumingMemoryBound(to: Double.self), count)
      default: writeIntegers(source, frames)
      }
    if written != count || bytes.failure != nil { throw failure(handle) }
  }

  /// Writes integers as the library takes them: with 32 bits, shorter ones in the most significant bits.
  private func writeIntegers(_ source: UnsafeRawPointer, _ frames: Int) -> Int64 {
    let count = frames * channelCount
    if widened.count < count { widened = Array(repeating: 0, count: count) }
    let functions = functions
    return widened.withUnsafeMutableBytes { memory in
      guard let target = memory.baseAddress else { return 0 }
      let run = SampleRun(sample, UnsafeMutableRawPointer(mutating: source), channels: 1)
      copySamples(run, to: SampleRun(.int32, target, channels: 1), count: count)
      return functions.writef_int(handle, target.assumingMemoryBound(to: Int32.self), Int64(frames))
    }
  }

  func finish() throws(AudioFileError) {
    guard let handle else { return }
    self.handle = nil
    let status = functions.close(handle)
    if status != 0 || bytes.failure != nil { throw failure(nil) }
    try bytes.close()
  }

  private func failure(_ handle: OpaquePointer?) -> AudioFileError {
    if let failure = bytes.failure { return failure }
    let text = functions.strerror(handle).map { String(cString: $0) } ?? "no reason"
    // The system has refused nothing, so permissions and the disk are not to blame.
    return AudioFileError(.unsupported, path: bytes.path, detail: "libsndfile: \(text.trimmedPeriod); write .wav")
  }
}
