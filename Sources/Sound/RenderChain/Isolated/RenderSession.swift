internal import ChainHosting
internal import ComponentModel
internal import Linux
internal import Synchronization

/// The parent's side of a render.
struct RenderSession {
  // SAFETY: Whoever makes the session unmaps the memory after it. The header is read atomically; the child, whose
  // plugins may write anything there, gives only numbers that are bounded before use.

  private let job: RenderJob
  private let shared: SharedRender
  private let child: ChildProcess
  /// Path of what the child runs.
  private let program: String
  private let source: any FrameSource
  private let timeout: Double
  private var inputHasEnded = false
  private var outputHasEnded = false
  private var outputChannels = 0
  private var framesWritten = 0
  private var sink: (any FrameSink)?
  private var watches: [StatusWatch]
  private var lastLook = ContinuousClock.now
  private var framesRead = 0
  private var inputsFilled: UInt32 = 0
  private var outputsEmptied: UInt32 = 0
  private let log: (PluginMessage) -> Void

  /// How often to check on the child, in milliseconds.
  private static let patience: UInt32 = 50

  init(
    _ job: RenderJob, in shared: SharedRender, child: ChildProcess, running program: String, source: any FrameSource,
    timeout: Double,
    log: @escaping (PluginMessage) -> Void
  ) {
    self.log = log
    self.job = job
    self.shared = shared
    self.child = child
    self.program = program
    self.source = source
    self.timeout = timeout
    watches = (0..<RenderJob.mostUnits).map { StatusWatch(shared.statuses + $0) }
  }

  /// Renders the job.
  mutating func run(
    _ opened: (Int) throws -> any FrameSink, _ progress: (Int) throws -> Void
  ) throws -> RenderReport {
    let members = try awaitAnswer(opened, progress)
    guard outputHasEnded else { throw ChainError(.incompleteOutput) }
    var report = try RenderReport(members)
    (report.framesRead, report.framesWritten) = (framesRead, framesWritten)
    return report
  }

  /// Waits for the answer to the job's task.
  ///
  /// - Parameter look: called several times a second; an error from it ends the child.
  mutating func answer(_ look: () throws -> Void) throws -> Members {
    inputHasEnded = true
    return try awaitAnswer({ _ in throw Self.nonsense }, { _ in try look() })
  }

  private mutating func awaitAnswer(
    _ opened: (Int) throws -> any FrameSink, _ progress: (Int) throws -> Void
  ) throws -> Members {
    while true {
      let events = shared.parentEvents.value
      let isComplete = shared.header.pointee.resultLength.read() != 0
      try open(opened)
      // What is done goes out before more comes in, which may take its time in a pipe.
      var isFed = false
      repeat {
        isFed = try feed()
        while try drain() { try progress(framesWritten) }
      } while isFed
      if isComplete { return try answer() }
      shared.parentEvents.wait(while: events, milliseconds: Self.patience)
      if lastLook.duration(to: .now) >= .milliseconds(Int(Self.patience)) {
        try progress(framesWritten)
        try lookAfterChild()
      }
    }
  }

  /// Opens the output once the number of its channels is known.
  private mutating func open(_ opened: (Int) throws -> any FrameSink) throws {
    let channels = Int(shared.header.pointee.outputChannels.read())
    guard sink == nil, channels > 0 else { return }
    guard channels <= HostSettings.renderedChannels else {
      throw Self.nonsense
    }
    outputChannels = channels
    sink = try opened(channels)
  }

  /// Fills a free slot of the input, if there is one.
  private mutating func feed() throws -> Bool {
    guard !inputHasEnded, try isWithin(inputsFilled &- shared.header.pointee.inputsEmptied.read()) else {
      return false
    }
    let capacity = shared.slotFrames
    let channels = (0..<job.channels).map { shared.input(inputsFilled, $0) }
    let count = try source.read(into: channels, count: capacity)
    framesRead += count
    inputHasEnded = count < capacity
    shared.setInputCount(inputsFilled, UInt32(count) | (inputHasEnded ? SharedRender.endMark : 0))
    inputsFilled &+= 1
    shared.header.pointee.inputsFilled.publish(inputsFilled)
    shared.childEvents.signal()
    return true
  }

  /// Empties a filled slot of the output, if there is one. The child's numbers are not trusted.
  private mutating func drain() throws -> Bool {
    let waiting = shared.header.pointee.outputsFilled.read() &- outputsEmptied
    guard let sink, !outputHasEnded, waiting > 0 else { return false }
    _ = try isWithin(waiting)
    let mark = shared.outputCount(outputsEmptied)
    // SAFETY: The child may have written any count: use no more than a slot has.
    let count = min(Int(mark & ~SharedRender.endMark), shared.slotFrames)
    outputHasEnded = mark & SharedRender.endMark != 0
    if count > 0 {
      try sink.write((0..<outputChannels).map { UnsafePointer(shared.output(outputsEmptied, $0)) }, count: count)
    }
    framesWritten += count
    outputsEmptied &+= 1
    shared.header.pointee.outputsEmptied.publish(outputsEmptied)
    shared.childEvents.signal()
    return true
  }

