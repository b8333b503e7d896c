public import AudioFiles

/// Reads the input of a chain from a file.
public final class FileSource: FrameSource {
  // SAFETY: The caller passes as many channels as the file has, with room for `count` frames, the buffer's capacity.

  /// The file, which is read with standard samples.
  public let file: AudioFile
  private var buffer: AudioBuffer?

  /// The sound of a file, from its current position on.
  public init(_ file: AudioFile) { self.file = file }

  /// The number of channels in the file.
  public var channelCount: Int { file.fileFormat.channelCount }

  /// Reads the next frames.
  ///
  /// - Throws: `AudioFileError`.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws(AudioFileError) -> Int {
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
