internal import Synchronization

/// A stage's control ports, by port index; the arrays have elements for other ports too.
struct RealtimeParameters {
  /// The memory that the ports are connected to. All instances of a stage share it: their parameters are linked.
  let values: UnsafeMutablePointer<Float>
  /// The values that the control thread has set.
  let targets: UnsafeMutablePointer<Atomic<Float>>
  /// The values that the render thread ramps towards.
  let goals: UnsafeMutablePointer<Float>
  /// Frames left until the goal; 0 once it is reached.
  let remaining: UnsafeMutablePointer<Int32>
  /// Whether values between two values are meaningful, by port.
  let isContinuous: UnsafeMutablePointer<Bool>
  let count: Int
  /// The plugin's outputs after its last block, for other threads: while it runs, it may write its ports at any time.
  let readings: UnsafeMutablePointer<Atomic<Float>>
  /// The control outputs, by index.
  let outputs: UnsafeMutablePointer<Int32>
  let outputCount: Int
  /// The inputs that follow the host.
  let followers: UnsafeMutablePointer<RealtimeFollower>
  let followerCount: Int
  /// The inputs whose values last for one run.
  let triggers: UnsafeMutablePointer<RealtimeTrigger>
  let triggerCount: Int
  /// Grows with each change of a target.
  let changes: UnsafeMutablePointer<Atomic<UInt32>>
  let progress: UnsafeMutablePointer<Progress>

  /// The render thread's own state. The control thread may read the other fields at any time, so those never change.
  struct Progress {
    /// The value of ``changes`` that was seen last.
    var seen: UInt32 = 0
    /// The number of values that are being ramped.
    var moving = 0
  }
}

extension RealtimeParameters {
  // SAFETY: All arrays have `count` elements and live in the chain's pool. While the render thread runs, it alone
  // accesses them, except for the atomics, and for `values`, which others read with `readShared`.

  /// Sets a value without a ramp, before the chain runs. A trigger gets it with the first run.
  func start(_ port: Int, at value: Float) {
    set(port, to: value)
    guard !(0..<triggerCount).contains(where: { triggers[$0].port == port }) else { return }
    (values + port).writeShared(value)
    goals[port] = value
  }

  /// Adopts the control thread's values; continuous ones are ramped. Real-time safe.
  @_noLocks func follow(_ rampLength: Int) {
    let current = changes.pointee.read()
    guard current != progress.pointee.seen else { return }
    progress.pointee.seen = current
    for index in 0..<count {
      let target = targets[index].read()
      guard target != goals[index] else { continue }
      goals[index] = target
      if isContinuous[index] && rampLength > 0 {
        if remaining[index] == 0 { progress.pointee.moving += 1 }
        remaining[index] = Int32(truncatingIfNeeded: rampLength)
      } else {
        if remaining[index] != 0 { progress.pointee.moving -= 1 }
        remaining[index] = 0
        (values + index).writeShared(target)
      }
    }
    if triggerCount > 0 { takeTriggers() }
  }

  /// Publishes the plugin's outputs. Real-time safe.
  @_noLocks func publishOutputs() {
    for place in 0..<outputCount {
      let port = Int(outputs[place])
      readings[port].publish(values[port])
    }
  }

  /// Advances the ramps by the length of a block. Real-time safe.
  @_noLocks func advance(_ frames: Int) {
    guard progress.pointee.moving > 0 else { return }
    for index in 0..<count where remaining[index] > 0 {
      let left = Int(remaining[index])
      if frames >= left {
        (values + index).writeShared(goals[index])
        remaining[index] = 0
        progress.pointee.moving -= 1
      } else {
        let step = (goals[index] - values[index]) * Float(frames) / Float(left)
        (values + index).writeShared(values[index] + step)
        remaining[index] = Int32(truncatingIfNeeded: left - frames)
      }
    }
  }
}