  /// - Parameter slots: how many are in use, according to the child.
  /// - Returns: whether another one is free.
  private func isWithin(_ slots: UInt32) throws -> Bool {
    guard slots <= UInt32(SharedRender.slots) else { throw Self.nonsense }
    return slots < UInt32(SharedRender.slots)
  }

  private static let nonsense = ChainError(.invalidAnswer)

  /// The child's answer, unless it is an error.
  private func answer() throws -> Members {
    let length = min(Int(shared.header.pointee.resultLength.read()), SharedRender.longestResult)
    // SAFETY: Copied first, since a plugin may still write there: Swift reads a text's bytes twice, and relies on their
    // being the same.
    let text = String(decoding: Array(shared.result[0..<length]), as: UTF8.self)
    guard case .object(let list)? = JSON(text), let (key, value) = list.first, case .object(let members) = value else {
      throw Self.nonsense
    }
    for message in try Members(list, "").array("messages") {
      if case .object(let members) = message { log(try PluginMessage(Members(members, ""))) }
    }
    if key == "error" { throw try ChainError(Members(members, "")) }
    return Members(members, "")
  }

  /// Throws if the child hangs or has ended, and says why.
  private mutating func lookAfterChild() throws {
    // If checks are far apart, the machine slept or this process was stopped, and the child did not run either.
    let elapsed = min(ContinuousClock.now - lastLook, .milliseconds(200))
    for number in watches.indices { watches[number].look(after: elapsed) }
    lastLook = .now
    // Its answer may have arrived since the last check.
    if child.hasEnded, shared.header.pointee.resultLength.read() == 0 { throw died(child.end()) }
    // Either nothing makes progress, or one plugin does not return while the others wait for it.
    let hanging = watches.filter { $0.isAtWork && $0.isStill(for: timeout) }
    guard !hanging.isEmpty || watches.allSatisfy({ $0.isStill(for: timeout) }) else { return }
    let incident = incident(hanging)
    throw ChainError(.timedOut(seconds: timeout, incident.incident), component: incident.component)
  }

  private func died(_ supervisor: ChildEnd) -> ChainError {
    var end = supervisor
    if let status = shared.end {
      end.status = status
    } else if let status = end.exitStatus {
      // Whatever happens to plugins, our own program notes their end before its own.
      let reason = "it ended with status \(status) before it was ready, so it is not the aucat-render of this version"
      return ChainError(.programUnavailable(path: program, reason: reason))
    }
    let thread = shared.faultyThread.pointee.read()
    let atWork = watches.filter(\.isAtWork)
    let faulty = atWork.filter { thread != 0 && $0.thread == thread }
    let (component, incident) = incident(faulty.isEmpty ? atWork : faulty)
    if end.isKilled { return ChainError(.killed) }
    let cause: ChainError.Cause =
      if let signal = end.signalName {
        .crashed(signal: signal, incident, lastLine: end.lastWords)
      } else if let status = end.exitStatus {
        .exited(status: status, incident, lastLine: end.lastWords)
      } else {
        .vanished(incident)
      }
    return ChainError(cause, component: component)
  }

  /// What happened, and to which component.
  ///
  /// - Parameter watches: those of the plugins that may have failed; none if any plugin of the chain may have, such as
  ///   on a thread of its own.
  private func incident(_ watches: [StatusWatch]) -> (component: String?, incident: ChainError.Incident) {
    let all = job.chain.stages.map(\.component)
    let named = watches.compactMap { watch in all.indices.contains(watch.stage - 1) ? all[watch.stage - 1] : nil }
    let suspects = named.isEmpty ? all : named
    let others = Array(suspects.dropFirst())
    return (suspects.first, ChainError.Incident(otherComponents: others, phase: watches.first?.phase ?? .idle))
  }
}

/// Watches one unit of a chain from the parent.
struct StatusWatch {
  // SAFETY: The status lies in memory that the session keeps mapped, and all its fields are atomic.

  private let status: UnsafeMutablePointer<RealtimeStatus>
  private var heartbeat: UInt64 = 0
  private var still = Duration.zero

  init(_ status: UnsafeMutablePointer<RealtimeStatus>) { self.status = status }

  /// - Parameter elapsed: the time since the last check during which the child could run.
  mutating func look(after elapsed: Duration) {
    let beat = status.pointee.heartbeat.read()
    still = beat == heartbeat ? still + elapsed : .zero
    heartbeat = beat
  }

  func isStill(for seconds: Double) -> Bool { still > .seconds(seconds) }

  /// The number of the stage whose plugin is being called, from 1; 0 for none.
  var stage: Int { Int(status.pointee.stage.read()) }
  var isAtWork: Bool { stage != 0 }
  var thread: UInt32 { status.pointee.thread.read() }
  var phase: RenderPhase { RenderPhase(rawValue: status.pointee.phase.read()) ?? .idle }
}
