internal import AudioFiles

extension RenderChain {
  /// Renders an audio file through the chain, in this process: so a plugin that crashes takes it down. ``IsolatedRender`` uses a
  /// process of their own.
  ///
  /// - Parameters:
  ///   - input: path of a WAV file, or of what libsndfile reads where it is installed.
  ///   - output: path of the file that is written, by its extension; it gets its name when all of it is on the disk.
  ///   - blockLength: in frames.
  /// - Throws: ``ChainError`` with the component, and `AudioFileError` with the file.
  @discardableResult
  public func renderFile(
    _ input: String, to output: String, options: RenderOptions = RenderOptions(), blockLength: Int = 512
  ) throws -> RenderReport {
    let source = FileSource(try AudioFile(reading: input))
    let format = source.file.fileFormat
    let target = try FileTarget(output, like: format)
    let job = RenderJob(
      self, sampleRate: format.sampleRate, blockLength: blockLength, channels: format.channelCount, options: options)
    let report = try job.render(from: source, opened: target.open)
    try target.finish()
    return report
  }
}
