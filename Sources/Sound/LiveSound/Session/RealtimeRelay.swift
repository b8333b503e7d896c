internal import CJack
internal import ChainHosting
internal import Synchronization

/// Passes a device's cycles to the chain that plays, and changes from one chain to the next without a click.
struct RealtimeRelay: ~Copyable {
  // SAFETY: Only the device's thread runs `render` and touches `fadeLeft`; one device has ended its calls before
  // another one begins. `LiveRelay` keeps a chain until neither `wanted` nor `playing` names it, or no device makes
  // calls. A cycle and what it leads to are the device's, for the length of the call.

  /// The length of a replaced chain's fade-out, in frames.
  static var fadeLength: Int { 1_024 }

  /// The chain that should play: the address of its engine. Written by the session.
  let wanted = Atomic<UInt>(0)
  /// The chain that plays: the address of its engine, 0 for none yet. Written by the device's thread.
  let playing = Atomic<UInt>(0)
  /// 1 from the start of a device until its first cycle, in which all channels begin to fade in.
  let begins = Atomic<UInt32>(0)
  /// The device's thread, once it has made the first call.
  let thread = Atomic<UInt>(0)
  /// Whether the transport is rolling.
  let rolls = Atomic<UInt32>(0)
  /// The number of a cycle's outputs.
  let outputCount: Int
  /// The remaining frames of the fade-out; 0 if the chain is not being replaced.
  var fadeLeft = 0

  init(outputCount: Int) { self.outputCount = outputCount }

  /// The function that a device calls, with the addresses of a relay and of a block in the device's own memory.
  ///
  /// The compiler can't prove across modules that nothing locks. These lines are the only ones that it doesn't check;
  /// what they call, it checks in the other module.
  static var render: DeviceCall.Function {
    { context, cycle in
      guard let relay = context?.assumingMemoryBound(to: RealtimeRelay.self) else { return }
      let cycle = cycle.assumingMemoryBound(to: LiveCycle.self)
      guard let engine = UnsafePointer<LiveEngine>(bitPattern: relay.pointee.beginCycle(cycle)) else {
        return RealtimeRelay.silence(
          cycle.pointee.outputs, count: relay.pointee.outputCount, frames: cycle.pointee.frames)
      }
      if relay.pointee.beginsDevice() {
        relay.pointee.thread.store(aucatDeviceThread(), ordering: .releasing)
        (cycle.pointee.startsInput, cycle.pointee.startsOutput) = (.max, .max)
      }
      engine.pointee.render(cycle.pointee)
      RealtimeRelay.endCycle(relay, outputs: cycle.pointee.outputs, frames: cycle.pointee.frames)
    }
  }

  /// The engine of this cycle; 0 if there is none.
  @_noLocks private func beginCycle(_ cycle: UnsafePointer<LiveCycle>) -> UInt {
    rolls.store(cycle.pointee.position.speed != 0 ? 1 : 0, ordering: .relaxed)
    let current = playing.load(ordering: .relaxed)
    if current != 0 { return current }
    let first = wanted.load(ordering: .acquiring)
    playing.store(first, ordering: .releasing)
    return first
  }

  /// Whether this is a device's first cycle.
  @_noLocks private func beginsDevice() -> Bool {
    if begins.load(ordering: .acquiring) == 0 { return false }
    begins.store(0, ordering: .relaxed)
    return true
  }

  /// Fades the chain out if another one is wanted, which fades itself in from the next cycle on. It changes only
  /// `fadeLeft`: the session writes its own fields meanwhile.
  @_noLocks private static func endCycle(
    _ relay: UnsafeMutablePointer<RealtimeRelay>, outputs: UnsafePointer<UnsafeMutablePointer<Float>>, frames: Int
  ) {
    let next = relay.pointee.wanted.load(ordering: .acquiring)
    guard next != relay.pointee.playing.load(ordering: .relaxed) else { return }
    let left = relay.pointee.fadeLeft == 0 ? fadeLength : relay.pointee.fadeLeft
    for channel in 0..<relay.pointee.outputCount {
      for frame in 0..<frames { outputs[channel][frame] *= gain(left &- frame) }
    }
    relay.pointee.fadeLeft = left > frames ? left &- frames : 0
    if left <= frames { relay.pointee.playing.store(next, ordering: .releasing) }
  }

  /// The gain with this many frames of the fade left: a curve without corners.
  @_noLocks private static func gain(_ left: Int) -> Float {
    guard left > 0 else { return 0 }
    let share = Float(left) / Float(fadeLength)
    return share * share * (3 - 2 * share)
  }

  @_noLocks private static func silence(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int, frames: Int
  ) {
    for channel in 0..<count {
      for frame in 0..<frames { outputs[channel][frame] = 0 }
    }
  }
}
