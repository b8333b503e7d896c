/// Reads the frames of a WAV file.
final class WAVDecoder: FrameDecoder {
  let format: AudioFileFormat
  private(set) var length: Int64
  private(set) var remarks: [String]
  let sample: StoredSample
  private let file: FileBytes
  private let dataOffset: Int64
  private let frameSize: Int
  /// The size in bytes that the header of a stream announces; nil if it announces none, or once the end is reached.
  private var announcedSize: Int64?
  private var position: Int64 = 0
  /// If the header of a stream announces at least this many frames, that isn't its length: its writer did not know it,
  /// and has put the largest possible size there, or one near it.
  private var placeholder: Int64 { 0x7FFF_0000 / Int64(frameSize) }

  init(_ file: FileBytes, _ header: WAVHeader) {
    self.file = file
    format = header.format
    length = header.frameCount
    remarks = header.remarks
    sample = header.sample
    dataOffset = header.dataOffset
    announcedSize = header.announcedSize
    frameSize = header.format.channelCount * header.sample.byteCount
  }

  func read(_ target: UnsafeMutableRawPointer, frames: Int) throws(AudioFileError) -> Int {
    // SAFETY: A caller has room for that many frames of `frameSize` bytes (`FrameDecoder`); no more are wanted.
    let wanted = Int(min(Int64(frames), length - position))
    let memory = UnsafeMutableRawBufferPointer(start: target, count: wanted * frameSize)
    // Beyond its end, a stream has no position to read from, not even for zero bytes.
    let count = wanted == 0 ? 0 : try file.read(memory, at: dataOffset + position * Int64(frameSize))
    guard count == memory.count else { return try end(after: count) }
    position += Int64(wanted)
    if wanted < frames { try noteRest() }
    return wanted
  }

  /// Adds a remark if sound follows the announced end of a stream; that sound is left out.
  private func noteRest() throws(AudioFileError) {
    guard let size = announcedSize, let rest = try file.rest(at: dataOffset + size) else { return }
    announcedSize = nil
    let frames = rest.count / Int64(frameSize)
    guard frames > 0, !rest.hasOnlyChunks(afterOddSize: size % 2 == 1) else { return }
    let count = rest.isWhole ? "\(frames)" : "at least \(frames)"
    remarks.append("the header announces \(length) frames; \(count) more follow and are left out")
  }

  /// Notes the end of a stream, which is known only now. Returns the number of whole frames that were read.
  private func end(after count: Int) throws(AudioFileError) -> Int {
    guard file.isStream else {
      throw AudioFileError(.damaged, path: file.path, detail: "it shrank while it was being read")
    }
    if count % frameSize != 0 { remarks.append("the last frame is incomplete and left out") }
    position += Int64(count / frameSize)
    announcedSize = nil
    if length < placeholder {
      remarks.append("truncated: the header announces \(length) frames, but \(position) arrived")
    }
    length = position
    return count / frameSize
  }

  var canSeek: Bool { !file.isStream }

  func seek(to frame: Int64) throws(AudioFileError) {
    guard !file.isStream || frame == position else {
      throw AudioFileError(.unsupported, path: file.path, detail: "a pipe can't be rewound; name a file")
    }
    position = frame
  }
}
