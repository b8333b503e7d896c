internal import ChainHosting
internal import ComponentModel

/// Renders a chain from beginning to end, in constant memory.
final class OfflineRender {
  // SAFETY: Inputs have `chunk` frames, a multiple of the block length, so padding stays within; `memory` keeps them.

  private let options: RenderOptions
  private let engine: PipelineEngine
  private let source: any FrameSource
  private let progress: (Int) throws -> Void
  private let fell: (ChainError) throws -> Void
  /// The unit and the place in it of each component whose failure was reported.
  private var fallen: Set<[Int]> = []
  private let sampleRate: Double
  private let block: Int
  private let isFixed: Bool
  private let chunk: Int
  private let inputs: [UnsafeMutablePointer<Float>]
  private let memory = MemoryPool()
  /// The report so far; complete at the end.
  private(set) var report = RenderReport()
  private var phase = Phase.start
  /// Messages that are still to be rendered, with frames counted from the next one to render.
  private var pending: [MIDIMessage] = []
  private var framesRendered = 0
  private var skipsLeft: Int?
  private var inputHasEnded = false
  /// Whether the chain got any sound or MIDI.
  private var wasFed = false
  private var tail: TailGate
  private let sink: any FrameSink
  /// The changes of settings that are still to be made.
  private var changes: ArraySlice<RenderChange>

  private enum Phase {
    case start, input, tail, end
  }

  /// Minimum number of frames to read and write at a time.
  private static let chunkLength = 8_192

  /// The number of frames to read and write at a time, for a block length.
  static func chunk(_ block: Int) -> Int { block * max(1, chunkLength / max(block, 1)) }

  /// The number of a tail's frames that are rendered at a time.
  static func tailStep(_ block: Int) -> Int { block * max(1, TailGate.step / block) }

  /// - Parameters:
  ///   - chunk: how many frames are read at a time, a multiple of the block length. The engine has room for as many,
  ///     and for those of ``tailStep(_:)``.
  ///   - fell: called once for each failure of a component in a process of its own, whose input is heard in its place.
  init(
    _ engine: PipelineEngine, _ job: RenderJob, isFixed: Bool, chunk: Int, source: any FrameSource,
    sink: any FrameSink, fell: @escaping (ChainError) throws -> Void = { throw $0 },
    progress: @escaping (Int) throws -> Void
  ) throws(ChainError) {
    options = job.options
    changes = job.options.changes[...]
    sampleRate = job.sampleRate
    block = job.blockLength
    self.chunk = chunk
    self.engine = engine
    self.isFixed = isFixed
    self.source = source
    self.progress = progress
    self.fell = fell
    guard engine.outputCount > 0 else { throw ChainError(.outputCount(0)) }
    inputs = try memory.channels(engine.inputCount, of: max(chunk, Self.tailStep(block)))
    self.sink = sink
    tail = try TailGate(options.tail, sampleRate: sampleRate, channels: engine.outputCount, sink: sink)
  }

  /// Renders the input to its end, then the tail.
  func run() throws -> RenderReport {
    while try step() {}
    return report
  }

  /// Renders the next portion.
  ///
  /// - Returns: false at the end.
  func step() throws -> Bool {
    switch phase {
    case .start:
      if let tempo = options.tempo { for unit in engine.units { unit.setTempo(Float(tempo)) } }
      phase = .input
    case .input: try renderInput()
    case .tail: try renderTail()
    case .end: return false
    }
    try tellFalls()
    return true
  }

  /// Starts again from the source's new position. Plugins keep running, so their latency is skipped once more.
  func restart() throws(ChainError) {
    tail = try TailGate(options.tail, sampleRate: sampleRate, channels: engine.outputCount, sink: sink)
    (report, pending, framesRendered, inputHasEnded) = (RenderReport(), [], 0, false)
    skipsLeft = nil
    phase = .start
  }

  private func renderInput() throws {
    let count = try source.read(into: inputs, count: chunk)
    report.framesRead += count
    let messages = (source as? any MIDISource)?.messages ?? []
    if !wasFed {
      wasFed = messages.contains { $0.note?.isOn == true } || inputs.contains { SampleScan.hasSound($0, count) }
    }
    pending += messages.filter { !$0.isMeta }
    if count < chunk {
      // What is still in the pipeline belongs to the input, not to the tail.
      try engine.finish(emit)
      tail.begin(at: report.framesRead)
    }
    if count > 0 { try renderWithChanges(count, messages.filter(\.isMeta)) }
    if count < chunk { try beginTail() }
  }

