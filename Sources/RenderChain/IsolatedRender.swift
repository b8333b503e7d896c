internal import CLV2Host
internal import CProcess
internal import ChildProcess
internal import ComponentModel
internal import Glibc

/// A render whose plugins run in a child process: one that crashes, hangs or ends the process costs the render and no more.
public struct IsolatedRender {
  /// The program that calls ``RenderChild/run()``.
  public var program: String
  /// The program's arguments.
  public var arguments: [String]
  /// The child's environment.
  public var environment: [String: String]
  /// How long a plugin may take for a block, or for one step of its start, in seconds.
  public var timeout: Double

  /// A render by a program.
  public init(program: String, arguments: [String], environment: [String: String], timeout: Double = 10) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.timeout = timeout
  }

  /// Renders a job.
  ///
  /// - Parameters:
  ///   - opened: called with the number of output channels when the plugins are loaded, before anything is rendered.
  ///   - progress: called with the frames written so far, several times a second; what it throws ends the render.
  /// - Throws: ``ChainError``: with the code `failed` for a plugin that crashed, hung or ended the process, and its URI.
  public func render(
    _ job: RenderJob, from source: any FrameSource, opened: (_ outputChannels: Int) throws -> any FrameSink,
    progress: (Int) throws -> Void = { _ in }
  ) throws -> RenderReport {
    let descriptor = aucatMemoryFile("aucat render")
    defer { close(descriptor) }
    let slotFrames = OfflineRender.chunk(job.blockLength)
    guard descriptor >= 0,
      let shared = SharedRender.make(
        descriptor: descriptor, job: Array(job.text.utf8), inputChannels: job.channels, slotFrames: slotFrames)
    else { throw ChainError(.system, nil, "no memory to share with the render's process") }
    defer { shared.unmap() }
    let child: ChildProcess
    do throws(ChildProcess.Failure) {
      child = try ChildProcess(
        program, arguments, descriptors: [nil, nil, nil, descriptor], environment: childEnvironment)
    } catch {
      throw ChainError(.system, nil, "\(program) does not start (\(error.reason)); install it again")
    }
    var session = RenderSession(job, shared, child, source: source, timeout: timeout)
    do {
      let report = try session.run(opened, progress)
      _ = child.end(within: 100)
      return report
    } catch {
      _ = child.end()
      throw error
    }
  }

  /// Plugins that open a display without need find none that could fail. One that crashes does so at once, without a
  /// report of Swift's runtime on standard error.
  private var childEnvironment: [String: String] {
    environment.merging(["QT_QPA_PLATFORM": "offscreen", "SWIFT_BACKTRACE": "enable=no"]) { own, _ in own }
  }
}

/// The parent's side of a render.
private struct RenderSession {
  private let job: RenderJob
  private let shared: SharedRender
  private let child: ChildProcess
  private let source: any FrameSource
  private let timeout: Double
  private var inputSlot = 0
  private var inputHasEnded = false
  private var outputSlot = 0
  private var outputHasEnded = false
  private var framesWritten = 0
  private var sink: (any FrameSink)?
  private var watches: [StatusWatch]
  private var lastLook = ContinuousClock.now

  /// How long to wait for the child before it is looked after, in nanoseconds.
  private static let patience = 50_000_000

  init(_ job: RenderJob, _ shared: SharedRender, _ child: ChildProcess, source: any FrameSource, timeout: Double) {
    self.job = job
    self.shared = shared
    self.child = child
    self.source = source
    self.timeout = timeout
    watches = (0..<RenderJob.mostUnits).map { StatusWatch(shared.statuses + $0) }
  }

  mutating func run(
    _ opened: (Int) throws -> any FrameSink, _ progress: (Int) throws -> Void
  ) throws -> RenderReport {
    while true {
      let isComplete = aucatLoad(&shared.header.pointee.resultLength) != 0
      while try feed() {}
      while try drain(opened) { try progress(framesWritten) }
      if isComplete { return try answer() }
      if !waitForEvent() {
        try progress(framesWritten)
        try lookAfterChild()
      }
    }
  }

  /// Fills one slot of the input where there is room.
  private mutating func feed() throws -> Bool {
    guard !inputHasEnded, sem_trywait(&shared.header.pointee.inputFree) == 0 else { return false }
    let capacity = Int(shared.header.pointee.slotFrames)
    let channels = (0..<job.channels).map { shared.input(inputSlot, $0) }
    let count = try source.read(into: channels, count: capacity)
    inputHasEnded = count < capacity
    aucatStore(shared.inputCount(inputSlot), UInt32(count) | (inputHasEnded ? SharedRender.endMark : 0))
    inputSlot = (inputSlot + 1) % SharedRender.slots
    sem_post(&shared.header.pointee.inputFilled)
    return true
  }

