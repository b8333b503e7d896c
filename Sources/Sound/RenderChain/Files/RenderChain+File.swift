public import ChainHosting
internal import AudioFiles

extension RenderChain {
  /// Renders an audio file through the chain, in this process. A crashing plugin takes the process down; use
  /// ``IsolatedRender`` to isolate plugins.
  ///
  /// - Parameters:
  ///   - input: path of a WAV file, or of any file that libsndfile reads, if it is installed.
  ///   - output: path of the file to write, whose extension gives its kind; it appears when it is complete and on disk.
  ///   - options: how to render it.
  ///   - blockLength: the longest block, in frames.
  /// - Throws: `ChainError` with the component, and `AudioFileError` with the file.
  @discardableResult
  public func renderFile(
    _ input: String, to output: String, options: RenderOptions = RenderOptions(), blockLength: Int = 512
  ) throws -> RenderReport {
    try renderFile(input, to: output, options: options, blockLength: blockLength) { job, source, opened in
      try job.render(from: source, opened: opened)
    }
  }

  /// Renders an audio file, in this process or another one.
  func renderFile(
    _ input: String, to output: String, options: RenderOptions, blockLength: Int,
    by render: (RenderJob, FileSource, _ opened: (Int) throws -> any FrameSink) throws -> RenderReport
  ) throws -> RenderReport {
    let source = FileSource(try AudioFile(reading: input))
    let format = source.file.fileFormat
    let target = try FileTarget(output, like: format)
    let job = RenderJob(
      self, sampleRate: format.sampleRate, blockLength: blockLength, channels: format.channelCount, options: options)
    let report = try render(job, source, target.open)
    try target.finish()
    return report
  }
}
