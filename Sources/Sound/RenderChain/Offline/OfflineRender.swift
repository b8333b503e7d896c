internal import ChainHosting
internal import ComponentModel

/// Renders a chain from beginning to end, in constant memory.
final class OfflineRender {
  // SAFETY: Inputs have `chunk` frames, a multiple of the block length, so padding stays within; `memory` keeps them.

  private let options: RenderOptions
  private let engine: PipelineEngine
  private let source: any FrameSource
  private let progress: (Int) throws -> Void
  private let sampleRate: Double
  private let block: Int
  private let isFixed: Bool
  private let chunk: Int
  private let inputs: [UnsafeMutablePointer<Float>]
  private let memory = MemoryPool()
  private var report = RenderReport()
  private var skipsLeft: Int?
  private var inputHasEnded = false
  private let tail: TailGate
  /// What is yet to be set.
  private var changes: ArraySlice<RenderChange>

  /// Minimum number of frames to read and write at once.
  private static let chunkLength = 8_192

  /// How many frames to read and write at once, for a block length.
  static func chunk(_ block: Int) -> Int { block * max(1, chunkLength / max(block, 1)) }

  init(
    _ engine: PipelineEngine, _ job: RenderJob, isFixed: Bool, source: any FrameSource, sink: any FrameSink,
    progress: @escaping (Int) throws -> Void
  ) throws(ChainError) {
    options = job.options
    changes = job.options.changes[...]
    sampleRate = job.sampleRate
    block = job.blockLength
    chunk = Self.chunk(job.blockLength)
    self.engine = engine
    self.isFixed = isFixed
    self.source = source
    self.progress = progress
    guard engine.outputCount > 0 else { throw ChainError(.outputCount(0)) }
    inputs = try memory.channels(engine.inputCount, of: chunk)
    tail = try TailGate(options.tail, sampleRate: sampleRate, channels: engine.outputCount, sink: sink)
  }

  /// Renders everything.
  func run() throws -> RenderReport {
    if let tempo = options.tempo { for unit in engine.units { unit.setTempo(Float(tempo)) } }
    while true {
      let count = try source.read(into: inputs, count: chunk)
      report.framesRead += count
      if count < chunk {
        // What is still in the pipeline belongs to the input, not to the tail.
        try engine.finish(emit)
        tail.begin(at: report.framesRead)
      }
      if count > 0 { try renderWithChanges(count) }
      if count < chunk { break }
    }
    try renderTail()
    try checkMemory()
    report.latency = engine.latency + options.unreportedLatency
    report.framesWritten = tail.framesWritten
    return report
  }

  /// Renders the frames in ``inputs``, and sets what is to be set at some of them.
  private func renderWithChanges(_ count: Int) throws {
    let first = report.framesRead - count
    var done = 0
    while let next = changes.first, next.frame < report.framesRead {
      let place = (isFixed ? next.frame / block * block : next.frame) - first
      if place > done { try render(place - done, from: done) }
      done = max(done, place)
      // What is still in the pipeline comes before it.
      try engine.finish(emit)
      try engine.apply(next.settings)
      changes = changes.dropFirst()
    }
    if count > done { try render(count - done, from: done) }
  }

  /// Feeds silence to flush the latency and to render the tail.
  private func renderTail() throws {
    try engine.finish(emit)
    inputHasEnded = true
    try checkLatencies()
    for channel in inputs { channel.update(repeating: 0, count: chunk) }
    let step = block * max(1, TailGate.step / block)
    while tail.framesWritten + tail.framesHeld < tail.earliestEnd || !tail.hasEnded {
      let missing = tail.latestEnd - tail.framesWritten - tail.framesHeld + (skipsLeft ?? 0)
      guard missing > 0 else { break }
      try render(min(step, missing))
      try engine.finish(emit)
    }
  }

  /// Renders the frames in ``inputs``. If a component requires fixed blocks, the last one is padded with silence, which
  /// is the start of the tail.
  private func render(_ count: Int, from start: Int = 0) throws {
    let inputs = start == 0 ? inputs : inputs.map { $0 + start }
    let length = isFixed ? (count + block - 1) / block * block : count
    if length > count { for channel in inputs { (channel + count).update(repeating: 0, count: length - count) } }
    try engine.render(inputs, count: length, deliver: emit)
    try progress(tail.framesWritten)
  }

  /// Passes on rendered frames, without the latency at the start.
  private func emit(_ channels: [UnsafeMutablePointer<Float>], _ count: Int) throws {
    try checkNumbers(count)
    if skipsLeft == nil { try checkLatencies() }
    // Components report their latency after their first run.
    let skips = skipsLeft ?? (options.compensatesLatency ? engine.firstLatency + options.unreportedLatency : 0)
    let skipped = min(skips, count)
    skipsLeft = skips - skipped
    report.framesSkipped += skipped
    if skipped == count { return }
    let heard = channels.prefix(engine.outputCount).map { UnsafePointer($0) + skipped }
    try tail.pass(heard, count - skipped)
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

  /// Throws if a component's latency would make the whole sound disappear.
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

/// What a render has done.
public struct RenderReport: Hashable, Sendable {
  /// Frames that were read.
  public var framesRead = 0
  /// Frames that were written.
  public var framesWritten = 0
  /// The chain's latency at the end, in frames.
  public var latency = 0
  /// How many frames were dropped at the start to compensate for it.
  public var framesSkipped = 0
}

extension RenderReport {
  var json: JSON {
    .object([
      ("framesRead", .int(framesRead)), ("framesWritten", .int(framesWritten)), ("latency", .int(latency)),
      ("framesSkipped", .int(framesSkipped)),
    ])
  }

  init(_ members: Members) throws(ChainFile.FormatError) {
    framesRead = try members.integer("framesRead") ?? 0
    framesWritten = try members.integer("framesWritten") ?? 0
    latency = try members.integer("latency") ?? 0
    framesSkipped = try members.integer("framesSkipped") ?? 0
  }
}
