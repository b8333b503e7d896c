internal import Linux

/// A stage's response to an impulse, and after a sound has ended.
struct StageResponse {
  private let chain: MeasuredChain

  /// How long a response is recorded beyond the reported latency, in seconds.
  private static let recordingLength = 0.25
  /// How long the output may take to be quiet before an impulse, in seconds.
  private static let longestSettling = 4.0
  /// The level that counts as quiet before an impulse: -80 dBFS.
  private static let quiet: Float = 1e-4
  /// The longest tail that is measured, in seconds.
  private static let longestTail = 10.0
  /// How long the output must stay below -60 dB for a tail to have ended, in seconds.
  private static let tailEnd = 1.0
  private static let longestLatency = 262_144.0
  /// The impulses: frames from the start of a block, and levels.
  private static let impulses: [(place: Int, value: Float)] = [(3, 0.5), (130, 0.25), (77, 0.4), (201, 0.125)]

  /// The processor time of this thread at which the measurement ends, in nanoseconds.
  private let end: UInt64

  /// - Parameter limit: the processor time after which the measurement ends, in seconds.
  init(_ chain: MeasuredChain, limit: Double) {
    self.chain = chain
    end = CurrentThread.processorTime + UInt64(limit * 1e9)
  }

  /// Whether the time is up; then no result is certain.
  private var isLate: Bool { CurrentThread.processorTime > end }

  private func blocks(_ seconds: Double) -> Int {
    Int((seconds * chain.sampleRate / Double(chain.blockLength)).rounded(.up))
  }

  /// The delay of an impulse in frames; nil if it is not certain.
  ///
  /// Several impulses, of different loudness and at different places in a block, must agree: a gate, a compressor or a
  /// pitch shifter responds differently each time.
  func latency(reported: Double?) -> Int? {
    guard chain.inputCount > 0 else { return nil }
    let reported = reported.flatMap { (0...Self.longestLatency).contains($0) ? $0 : nil }
    let length = Int((reported ?? 0) + Self.recordingLength * chain.sampleRate)
    var found: [Int] = []
    for (place, value) in Self.impulses {
      guard settle(), let answer = answer(to: value, at: place % chain.blockLength, length: length),
        let delay = ImpulseDelay(answer).frames(reported: reported)
      else { return nil }
      found.append(delay)
    }
    return Set(found).count == 1 ? found[0] : nil
  }

  /// Renders silence until the output is silent too.
  ///
  /// - Returns: false if it is not.
  private func settle() -> Bool {
    var quietBlocks = 0
    for _ in 0..<blocks(Self.longestSettling) where !isLate {
      chain.render(impulse: nil)
      quietBlocks = chain.outputPeak < Self.quiet ? quietBlocks + 1 : 0
      if quietBlocks >= blocks(0.1) { return true }
    }
    return false
  }

  /// The magnitudes of the output from an impulse on, the largest of all channels; nil if they are not finite.
  private func answer(to value: Float, at place: Int, length: Int) -> [Float]? {
    var answer: [Float] = []
    answer.reserveCapacity(length + chain.blockLength)
    while answer.count < length + place {
      chain.render(impulse: answer.isEmpty ? (place, value) : nil)
      if !chain.outputPeak.isFinite || isLate { return nil }
      for frame in 0..<chain.blockLength {
        answer.append(chain.outputs.reduce(0) { max($0, $1[frame].magnitude) })
      }
    }
    return Array(answer[place...])
  }

  /// How long the output takes to fall by 60 dB after a second of noise, or of notes; nil if it is unknown, because
  /// there was no sound, or the chain makes sound by itself.
  func tail() -> StageCost.Tail? {
    guard settle() else { return nil }
    var sound = SoundMaker(chain.inputCount > 0 ? .noise : .music, sampleRate: chain.sampleRate)
    var peak: Float = 0
    for _ in 0..<blocks(1) {
      chain.render(&sound)
      peak = max(peak, chain.outputPeak)
    }
    guard peak.isFinite, peak > Self.quiet else { return nil }
    var (last, frames) = (0, 0)
    while Double(frames) < Self.longestTail * chain.sampleRate {
      chain.render(impulse: nil, events: frames == 0 && chain.inputCount == 0 ? SoundMaker.end : [])
      if !chain.outputPeak.isFinite || isLate { return nil }
      for frame in 0..<chain.blockLength
      where chain.outputs.contains(where: { $0[frame].magnitude > peak * 0.001 }) { last = frames + frame + 1 }
      frames += chain.blockLength
      if Double(frames - last) >= Self.tailEnd * chain.sampleRate { return .seconds(Double(last) / chain.sampleRate) }
    }
    return .longerThan(Self.longestTail)
  }
}