  /// Renders the frames in ``inputs``, and applies the changes that are due at some of them.
  ///
  /// - Parameter metas: changes of the tempo and the meter.
  private func renderWithChanges(_ count: Int, _ metas: [MIDIMessage]) throws {
    let first = report.framesRead - count
    var done = 0
    var metas = metas[...]
    func reach(_ frame: Int) throws {
      let place = (isFixed ? frame / block * block : frame) - first
      if place > done { try render(place - done, from: done) }
      done = max(done, place)
      // Frames that are still in the pipeline come before this one.
      try engine.finish(emit)
    }
    while true {
      let (change, meta) = (changes.first?.frame ?? .max, metas.first.map { first + $0.frame } ?? .max)
      guard min(change, meta) < report.framesRead else { break }
      try reach(min(change, meta))
      if change <= meta, let next = changes.popFirst() {
        try engine.apply(next.settings)
      } else if let next = metas.popFirst() {
        for unit in engine.units { unit.follow(next) }
      }
    }
    if count > done { try render(count - done, from: done) }
  }

  /// Ends the input: from now on, silence flushes the latency and renders the tail.
  private func beginTail() throws {
    try engine.finish(emit)
    inputHasEnded = true
    try checkLatencies()
    for channel in inputs { channel.update(repeating: 0, count: max(chunk, Self.tailStep(block))) }
    phase = .tail
  }

  private func renderTail() throws {
    let missing = tail.latestEnd - tail.framesWritten - tail.framesHeld + (skipsLeft ?? 0)
    let isOver = tail.framesWritten + tail.framesHeld >= tail.earliestEnd && tail.hasEnded
    guard !isOver, missing > 0 else { return try end() }
    try render(min(Self.tailStep(block), missing))
    try engine.finish(emit)
  }

  private func end() throws {
    phase = .end
    try checkMemory()
    report.latency = engine.latency + options.unreportedLatency
    report.framesWritten = tail.framesWritten
    report.messages.removeAll { $0.frame >= tail.framesWritten }
    (report.lostMessages, report.losingComponent) = engine.losses
    // A component without inputs makes sound of nothing.
    if tail.isSilent, tail.framesWritten > 0, wasFed || inputs.isEmpty {
      report.silence = RenderReport.Silence(stage: engine.silentStage)
    }
  }

  /// Renders the frames in ``inputs``. If a component requires fixed blocks, the last one is padded with silence, which
  /// is the start of the tail.
  private func render(_ count: Int, from start: Int = 0) throws {
    let inputs = start == 0 ? inputs : inputs.map { $0 + start }
    let length = isFixed ? (count + block - 1) / block * block : count
    if length > count { for channel in inputs { (channel + count).update(repeating: 0, count: length - count) } }
    let due = pending.prefix { $0.frame < length }
    pending.removeFirst(due.count)
    for index in pending.indices { pending[index].frame -= length }
    try engine.render(inputs, count: length, messages: Array(due), deliver: emit)
    try progress(tail.framesWritten)
  }

  /// Passes on rendered frames, without the latency at the start.
  private func emit(_ channels: [UnsafeMutablePointer<Float>], _ count: Int, sent: [MIDIMessage]) throws {
    try checkNumbers(count)
    if skipsLeft == nil { try checkLatencies() }
    // Components report their latency after their first run.
    let skips = skipsLeft ?? (options.compensatesLatency ? engine.firstLatency + options.unreportedLatency : 0)
    let skipped = min(skips, count)
    skipsLeft = skips - skipped
    report.framesSkipped += skipped
    report.messages += sent.map { message in
      MIDIMessage(frame: max(0, framesRendered + message.frame - report.framesSkipped), bytes: message.bytes)
    }
    framesRendered += count
    if skipped == count { return }
    let heard = channels.prefix(engine.outputCount).map { UnsafePointer($0) + skipped }
    try tail.pass(heard, count - skipped)
  }

