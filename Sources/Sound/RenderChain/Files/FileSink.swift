internal import AudioFiles

/// Writes the output of a chain to a file.
final class FileSink: FrameSink {
  // SAFETY: No more frames are copied at a time than the buffer holds; the number of channels is checked here.

  let writer: AudioFileWriter
  private let buffer: AudioBuffer
  private let name: String

  /// - Parameter name: the file's name in errors.
  init(_ writer: AudioFileWriter, _ format: AudioFormat, name: String) {
    self.writer = writer
    self.name = name
    buffer = AudioBuffer(format: format, frameCapacity: 8_192)
  }

  func write(_ channels: [UnsafePointer<Float>], count: Int) throws {
    guard let samples = buffer.float32Channels else { return }
    precondition(channels.count == samples.count, "the file's channels")
    var done = 0
    while done < count {
      let frames = min(buffer.frameCapacity, count - done)
      for (channel, source) in channels.enumerated() { samples[channel].update(from: source + done, count: frames) }
      buffer.frameLength = frames
      do throws(AudioFileError) {
        try writer.write(buffer)
      } catch {
        throw AudioFileError(error.code, path: name, detail: error.detail)
      }
      done += frames
    }
  }
}
