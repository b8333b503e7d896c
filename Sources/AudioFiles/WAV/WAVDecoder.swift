/// Reads the frames of a WAV file.
final class WAVDecoder: FrameDecoder {
  let format: AudioFileFormat
  let length: Int64
  let remarks: [String]
  let sample: StoredSample
  private let file: FileBytes
  private let dataOffset: Int64
  private let frameSize: Int
  private var position: Int64 = 0

  init(_ file: FileBytes, _ header: WAVHeader) {
    self.file = file
    format = header.format
    length = header.frameCount
    remarks = header.remarks
    sample = header.sample
    dataOffset = header.dataOffset
    frameSize = header.format.channelCount * header.sample.byteCount
  }

  func read(_ target: UnsafeMutableRawPointer, frames: Int) throws(AudioFileError) -> Int {
    // SAFETY: A caller has room for that many frames of `frameSize` bytes (`FrameDecoder`); no more are wanted.
    let wanted = Int(min(Int64(frames), length - position))
    let memory = UnsafeMutableRawBufferPointer(start: target, count: wanted * frameSize)
    let count = try file.read(memory, at: dataOffset + position * Int64(frameSize))
    guard count == memory.count else {
      throw AudioFileError(.damaged, path: file.path, detail: "it got shorter while it was read")
    }
    position += Int64(wanted)
    return wanted
  }

  func seek(to frame: Int64) { position = frame }
}
