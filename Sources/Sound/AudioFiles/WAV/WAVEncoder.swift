/// Writes a WAV file. If its size needs more than 32 bits, it becomes RF64 when it is finished.
final class WAVEncoder: FrameEncoder {
  let sample: StoredSample
  private let file: FileBytes
  private let format: AudioFileFormat
  private let start: Int64
  private let canRewrite: Bool
  private let sizeLimit: UInt64
  private let frameSize: UInt64
  private var frameCount: UInt64 = 0

  /// - Parameters:
  ///   - sample: how one sample is stored.
  ///   - sizeLimit: the maximum RIFF size, in bytes; tests lower it to create small RF64 files.
  init(
    _ file: FileBytes, format: AudioFileFormat, sample: StoredSample, sizeLimit: UInt64 = UInt64(UInt32.max) - 1
  ) throws(AudioFileError) {
    self.file = file
    self.format = format
    self.sample = sample
    self.sizeLimit = sizeLimit
    frameSize = UInt64(format.channelCount * sample.byteCount)
    start = file.position
    canRewrite = file.canRewrite
    try withBytes(of: header(.unknown)) { bytes throws(AudioFileError) in try file.writeBytes(bytes) }
  }

  func encode(_ source: UnsafeRawPointer, frames: Int) throws(AudioFileError) {
    // SAFETY: A caller has that many interleaved frames in the form of `sample`, of `frameSize` bytes each
    // (`FrameEncoder`).
    try file.writeBytes(UnsafeRawBufferPointer(start: source, count: frames * Int(frameSize)))
    frameCount += UInt64(frames)
  }

  /// Writes the sizes into the header. In a pipe they remain unknown, and readers read the audio up to the pipe's end.
  func finish() throws(AudioFileError) {
    let head = header(.unknown)
    let dataSize = frameCount * frameSize
    if dataSize % 2 == 1 {
      let end = start + Int64(head.bytes.count) + Int64(dataSize)
      try withBytes(of: WAVBytes(bytes: [0])) { bytes throws(AudioFileError) in
        if canRewrite { try file.writeBytes(bytes, at: end) } else { try file.writeBytes(bytes) }
      }
    }
    if canRewrite {
      let sizes = WAVBytes.Sizes.known(
        riff: UInt64(head.bytes.count) - 8 + dataSize + dataSize % 2, data: dataSize, frames: frameCount)
      try withBytes(of: header(sizes)) { bytes throws(AudioFileError) in try file.writeBytes(bytes, at: start) }
    }
    try file.close()
  }

  private func header(_ sizes: WAVBytes.Sizes) -> WAVBytes {
    WAVBytes(header: format, sample, sizes, sizeLimit: format.container == .rf64 ? 0 : sizeLimit)
  }

  private func withBytes(
    of header: WAVBytes, _ body: (UnsafeRawBufferPointer) throws(AudioFileError) -> Void
  ) throws(AudioFileError) {
    // SAFETY: The header outlives the call, and nothing keeps the buffer.
    let result = header.bytes.withUnsafeBytes { bytes in
      Result { () throws(AudioFileError) in try body(bytes) }
    }
    try result.get()
  }
}
