public import ChainHosting
internal import Linux
internal import ComponentModel

/// A render in a child process: a plugin that crashes, hangs or exits costs only the render.
public struct IsolatedRender {
  /// The program that calls ``RenderChild/run()``.
  public var program: String
  /// The program's arguments.
  public var arguments: [String]
  /// The child's environment.
  public var environment: [String: String]
  /// The timeout for a block, or for one step of a plugin's start, in seconds.
  public var timeout: Double
  /// Called at the end with what plugins have logged (`log:log`).
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
    try withSession(of: job, from: source) { session in try session.run(opened, progress) }
  }

  /// Lets the child do a job's task, instead of rendering a sound.
  ///
  /// - Parameters:
  ///   - job: the chain, with the task.
  ///   - look: called several times a second; an error from it ends the child.
  /// - Returns: the child's answer.
  /// - Throws: `ChainError`, as ``render(_:from:opened:progress:)``.
  package func answer(_ job: RenderJob, look: () throws -> Void = {}) throws -> Members {
    try withSession(of: job, from: NoFrames(channelCount: job.channels)) { session in try session.answer(look) }
  }

  /// Starts a child for a job, and ends it.
  private func withSession<Result>(
    of job: RenderJob, from source: any FrameSource, _ body: (inout RenderSession) throws -> Result
  ) throws -> Result {
    for stage in job.chain.stages {
      if let (symbol, value) = stage.parameters.first(where: { !$0.value.isFinite }) {
        throw ChainError(.notANumber(symbol: symbol, value: value), component: stage.component)
      }
    }
    // The child gets the job as text, which has no such numbers.
    guard job.sampleRate.isFinite else { throw ChainError(.sampleRate(job.sampleRate)) }
    let file = try Self.sharing { () throws(SystemError) in try FileDescriptor(inMemory: "aucat render") }
    let shared = try Self.sharing { () throws(SystemError) in
      try SharedRender.make(
        descriptor: file.number, job: Array(job.text.utf8), inputChannels: job.channels,
        slotFrames: OfflineRender.chunk(job.blockLength))
    }
    defer { shared.unmap() }
    let child: ChildProcess
    do throws(ChildProcess.Failure) {
      child = try ChildProcess(
        program, arguments: arguments, descriptors: [nil, nil, nil, file.number], environment: childEnvironment,
        messageLimit: Self.messageLimit, isSupervised: true)
    } catch {
      throw ChainError(Self.cause(error, program: program))
    }
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

  /// A machine that has run out of something says nothing about the program.
  private static func cause(_ failure: ChildProcess.Failure, program: String) -> ChainError.Cause {
    if let error = failure.systemError, error.isTransient { return .noProcess(reason: error.reasonAndRemedy) }
    return .programUnavailable(path: program, reason: failure.reason)
  }

  /// Makes a part of the memory that is shared.
  private static func sharing<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(ChainError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw ChainError(.noSharedMemory(reason: error.reasonAndRemedy))
    }
  }

  /// Maximum size of plugins' printed output that is kept, in bytes.
  private static let messageLimit = 1 << 16

  /// Some plugins open a display without need; Qt's offscreen platform can't fail.
  private var childEnvironment: [String: String] {
    environment.merging(["QT_QPA_PLATFORM": "offscreen"]) { own, _ in own }
  }
}

/// The input of a job that makes its own.
private final class NoFrames: FrameSource {
  let channelCount: Int

  init(channelCount: Int) { self.channelCount = channelCount }

  // SAFETY: Nothing is written.
  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int { 0 }
}
