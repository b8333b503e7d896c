internal import AudioFiles

extension RenderChain {
  /// Renders an audio file through the chain, in this process. A crashing plugin takes the process down; use
  /// ``IsolatedRender`` to isolate plugins.
  ///
  /// - Parameters:
  ///   - input: path of a WAV file, or of any file that libsndfile reads, if it is installed.
  ///   - output: path of the file to write, whose extension gives its kind; it appears when all of it is on disk.
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
