public import ChainHosting

extension IsolatedRender {
  /// A render by `aucat-render`, which is installed with this library.
  ///
  /// - Parameters:
  ///   - renderer: the program's path; nil to look for it beside this program, in `../libexec/aucat` from there, and
  ///     below the prefix of the `aucat` in `PATH`.
  ///   - environment: the environment that the child gets, whose `PATH` is searched.
  ///   - timeout: how long a block, or one step of a plugin's start, may take, in seconds.
  /// - Throws: `ChainError.Cause.programUnavailable` if it is not there.
  public init(
    renderer: String? = nil, environment: [String: String], timeout: Double = 10
  ) throws(ChainError) {
    let found = try ChildProgram(installed: renderer, environment: environment)
    self.init(program: found.path, arguments: found.arguments, environment: environment, timeout: timeout)
  }

  /// Renders an audio file through a chain, as `RenderChain.renderFile` does, but with the plugins in the child.
  ///
  /// - Parameters:
  ///   - input: path of a WAV file, or of any file that libsndfile reads, if it is installed.
  ///   - output: path of the file to write, whose extension gives its kind; it appears when it is complete and on disk.
  ///   - chain: the components with their settings.
  ///   - options: how to render it.
  ///   - blockLength: the longest block, in frames.
  /// - Throws: `ChainError` with the component, and `AudioFileError` with the file.
  @discardableResult
  public func renderFile(
    _ input: String, to output: String, through chain: RenderChain, options: RenderOptions = RenderOptions(),
    blockLength: Int = 512
  ) throws -> RenderReport {
    try chain.renderFile(input, to: output, options: options, blockLength: blockLength) { job, source, opened in
      try render(job, from: source, opened: opened)
    }
  }
}
