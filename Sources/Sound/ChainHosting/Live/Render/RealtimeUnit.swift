internal import CLV2Host
internal import Synchronization

/// A component of a live chain, as the render thread needs it.
struct RealtimeUnit {
  // SAFETY: Each pointer leads to memory of a pool that outlives the chain.

  let stage: UnsafeMutablePointer<RealtimeStage>
  let sendsMIDI: Bool
  /// The notes that it has started.
  let ledger: NoteLedger
  let levels: LevelGuard
  /// The time that it has taken in this cycle, in nanoseconds.
  let time: UnsafeMutablePointer<Int64>
}

extension RealtimeUnit {
  // SAFETY: Only the render thread runs this code, with as many channels as the component has.

  /// More than any plausible latency, in frames.
  private static var longestLatency: Float { 8_388_608 }

  /// The latency in frames, as reported after the last block.
  @_noLocks func latency() -> Int {
    guard let reported = stage.pointee.latency else { return 0 }
    let frames = reported.pointee
    // NaN fails both comparisons, and counts as 0.
    guard frames > 0, frames < Self.longestLatency else { return frames > 0 ? Int(Self.longestLatency) : 0 }
    return Int(frames)
  }

  /// Passes the sound to the channels that follow: as it is, or its average if the numbers of channels differ.
  @_noLocks func pass(
    _ sources: UnsafePointer<UnsafeMutablePointer<Float>>, to targets: UnsafePointer<UnsafeMutablePointer<Float>>,
    frames: Int
  ) {
    let inputCount = stage.pointee.inputCount
    for channel in 0..<stage.pointee.outputCount {
      if inputCount == stage.pointee.outputCount || inputCount == 1 {
        let source = sources[inputCount == 1 ? 0 : channel]
        aucatCopy(targets[channel], source, UInt32(truncatingIfNeeded: frames * 4))
      } else {
        average(sources, into: targets[channel], frames: frames)
      }
    }
  }

  @_noLocks private func average(
    _ sources: UnsafePointer<UnsafeMutablePointer<Float>>, into target: UnsafeMutablePointer<Float>, frames: Int
  ) {
    let inputCount = stage.pointee.inputCount
    for frame in 0..<frames {
      var sum: Float = 0
      for input in 0..<inputCount { sum += sources[input][frame] }
      target[frame] = inputCount > 0 ? sum / Float(inputCount) : 0
    }
  }
}
