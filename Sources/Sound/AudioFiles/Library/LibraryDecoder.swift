internal import CSoundFile
internal import Glibc

/// Reads frames with libsndfile.
final class LibraryDecoder: FrameDecoder {
  // SAFETY: The handle is open until `deinit` closes it; the file and its callbacks outlive it. A caller of `read` has
  // room for that many frames in the form of `sample`, aligned for it (`StagingBuffer`). The library's strings are
  // copied before its next call.

  let format: AudioFileFormat
  let length: Int64
  let remarks: [String]
  let sample: StoredSample
  let canSeek = true
  private let bytes: LibraryBytes
  private let functions: AucatSoundFileFunctions
  private let handle: OpaquePointer

  /// - Parameters:
  ///   - library: the file name of libsndfile.
  ///   - kind: why the library is needed.
  init(_ file: FileBytes, _ library: String, kind: String) throws(AudioFileError) {
    functions = try SoundFileLibrary.load(library, for: file.path, kind).functions
    bytes = LibraryBytes(file, start: 0)
    var info = AucatSoundFileInfo()
    var calls = LibraryBytes.calls
    guard let handle = functions.open_virtual(&calls, Int32(aucatSoundFileRead), &info, bytes.pointer) else {
      throw bytes.failure ?? Self.openingError(functions, file.path)
    }
    self.handle = handle
    let encoding = LibraryFormat.encoding(info.format)
    let container = LibraryFormat.container(info.format)
    let layout =
      Self.layout(functions, of: handle, channelCount: Int(info.channels))
      ?? LibraryFormat.usualLayout(container, channelCount: Int(info.channels))
    format = AudioFileFormat(container, encoding, sampleRate: Double(info.sampleRate), layout: layout)
    sample = Self.sample(encoding)
    length = max(0, info.frames)
    remarks = info.frames == .max ? ["the header gives no length"] : []
  }

  deinit { _ = functions.close(handle) }

  /// The form in which the library returns samples without loss of precision.
  private static func sample(_ encoding: Encoding) -> StoredSample {
    switch encoding {
    case .float32, .vorbis, .opus, .mp3: .float32
    case .float64: .float64
    default: .int32
    }
  }

  /// The layout from the file itself; nil if it has none.
  private static func layout(
    _ functions: AucatSoundFileFunctions, of handle: OpaquePointer, channelCount count: Int
  ) -> ChannelLayout? {
    guard (1...AudioFormat.maximumChannelCount).contains(count) else { return nil }
    var map = [Int32](repeating: 0, count: count)
    let size = Int32(count * MemoryLayout<Int32>.size)
    let isKnown = functions.command(handle, Int32(aucatSoundFileGetChannels), &map, size) == 1
    return isKnown ? LibraryFormat.layout(map) : nil
  }

  /// Why the library couldn't open a file. The library keeps the reason in one variable for all threads.
  private static func openingError(_ functions: AucatSoundFileFunctions, _ path: String) -> AudioFileError {
    let text = functions.strerror(nil).map { String(cString: $0) } ?? "libsndfile gives no reason"
    let detail = text.split(separator: "\n").joined(separator: " ").trimmedPeriod
    switch functions.error(nil) {
    case 1: return AudioFileError(.notAudio, path: path, detail: "it is neither WAV nor anything that libsndfile knows")
    case 4: return AudioFileError(.unsupported, path: path, detail: "libsndfile does not know its encoding")
    default: return AudioFileError(.damaged, path: path, detail: "libsndfile: \(detail)")
    }
  }

  func read(_ target: UnsafeMutableRawPointer, frames: Int) throws(AudioFileError) -> Int {
    let frames = Int64(frames)
    let count =
      switch sample {
      case .float32: functions.readf_float(handle, target.assumingMemoryBound(to: Float.self), frames)
      case .float64: functions.readf_double(handle, target.assumingMemoryBound(to: Double.self), frames)
      default: functions.readf_int(handle, target.assumingMemoryBound(to: Int32.self), frames)
      }
    if let failure = bytes.failure { throw failure }
    if count < frames && functions.error(handle) != 0 { throw damaged() }
    return Int(max(0, count))
  }

  func seek(to frame: Int64) throws(AudioFileError) {
    let reached = functions.seek(handle, frame, SEEK_SET)
    if let failure = bytes.failure { throw failure }
    if reached != frame { throw damaged() }
  }

  private func damaged() -> AudioFileError {
    let text = functions.strerror(handle).map { String(cString: $0) } ?? "it can't be decoded"
    return AudioFileError(.damaged, path: bytes.path, detail: "libsndfile: \(text.trimmedPeriod)")
  }
}

extension String {
  /// The text without final periods and spaces, to fit into a sentence.
  var trimmedPeriod: String {
    var text = self[...]
    while text.last == "." || text.last == " " { text.removeLast() }
    return String(text)
  }
}
