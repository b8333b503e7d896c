/// Where a render gets its sound from.
public protocol FrameSource: AnyObject {
  /// How many channels there are; 0 for none, when the first component makes the sound.
  var channelCount: Int { get }

  /// Reads the next frames.
  ///
  /// - Parameters:
  ///   - channels: where each channel goes.
  ///   - count: how many frames have room there.
  /// - Returns: how many were read; fewer than `count` at the end, and then 0.
  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int
}

/// Where a render puts its sound.
public protocol FrameSink: AnyObject {
  /// Writes frames.
  func write(_ channels: [UnsafePointer<Float>], count: Int) throws
}

/// How a chain is rendered from beginning to end.
public struct RenderOptions: Hashable, Sendable {
  /// How long the chain is heard after the input has ended.
  public enum Tail: Hashable, Sendable {
    /// This many seconds.
    case seconds(Double)
    /// Until half a second is quieter than -90 dBFS, and no longer than 30 s. The quiet end is left out.
    case automatic
  }

  /// What follows the input.
  public var tail = Tail.automatic
  /// Whether the frames by which the chain delays are left out at the beginning, and rendered at the end.
  public var compensatesLatency = true
  /// Whether samples that are no numbers are rendered like others.
  public var allowsNotFinite = false
  /// Beats a minute.
  public var tempo: Double?

  /// The usual options.
  public init() {}
}

/// What a render has done.
public struct RenderReport: Hashable, Sendable {
  /// Frames that were read.
  public var framesRead = 0
  /// Frames that were written.
  public var framesWritten = 0
  /// By how many frames the chain delayed in the end.
  public var latency = 0
  /// How many frames were left out at the beginning for it.
  public var framesSkipped = 0
}

/// Renders a chain from beginning to end, in memory of constant size.
struct OfflineRender {
  private let options: RenderOptions
  private let source: any FrameSource
  private let progress: (Int) throws -> Void
  private let sampleRate: Double
  private let block: Int
  private let chunk: Int
  private let inputs: [UnsafeMutablePointer<Float>]
  private let outputs: [UnsafeMutablePointer<Float>]
  private let memory = MemoryPool()
  private var report = RenderReport()
  private var skipsLeft: Int?
  private let tail: TailGate

  /// How many frames are read and written at once, at least.
  private static let chunkLength = 8_192

  init(
    _ chain: borrowing RunningChain, sampleRate: Double, options: RenderOptions, source: any FrameSource,
    sink: any FrameSink, progress: @escaping (Int) throws -> Void
  ) throws(ChainError) {
    self.options = options
    self.source = source
    self.progress = progress
    self.sampleRate = sampleRate
    block = chain.blockLength
    chunk = block * max(1, Self.chunkLength / block)
    inputs = try Self.channels(chain.inputCount, chunk, memory)
    outputs = try Self.channels(chain.outputCount, chunk, memory)
    tail = try TailGate(options.tail, sampleRate: sampleRate, channels: chain.outputCount, sink: sink)
  }

  private static func channels(
    _ count: Int, _ frames: Int, _ memory: MemoryPool
  ) throws(ChainError) -> [UnsafeMutablePointer<Float>] {
    var channels: [UnsafeMutablePointer<Float>] = []
    for _ in 0..<count { channels.append(try memory.samples(frames)) }
    return channels
  }

  /// Renders everything.
  mutating func run(_ chain: borrowing RunningChain) throws -> RenderReport {
    if let tempo = options.tempo { chain.control.setTempo(Float(tempo)) }
    while true {
      let count = try source.read(into: inputs, count: chunk)
      report.framesRead += count
      if count < chunk {
        try renderEnd(count, chain)
        break
      }
      try render(count, chain)
    }
    try renderTail(chain)
    report.latency = chain.control.latency
    report.framesWritten = tail.framesWritten
    return report
  }

  /// Renders the last frames of the input. In a fixed chain the rest of their last block is the beginning of the tail.
  private mutating func renderEnd(_ count: Int, _ chain: borrowing RunningChain) throws {
    let whole = chain.isFixed ? (count + block - 1) / block * block : count
    for channel in inputs { (channel + count).update(repeating: 0, count: whole - count) }
    tail.begin(at: report.framesRead)
    if whole > 0 { try render(whole, chain) }
  }

  /// Goes on with silence for what the chain holds back, and for the tail.
  private mutating func renderTail(_ chain: borrowing RunningChain) throws {
    for channel in inputs { channel.update(repeating: 0, count: chunk) }
    let step = block * max(1, TailGate.step / block)
    while tail.framesWritten + tail.framesHeld < tail.earliestEnd || !tail.hasEnded {
      let missing = tail.latestEnd - tail.framesWritten - tail.framesHeld + (skipsLeft ?? 0)
      guard missing > 0 else { break }
      try render(min(step, missing), chain)
    }
  }

  /// Renders frames that are in ``inputs``.
  private mutating func render(_ count: Int, _ chain: borrowing RunningChain) throws {
    var done = 0
    while done < count {
      let frames = min(block, count - done)
      // A component that requires fixed blocks gets a whole one at the end too.
      let length = chain.isFixed ? block : frames
      if length > frames {
        for channel in inputs { (channel + done + frames).update(repeating: 0, count: length - frames) }
      }
      renderBlock(at: done, length, chain)
      done += frames
    }
    if !options.allowsNotFinite, let stage = chain.control.notFiniteStage {
      let seconds = Double(tail.framesWritten + count) / sampleRate
      throw ChainError(
        .notFinite, chain.control.component(stage),
        "it gave samples that are not finite within the first \((seconds * 100).rounded(.up) / 100) s; "
          + "--allow-nan renders them all the same")
    }
    try emit(count, chain)
    try progress(tail.framesWritten)
  }

  private func renderBlock(at start: Int, _ frames: Int, _ chain: borrowing RunningChain) {
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>.self, capacity: max(inputs.count, 1)) { sources in
      withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: max(outputs.count, 1)) { targets in
        for (index, channel) in inputs.enumerated() {
          sources.initializeElement(at: index, to: UnsafePointer(channel + start))
        }
        for (index, channel) in outputs.enumerated() { targets.initializeElement(at: index, to: channel + start) }
        guard let source = sources.baseAddress, let target = targets.baseAddress else { return }
        chain.render(inputs.isEmpty ? nil : UnsafePointer(source), UnsafePointer(target), frames: frames)
      }
    }
  }

  /// Hands on what was rendered, without the frames that the chain holds back.
  private mutating func emit(_ count: Int, _ chain: borrowing RunningChain) throws {
    // Components say by how much they delay when they have run once.
    let skips = skipsLeft ?? (options.compensatesLatency ? chain.control.latency : 0)
    let skipped = min(skips, count)
    skipsLeft = skips - skipped
    report.framesSkipped += skipped
    if skipped == count { return }
    try tail.pass(outputs.map { UnsafePointer($0) + skipped }, count - skipped)
  }

}
