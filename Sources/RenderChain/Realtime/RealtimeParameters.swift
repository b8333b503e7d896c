internal import Synchronization

/// A stage's control ports, by port index; other ports have a place too.
struct RealtimeParameters {
  /// What the ports are connected to. All instances of a stage share it: their parameters are linked.
  let values: UnsafeMutablePointer<Float>
  /// What the control thread wants.
  let targets: UnsafeMutablePointer<Atomic<Float>>
  /// What the render thread ramps towards.
  let goals: UnsafeMutablePointer<Float>
  /// Frames left until the goal; 0 once it is reached.
  let remaining: UnsafeMutablePointer<Int32>
  /// Whether values between two values are meaningful.
  let isContinuous: UnsafeMutablePointer<Bool>
  let count: Int
  /// Grows with each change of a target.
  let changes: UnsafeMutablePointer<Atomic<UInt32>>
  /// The last one that was seen.
  var seen: UInt32 = 0
  /// How many values are being ramped.
  var moving = 0
}

extension RealtimeParameters {
  // SAFETY: All arrays have `count` elements and live in the chain's pool. Only the render thread touches them while it runs, but for
  // the atomic ones.

  /// Sets a value at once, before the chain runs.
  func start(_ port: Int, at value: Float) {
    (values[port], goals[port]) = (value, value)
    targets[port].publish(value)
  }

  /// Takes over what the control thread wants; continuous values are ramped. Real-time safe.
  @_noLocks mutating func follow(_ rampLength: Int) {
    let current = changes.pointee.read()
    guard current != seen else { return }
    seen = current
    for index in 0..<count {
      let target = targets[index].read()
      guard target != goals[index] else { continue }
      goals[index] = target
      if isContinuous[index] && rampLength > 0 {
        if remaining[index] == 0 { moving += 1 }
        remaining[index] = Int32(truncatingIfNeeded: rampLength)
      } else {
        if remaining[index] != 0 { moving -= 1 }
        remaining[index] = 0
        values[index] = target
      }
    }
  }

  /// Advances the ramps by the length of a block. Real-time safe.
  @_noLocks mutating func advance(_ frames: Int) {
    guard moving > 0 else { return }
    for index in 0..<count where remaining[index] > 0 {
      let left = Int(remaining[index])
      if frames >= left {
        values[index] = goals[index]
        remaining[index] = 0
        moving -= 1
      } else {
        values[index] += (goals[index] - values[index]) * Float(frames) / Float(left)
        remaining[index] = Int32(truncatingIfNeeded: left - frames)
      }
    }
  }
}