  private func tellFalls() throws {
    for (number, unit) in engine.units.enumerated() {
      for (stage, error) in unit.falls where fallen.insert([number, stage]).inserted { try fell(error) }
    }
  }

  private func checkNumbers(_ count: Int) throws(ChainError) {
    if let component = engine.corrupting { throw ChainError(.wroteOutside(otherComponents: []), component: component) }
    guard !options.allowsNonFinite, engine.isInputNonFinite || engine.nonFinite != nil else { return }
    let seconds = (Double(tail.framesWritten + count) / sampleRate * 100).rounded(.up) / 100
    guard let component = engine.nonFinite else { throw ChainError(.nonFiniteInput(seconds: seconds)) }
    throw ChainError(.nonFinite(seconds: seconds), component: component)
  }

  /// The longest plausible latencies, in seconds: for a sound shorter than the latency, and for any sound.
  private static let longestLatencies = (short: 10.0, any: 60.0)

  /// Throws if a component's latency is implausible, or would make the whole sound disappear.
  private func checkLatencies() throws(ChainError) {
    guard options.compensatesLatency else { return }
    for (component, frames) in engine.firstLatencies {
      let seconds = Double(frames) / sampleRate
      let isBeyondSound =
        inputHasEnded && seconds > Self.longestLatencies.short && Double(frames) > Double(report.framesRead)
      guard frames >= 0, seconds <= Self.longestLatencies.any, !isBeyondSound else {
        throw ChainError(.latency(frames: Double(frames)), component: component)
      }
    }
  }

  /// Throws if a component has written outside its memory, which may have gone unnoticed.
  private func checkMemory() throws(ChainError) {
    let suspects = engine.suspects
    guard let first = suspects.first else { return }
    throw ChainError(.wroteOutside(otherComponents: Array(suspects.dropFirst())), component: first)
  }
}

/// The report of a render.
public struct RenderReport: Hashable, Sendable {
  /// The number of frames that were read.
  public var framesRead = 0
  /// The number of frames that were written.
  public var framesWritten = 0
  /// The chain's latency at the end, in frames.
  public var latency = 0
  /// The number of frames that were dropped at the start to compensate for latency.
  public var framesSkipped = 0
  /// The MIDI that the chain's last sender has sent, if ``RenderOptions/keepsMessages`` asks for it; latency is
  /// subtracted from the messages' frames, as from the sound.
  public var messages: [MIDIMessage] = []
  /// The number of MIDI messages that were lost because a block had more of them than there was room for.
  public var lostMessages = 0
  /// The URI of the component that got or sent the first message that was lost; nil if none was, or all were longer than
  /// a process can pass on.
  public var losingComponent: String?
  /// Whether a chain that was to sound has given nothing but digital silence; nil if it has given sound, or got none.
  public var silence: Silence?

  /// An output whose samples are all 0, although the chain got sound or MIDI, or makes sound of nothing.
  public struct Silence: Hashable, Sendable {
    /// The place in the chain of the first component that has given only silence, from 0; nil if each has given sound,
    /// which has been dropped with the latency or the quiet end.
    public var stage: Int?

    /// A silence from a component on.
    public init(stage: Int?) { self.stage = stage }
  }

  /// The report of a render that did nothing.
  package static let nothing = RenderReport()
}

extension RenderReport {
  var json: JSON {
    .object([
      ("framesRead", .int(framesRead)), ("framesWritten", .int(framesWritten)), ("latency", .int(latency)),
      ("framesSkipped", .int(framesSkipped)), ("lostMessages", .int(lostMessages)),
      ("losingComponent", .optional(losingComponent)), ("isSilent", .bool(silence != nil)),
      ("silentStage", .optional(silence?.stage)),
    ])
  }

  init(_ members: Members) throws(ChainFile.FormatError) {
    framesRead = try members.integer("framesRead") ?? 0
    framesWritten = try members.integer("framesWritten") ?? 0
    latency = try members.integer("latency") ?? 0
    framesSkipped = try members.integer("framesSkipped") ?? 0
    lostMessages = try members.integer("lostMessages") ?? 0
    losingComponent = try members.text("losingComponent")
    if try members.flag("isSilent") == true { silence = Silence(stage: try members.integer("silentStage")) }
  }
}
