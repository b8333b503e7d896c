internal import ChainHosting

/// Passes on the tail of a render until it is silent.
final class TailGate {
  // SAFETY: Callers pass `count` samples for each channel, valid during the call; what is held back is copied.

  /// Minimum number of frames of a tail to render at a time.
  static let step = 1_024
  /// -90 dBFS: about one step of a 16-bit sample.
  private static let threshold: Float = 3.162_277_7e-5
  /// How long silence must last to end a tail: longer than the delay of nearly every echo, since one may still follow.
  private static let quietSeconds = 2.0
  private static let longestSeconds = 30.0

  /// Minimum length of the output in frames, once the input has ended.
  private(set) var earliestEnd = Int.max
  /// Maximum length of the output in frames, once the input has ended.
  private(set) var latestEnd = Int.max
  /// Whether the tail is over.
  private(set) var hasEnded = false
  /// The number of frames that were written.
  private(set) var framesWritten = 0
  /// Whether all samples that were written are 0.
  private(set) var isSilent = true
  /// The number of quiet frames that are held back until something louder follows.
  var framesHeld: Int { held.first?.count ?? 0 }

  private let options: RenderOptions.Tail
  private let sampleRate: Double
  private var position = 0
  private var isTail = false
  private var held: [[Float]]
  private let sink: any FrameSink

  init(
    _ options: RenderOptions.Tail, sampleRate: Double, channels: Int, sink: any FrameSink
  ) throws(ChainError) {
    if case .seconds(let seconds) = options, !HostSettings.tailLengths.contains(seconds) {
      throw ChainError(.tail(seconds))
    }
    self.sink = sink
    self.options = options
    self.sampleRate = sampleRate
    held = Array(repeating: [], count: channels)
  }

  /// Marks the end of the input.
  func begin(at frame: Int) {
    isTail = true
    earliestEnd = frame
    switch options {
    case .seconds(let seconds):
      latestEnd = frame + Int((seconds * sampleRate).rounded())
      hasEnded = false
    case .automatic: latestEnd = frame + Int(Self.longestSeconds * sampleRate)
    }
    hasEnded = latestEnd == frame
  }

  /// Writes frames, or holds them back until something louder follows.
  func pass(_ channels: [UnsafePointer<Float>], _ count: Int) throws {
    guard isTail, options == .automatic else {
      // A padded block may reach beyond the end.
      let allowed = min(count, latestEnd - position)
      position += max(allowed, 0)
      return allowed > 0 ? try deliver(channels, allowed) : ()
    }
    let due = min(max(earliestEnd - position, 0), count)
    if due > 0 { try deliver(channels, due) }
    position += count
    if due < count { try holdOrPass(channels.map { $0 + due }, count - due) }
  }

  /// Holds quiet frames back; writes others, after those that were held back.
  private func holdOrPass(_ channels: [UnsafePointer<Float>], _ count: Int) throws {
    if Self.isQuiet(channels, count) {
      for (index, channel) in channels.enumerated() {
        held[index].append(contentsOf: UnsafeBufferPointer(start: channel, count: count))
      }
      hasEnded = framesHeld >= Int(Self.quietSeconds * sampleRate)
    } else {
      try release()
      try deliver(channels, count)
    }
  }

  private func deliver(_ channels: [UnsafePointer<Float>], _ count: Int) throws {
    if isSilent { isSilent = !channels.contains { SampleScan.hasSound($0, count) } }
    try sink.write(channels, count: count)
    framesWritten += count
  }

  /// Writes the frames that were held back.
  private func release() throws {
    let count = framesHeld
    guard count > 0 else { return }
    let copies = held.map { samples in
      let copy = UnsafeMutablePointer<Float>.allocate(capacity: count)
      samples.withUnsafeBufferPointer { if let base = $0.baseAddress { copy.initialize(from: base, count: count) } }
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    for index in held.indices { held[index].removeAll(keepingCapacity: true) }
    try deliver(copies.map { UnsafePointer($0) }, count)
  }

  private static func isQuiet(_ channels: [UnsafePointer<Float>], _ count: Int) -> Bool {
    for channel in channels {
      for frame in 0..<count where !(channel[frame].magnitude < threshold) { return false }
    }
    return true
  }
}