  /// Empties one slot of the output where there is one. The child's numbers are not trusted.
  private mutating func drain(_ opened: (Int) throws -> any FrameSink) throws -> Bool {
    guard !outputHasEnded, sem_trywait(&shared.header.pointee.outputFilled) == 0 else { return false }
    let channels = Int(min(aucatLoad(&shared.header.pointee.outputChannels), UInt32(SharedRender.channels)))
    let mark = aucatLoad(shared.outputCount(outputSlot))
    let count = Int(min(mark & ~SharedRender.endMark, shared.header.pointee.slotFrames))
    outputHasEnded = mark & SharedRender.endMark != 0
    let sink = try self.sink ?? opened(channels)
    self.sink = sink
    if count > 0 {
      try sink.write((0..<channels).map { UnsafePointer(shared.output(outputSlot, $0)) }, count: count)
    }
    framesWritten += count
    outputSlot = (outputSlot + 1) % SharedRender.slots
    sem_post(&shared.header.pointee.outputFree)
    return true
  }

  /// - Returns: false when nothing has happened for a while.
  private func waitForEvent() -> Bool {
    var until = timespec()
    clock_gettime(CLOCK_REALTIME, &until)
    until.tv_nsec += Self.patience
    if until.tv_nsec >= 1_000_000_000 {
      until.tv_sec += 1
      until.tv_nsec -= 1_000_000_000
    }
    return sem_timedwait(&shared.header.pointee.event, &until) == 0
  }

  private func answer() throws -> RenderReport {
    let length = min(Int(aucatLoad(&shared.header.pointee.resultLength)), SharedRender.longestResult)
    let text = String(decoding: shared.result[0..<length], as: UTF8.self)
    guard case .object(let list)? = JSON(text), let (key, value) = list.first, case .object(let members) = value else {
      throw ChainError(.system, nil, "the render's process gave no valid answer")
    }
    if key == "error" { throw try ChainError(Members(members, "")) }
    guard outputHasEnded else { throw ChainError(.system, nil, "the render's process ended before its sound") }
    return try RenderReport(Members(members, ""))
  }

  /// Ends a child that hangs, and tells why one has ended.
  private mutating func lookAfterChild() throws {
    // Looks that are far apart: the machine slept or this process was stopped, and so the child had no time either.
    let isLate = ContinuousClock.now - lastLook > .milliseconds(500)
    for number in watches.indices { watches[number].look(isLate: isLate) }
    lastLook = .now
    // Its answer may have come between the last look and its end.
    if child.hasEnded, aucatLoad(&shared.header.pointee.resultLength) == 0 { throw died(child.end()) }
    // Nothing at all moves, or one plugin does not come back while the others wait for it.
    let hanging = watches.filter { $0.isAtWork && $0.isStill(for: timeout) }
    guard !hanging.isEmpty || watches.allSatisfy({ $0.isStill(for: timeout) }) else { return }
    throw failure(hanging, "did not come back within \(timeout) s", "; --timeout gives it longer")
  }

  private func died(_ end: ChildEnd) -> ChainError {
    let words = end.signalName.map { "crashed with \($0)" } ?? "ended the process with status \(end.exitStatus ?? 0)"
    let last = end.lastWords.isEmpty ? "" : "; the last that it printed: \(end.lastWords)"
    let thread = aucatLoad(&shared.header.pointee.faultyThread)
    let atWork = watches.filter(\.isAtWork)
    let faulty = atWork.filter { thread != 0 && $0.thread == thread }
    return failure(faulty.isEmpty ? atWork : faulty, words, last)
  }

  /// - Parameter watches: of the plugins of which one has failed.
  private func failure(_ watches: [StatusWatch], _ words: String, _ more: String) -> ChainError {
    let suspects = watches.compactMap { watch in
      job.chain.stages.indices.contains(watch.stage - 1) ? job.chain.stages[watch.stage - 1].component : nil
    }
    let phase = watches.first?.phase ?? .idle
    let others = suspects.count > 1 ? " (or \(suspects.dropFirst().joined(separator: ", ")))" : ""
    return ChainError(.failed, suspects.first, "the plugin\(others) \(words) while \(phase.words)\(more)")
  }
}

/// One piece of a chain as the parent sees it.
private struct StatusWatch {
  private let status: UnsafeMutablePointer<RealtimeStatus>
  private var heartbeat: UInt64 = 0
  private var lastChange = ContinuousClock.now

  init(_ status: UnsafeMutablePointer<RealtimeStatus>) { self.status = status }

  /// - Parameter isLate: whether the time since the last look does not count.
  mutating func look(isLate: Bool) {
    let beat = aucatLoad64(&status.pointee.heartbeat)
    if beat != heartbeat || isLate {
      heartbeat = beat
      lastChange = .now
    }
  }

  func isStill(for seconds: Double) -> Bool { ContinuousClock.now - lastChange > .seconds(seconds) }

  /// The number of the stage whose plugin is being called, from 1; 0 for none.
  var stage: Int { Int(aucatLoad(&status.pointee.stage)) }
  var isAtWork: Bool { stage != 0 }
  var thread: UInt32 { aucatLoad(&status.pointee.thread) }
  var phase: RenderPhase { RenderPhase(rawValue: aucatLoad(&status.pointee.phase)) ?? .idle }
}
