internal import ChainHosting
internal import Synchronization

/// A ring of frames between the thread that feeds it and the thread that plays it.
struct RealtimePlayer: ~Copyable {
  // SAFETY: `samples` has `capacity` frames for each of `channelCount` channels, which outlive the player. The feeding
  // thread writes frames from `written` on, and publishes it then; the render thread reads those before it, and
  // publishes `taken`. Only the render thread uses `gain`. A cycle and what it leads to are the device's, for the
  // length of the call.

  let samples: UnsafeMutablePointer<Float>
  /// The capacity in frames, a power of two.
  let capacity: Int
  let channelCount: Int
  let outputCount: Int
  /// The change of the gain from one frame to the next during a fade.
  let step: Float
  /// The number of all frames that have been written to the ring.
  let written = Atomic<Int>(0)
  /// The number of all frames that have been taken from the ring, or skipped.
  let taken = Atomic<Int>(0)
  /// Frames before this one are skipped after a fade-out.
  let skipped = Atomic<Int>(0)
  /// The frame after the last one, once the feeding thread knows it.
  let end = Atomic<Int>(.max)
  /// Whether it plays rather than pauses.
  let plays = Atomic<Bool>(true)
  /// The number of missing frames.
  let missing = Atomic<Int>(0)
  /// The gain of the last frame.
  var gain: Float = 0

  init(_ samples: UnsafeMutablePointer<Float>, channels: Int, outputs: Int, capacity: Int, fade: Int) {
    self.samples = samples
    (channelCount, outputCount, self.capacity) = (channels, outputs, capacity)
    step = 1 / Float(max(1, fade))
  }

  /// The function that a device calls, with the addresses of a player and of a cycle.
  ///
  /// The compiler can't prove across modules that nothing locks: these lines are the only ones that it doesn't check.
  static var render: DeviceCall.Function {
    { context, cycle in
      guard let player = context?.assumingMemoryBound(to: RealtimePlayer.self) else { return }
      let cycle = cycle.assumingMemoryBound(to: LiveCycle.self)
      RealtimePlayer.render(player, to: cycle.pointee.outputs, frames: cycle.pointee.frames)
    }
  }

  /// Plays the next frames. Real-time safe.
  @_noLocks static func render(
    _ player: UnsafeMutablePointer<RealtimePlayer>, to outputs: UnsafePointer<UnsafeMutablePointer<Float>>, frames: Int
  ) {
    let (written, end) = (
      player.pointee.written.load(ordering: .acquiring), player.pointee.end.load(ordering: .acquiring)
    )
    let skipped = player.pointee.skipped.load(ordering: .acquiring)
    let plays = player.pointee.plays.load(ordering: .relaxed)
    var taken = player.pointee.taken.load(ordering: .relaxed)
    var gain = player.pointee.gain
    var missing = 0
    for frame in 0..<frames {
      if gain <= 0, taken < skipped { taken = skipped }
      let isWanted = plays && taken >= skipped
      if !isWanted && gain <= 0 {
        player.pointee.silence(outputs, frame)
      } else if taken >= written {
        player.pointee.silence(outputs, frame)
        // The sound fades back in. After a move, the first frames may take a moment.
        gain = 0
        if taken < end, isWanted, taken != skipped { missing &+= 1 }
      } else {
        gain = player.pointee.next(gain, isWanted)
        player.pointee.copy(taken, to: outputs, at: frame, gain: gain)
        taken &+= 1
      }
    }
    player.pointee.gain = gain
    player.pointee.taken.store(taken, ordering: .releasing)
    if missing > 0 {
      let before = player.pointee.missing.load(ordering: .relaxed)
      player.pointee.missing.store(before &+ missing, ordering: .relaxed)
    }
  }

  /// The gain of the next frame, after that of the last one.
  @_noLocks private func next(_ gain: Float, _ isWanted: Bool) -> Float {
    if isWanted {
      let next = gain + step
      return next < 1 ? next : 1
    }
    let next = gain - step
    return next > 0 ? next : 0
  }

  /// A single channel goes to all outputs; several go to one output each.
  @_noLocks private func copy(
    _ number: Int, to outputs: UnsafePointer<UnsafeMutablePointer<Float>>, at frame: Int, gain: Float
  ) {
    let place = number & (capacity &- 1)
    for output in 0..<outputCount {
      let channel = channelCount == 1 ? 0 : output
      outputs[output][frame] = channel < channelCount ? samples[channel &* capacity &+ place] * gain : 0
    }
  }

  @_noLocks private func silence(_ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, _ frame: Int) {
    for output in 0..<outputCount { outputs[output][frame] = 0 }
  }
}
