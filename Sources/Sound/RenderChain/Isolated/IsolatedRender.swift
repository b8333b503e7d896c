public import ChainHosting
internal import Linux
internal import ComponentModel

/// A render in a child process: a plugin that crashes, hangs or exits costs only the render.
public struct IsolatedRender {
  /// The program that calls ``RenderChild/run()``.
  public var program: String
  /// The arguments that the program gets.
  public var arguments: [String]
  /// The environment that the child gets.
  public var environment: [String: String]
  /// The timeout for a block, or for one step of a plugin's start, in seconds.
  public var timeout: Double
  /// Called at the end with plugins' log messages (`log:log`).
  public var log: (PluginMessage) -> Void = { _ in }

  /// A render by a program that calls ``RenderChild/run()``.
  public init(program: String, arguments: [String], environment: [String: String], timeout: Double = 10) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.timeout = timeout
  }

  /// Renders a job.
  ///
  /// - Parameters:
  ///   - job: what to render.
  ///   - source: its input.
  ///   - opened: called with the number of output channels when the plugins are loaded, before anything is rendered.
  ///   - progress: called with the frames written so far, several times a second; an error from it ends the render.
  /// - Throws: `ChainError`: with the code `failed` and the URI of a plugin that crashed, hung or ended the process.
  public func render(
    _ job: RenderJob, from source: any FrameSource, opened: (_ outputChannels: Int) throws -> any FrameSink,
    progress: (Int) throws -> Void = { _ in }
  ) throws -> RenderReport {
    var job = job
    job.hasMIDI = source is any MIDISource
    return try withSession(of: job, from: source) { session in try session.run(opened, progress) }
  }

  /// Lets the child do a job's task instead of rendering a sound.
  ///
  /// - Parameters:
  ///   - job: the chain, with the task.
  ///   - look: called several times a second; an error from it terminates the child.
  /// - Returns: the child's answer.
  /// - Throws: `ChainError`, as ``render(_:from:opened:progress:)``.
  package func answer(_ job: RenderJob, look: () throws -> Void = {}) throws -> Members {
    try withSession(of: job, from: NoFrames(channelCount: job.channels)) { session in try session.answer(look) }
  }

  /// Starts a child for a job, runs a session with it, and ends it.
  private func withSession<Result>(
    of job: RenderJob, from source: any FrameSource, _ body: (inout RenderSession) throws -> Result
  ) throws -> Result {
    for stage in job.chain.stages {
      if let (symbol, value) = stage.parameters.first(where: { !$0.value.isFinite }) {
        throw ChainError(.notANumber(symbol: symbol, value: value), component: stage.component)
      }
    }
    // The child gets the job as JSON, which has no infinities or NaNs.
    guard job.sampleRate.isFinite else { throw ChainError(.sampleRate(job.sampleRate)) }
    let text = Array(job.text.utf8)
    let frames = OfflineRender.chunk(job.blockLength)
    let hasMessages = job.hasMIDI || job.options.keepsMessages
    let size = SharedRender.size(
      job: text.count, inputChannels: job.channels, slotFrames: frames, hasMessages: hasMessages)
    let (child, memory) = try ChildProgram(path: program, arguments: arguments, environment: environment).start(
      .render, payload: size
    ) {
      SharedRender.layOut(
        $0, job: text, inputChannels: job.channels, slotFrames: frames, hasMessages: hasMessages)
    }
    defer { memory.unmap() }
    let shared = SharedRender(memory)
    var session = RenderSession(
      job, in: shared, child: child, running: program, source: source, timeout: timeout, log: log)
    do {
      let result = try body(&session)
      _ = child.end(within: 500)
      return result
    } catch {
      _ = child.end()
      throw error
    }
  }
}

/// The empty input of a job with a task, which makes its own.
private final class NoFrames: FrameSource {
  let channelCount: Int

  init(channelCount: Int) { self.channelCount = channelCount }

  // SAFETY: Nothing is written.
  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int { 0 }
}
