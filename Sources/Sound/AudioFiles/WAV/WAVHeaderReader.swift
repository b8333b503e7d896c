/// Walks the chunks of a WAV or RF64 file up to its audio.
///
/// Nothing in the file is trusted: sizes are checked against the file's, and no sum can overflow, because offsets
/// stay within the file and chunks below 4 GiB.
struct WAVHeaderReader {
  private let file: FileBytes
  private let size: Int64
  private var riffSize: UInt32 = 0
  private var isRF64 = false
  private var longDataSize: UInt64?
  private var formatChunk: WAVFormatChunk?

  /// A file with more chunks before its audio is rejected: each costs a system call.
  private static let chunkLimit = 10_000
  /// The size in a header that means "see ds64", or "unknown" in a stream.
  private static let unknownSize = UInt32.max
  /// The size that sox writes in a stream.
  private static let unknownSizeOfSox: UInt32 = 0x7FFF_F000
  /// The chunks that are recognized right after a chunk of odd size that lacks its padding.
  static let usualChunks: Set<String> = ["fmt ", "data", "LIST", "fact", "bext", "PEAK"]

  init(_ file: FileBytes) throws(AudioFileError) {
    self.file = file
    size = try file.size()
  }

  mutating func read() throws(AudioFileError) -> WAVReading {
    let start = LittleEndian(bytes: try file.bytes(at: 0, count: 12))
    guard start.bytes.count == 12, start.text(8) == "WAVE" else { return .otherContainer }
    switch start.text(0) {
    case "RIFF": break
    case "RF64", "BW64": isRF64 = true
    case "RIFX":
      throw AudioFileError(
        .unsupported, path: file.path,
        detail: "big-endian WAV (RIFX) is not supported; convert it to little-endian WAV, for example with `sox`")
    default: return .otherContainer
    }
    riffSize = start.uint32(4)
    return try walk()
  }

  private mutating func walk() throws(AudioFileError) -> WAVReading {
    var offset: Int64 = 12
    for _ in 0..<Self.chunkLimit {
      let head = LittleEndian(bytes: try file.bytes(at: offset, count: 8))
      guard head.bytes.count == 8 else {
        throw damaged(formatChunk == nil ? "it has no format" : "it has no audio data")
      }
      let chunkSize = head.uint32(4)
      switch head.text(0) {
      case "fmt ": try readFormat(offset + 8, chunkSize)
      case "ds64": try readLongSizes(offset + 8, chunkSize)
      case "data": return try audio(at: offset + 8, chunkSize)
      default: break
      }
      offset = try next(after: offset + 8 + Int64(chunkSize), isOdd: chunkSize % 2 == 1)
    }
    throw damaged("more than \(Self.chunkLimit) chunks and no audio data among them")
  }

  /// The offset of the next chunk. Chunks are padded to even sizes, but some programs omit the padding.
  private func next(after end: Int64, isOdd: Bool) throws(AudioFileError) -> Int64 {
    guard isOdd else { return end }
    let name = String(decoding: try file.bytes(at: end, count: 4), as: UTF8.self)
    return Self.usualChunks.contains(name) ? end : end + 1
  }

  private mutating func readFormat(_ offset: Int64, _ chunkSize: UInt32) throws(AudioFileError) {
    if formatChunk != nil { throw damaged("it has two formats") }
    let bytes = try file.bytes(at: offset, count: min(WAVFormatChunk.size, Int(chunkSize)))
    do {
      formatChunk = try WAVFormatChunk(bytes)
    } catch {
      throw damaged(error.detail)
    }
  }

  private mutating func readLongSizes(_ offset: Int64, _ chunkSize: UInt32) throws(AudioFileError) {
    guard isRF64 else { return }
    let bytes = try file.bytes(at: offset, count: min(24, Int(chunkSize)))
    guard bytes.count == 24 else { throw damaged("the RF64 sizes take up \(bytes.count) bytes, not 24") }
    longDataSize = LittleEndian(bytes: bytes).uint64(8)
  }

  private func audio(at offset: Int64, _ chunkSize: UInt32) throws(AudioFileError) -> WAVReading {
    guard let formatChunk else { throw damaged("its audio data come before its format") }
    let kind: WAVFormatChunk.Kind
    do {
      kind = try formatChunk.kind()
    } catch {
      throw damaged(error.detail)
    }
    switch kind {
    case .other(let name): return .otherEncoding(name: name)
    case .samples(let encoding, let sample):
      let format = formatChunk.fileFormat(isRF64 ? .rf64 : .wav, encoding: encoding, sample: sample)
      return .header(try header(format, sample: sample, offset: offset, chunkSize: chunkSize))
    }
  }

  /// The header, with the number of frames that it announces or, if they are fewer, that the file actually has.
  private func header(
    _ format: AudioFileFormat, sample: StoredSample, offset: Int64, chunkSize: UInt32
  ) throws(AudioFileError) -> WAVHeader {
    let available = UInt64(max(0, size - offset))
    let frameSize = UInt64(format.channelCount * sample.byteCount)
    var header = WAVHeader(format: format, sample: sample, dataOffset: offset, frameCount: 0, remarks: [])
    let announced = try announcedSize(chunkSize, available, at: offset)
    if file.isStream {
      header.frameCount = announced.map { Int64(clamping: $0 / frameSize) } ?? WAVHeader.unknownLength
      header.announcedSize = announced.flatMap { $0 < UInt64(Int64.max - offset) ? Int64($0) : nil }
      return header
    }
    if announced == nil { header.remarks.append("the header gives no length; it is taken from the file's size") }
    if let announced, announced > available {
      header.remarks.append(
        "truncated: the header announces \(announced / frameSize) frames, but there are \(available / frameSize)")
    }
    let bytes = min(announced ?? available, available)
    if bytes % frameSize != 0 { header.remarks.append("the last frame is incomplete and left out") }
    header.frameCount = Int64(bytes / frameSize)
    return header
  }

  /// The size of the audio data in bytes, according to the header; nil if a stream's writer did not know it.
  private func announcedSize(
    _ chunkSize: UInt32, _ available: UInt64, at offset: Int64
  ) throws(AudioFileError) -> UInt64? {
    if chunkSize == Self.unknownSize { return longDataSize == 0 && available > 0 ? nil : longDataSize }
    if file.isStream { return try sizeInStream(chunkSize, at: offset) }
    // A size of 0 is taken literally only if the RIFF size agrees with the file's; in an unfinished file it does not.
    if chunkSize == 0 && available > 0 && Int64(riffSize) + 8 != size { return nil }
    if chunkSize == Self.unknownSizeOfSox && available < UInt64(chunkSize) { return nil }
    return UInt64(chunkSize)
  }

  /// Like ``announcedSize(_:_:at:)``, but for a stream, whose end is not known. Writers that can't seek back leave the
  /// size at 0, as do those that were stopped: then something other than a chunk follows.
  private func sizeInStream(_ chunkSize: UInt32, at offset: Int64) throws(AudioFileError) -> UInt64? {
    if chunkSize == Self.unknownSizeOfSox { return nil }
    guard chunkSize == 0 else { return UInt64(chunkSize) }
    let next = try file.bytes(at: offset, count: 4)
    return next.isEmpty || Self.usualChunks.contains(String(decoding: next, as: UTF8.self)) ? 0 : nil
  }

  private func damaged(_ detail: String) -> AudioFileError {
    AudioFileError(.damaged, path: file.path, detail: detail)
  }
}
