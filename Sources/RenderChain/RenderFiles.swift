public import AudioFiles
internal import AudioData

/// A file whose sound goes into a chain.
public final class FileSource: FrameSource {
  /// The file, which is read with standard samples.
  public let file: AudioFile
  private var buffer: AudioBuffer?

  /// The sound of a file, from its position on.
  public init(_ file: AudioFile) { self.file = file }

  /// The file's channels.
  public var channelCount: Int { file.fileFormat.channelCount }

  /// Reads the next frames.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    let buffer =
      buffer.flatMap { $0.frameCapacity == count ? $0 : nil }
      ?? AudioBuffer(format: file.processingFormat, frameCapacity: count)
    self.buffer = buffer
    try file.read(into: buffer)
    guard let samples = buffer.float32Channels else { return 0 }
    for (channel, target) in channels.enumerated() {
      target.update(from: samples[channel], count: buffer.frameLength)
    }
    return buffer.frameLength
  }
}

/// A file that takes what comes out of a chain.
final class FileSink: FrameSink {
  let writer: AudioFileWriter
  private let buffer: AudioBuffer
  private let name: String

  /// - Parameter name: what people call the file.
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
