internal import ChainHosting
internal import ComponentModel
internal import Linux
internal import Synchronization

/// The parent's side of a render.
struct RenderSession {
  // SAFETY: The session's creator unmaps the memory after it. The header is read atomically; the child, whose
  // plugins may write anything there, gives only numbers that are bounded before use.

  private let job: RenderJob
  private let shared: SharedRender
  private let child: ChildProcess
  /// The path of the child's program.
  private let program: String
  private let source: any FrameSource
  private let timeout: Double
  private var inputHasEnded = false
  private var outputHasEnded = false
  private var outputChannels = 0
  private var framesWritten = 0
  private var sink: (any FrameSink)?
  /// The MIDI that the chain has sent.
  private var messages: [MIDIMessage] = []
  /// The number of messages that the child could not get.
  private var lostMessages = 0
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
    watches = (0..<RenderJob.mostUnits).map { StatusWatch(shared.child.statuses + $0) }
  }

  /// Renders the job, block by block.
  mutating func run(
    _ opened: (Int) throws -> any FrameSink, _ progress: (Int) throws -> Void
  ) throws -> RenderReport {
    let members = try awaitAnswer(opened, progress)
    guard outputHasEnded else { throw ChainError(.incompleteOutput) }
    var report = try RenderReport(members)
    (report.framesRead, report.framesWritten) = (framesRead, framesWritten)
    // The child's numbers are not trusted.
    report.messages = messages.filter { (0...framesWritten).contains($0.frame) }
    report.lostMessages = max(0, min(report.lostMessages, .max - lostMessages)) + lostMessages
    return report
  }

  /// Waits for the answer to the job's task.
  ///
  /// - Parameter look: called several times a second; an error from it terminates the child.
  mutating func answer(_ look: () throws -> Void) throws -> Members {
    inputHasEnded = true
    return try awaitAnswer({ _ in throw Self.nonsense }, { _ in try look() })
  }

  private mutating func awaitAnswer(
    _ opened: (Int) throws -> any FrameSink, _ progress: (Int) throws -> Void
  ) throws -> Members {
    while true {
      let events = shared.child.parentEvents.value
      let isComplete = shared.header.pointee.resultLength.read() != 0
      try open(opened)
      // Finished output is written before more input is read, which may take a while from a pipe.
      var isFed = false
      repeat {
        isFed = try feed()
        while try drain() { try progress(framesWritten) }
      } while isFed
      if isComplete { return try answer() }
      shared.child.parentEvents.wait(while: events, milliseconds: Self.patience)
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
    if let room = shared.inputMessages(inputsFilled) {
      send((source as? any MIDISource)?.messages ?? [], through: room)
    }
    shared.setInputCount(inputsFilled, UInt32(count) | (inputHasEnded ? ChildMemory.endMark : 0))
    inputsFilled &+= 1
    shared.header.pointee.inputsFilled.publish(inputsFilled)
    shared.child.childEvents.signal()
    return true
  }

  /// Gives the child the messages of a slot. Those that don't fit can't come later, so they are lost.
  private mutating func send(_ messages: [MIDIMessage], through room: SharedMessages) {
    let written = room.write(messages[...])
    lostMessages += messages.count - written.done + written.lost
  }

  /// Empties a filled slot of the output, if there is one. The child's numbers are not trusted.
  private mutating func drain() throws -> Bool {
    let waiting = shared.header.pointee.outputsFilled.read() &- outputsEmptied
    guard let sink, !outputHasEnded, waiting > 0 else { return false }
    _ = try isWithin(waiting)
    let mark = shared.outputCount(outputsEmptied)
    // SAFETY: The child may have written any count: use no more than a slot has.
    let count = min(Int(mark & ~ChildMemory.endMark), shared.slotFrames)
    outputHasEnded = mark & ChildMemory.endMark != 0
    if count > 0 {
      try sink.write((0..<outputChannels).map { UnsafePointer(shared.output(outputsEmptied, $0)) }, count: count)
    }
    if job.options.keepsMessages, let room = shared.outputMessages(outputsEmptied) { messages += room.read() }
    framesWritten += count
    outputsEmptied &+= 1
    shared.header.pointee.outputsEmptied.publish(outputsEmptied)
    shared.child.childEvents.signal()
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

  /// Throws the reason if the child hangs or has ended.
  private mutating func lookAfterChild() throws {
    // If checks are far apart, the machine slept or this process was stopped, and the child did not run either.
    let elapsed = min(ContinuousClock.now - lastLook, .milliseconds(200))
    for number in watches.indices { watches[number].look(after: elapsed) }
    lastLook = .now
    // Its answer may have arrived since the last check.
    if child.hasEnded, shared.header.pointee.resultLength.read() == 0 { throw died() }
    // Either nothing makes progress, or one plugin does not return while the others wait for it.
    let hanging = watches.filter { $0.isAtWork && $0.isStill(for: timeout) }
    guard !hanging.isEmpty || watches.allSatisfy({ $0.isStill(for: timeout) }) else { return }
    let incident = StatusWatch.incident(hanging, among: components)
    throw ChainError(.timedOut(seconds: timeout, incident.incident), component: incident.component)
  }

  private func died() -> ChainError {
    StatusWatch.death(child.end(), in: shared.child, watches, among: components, running: program)
  }

  private var components: [String] { job.chain.stages.map(\.component) }
}
