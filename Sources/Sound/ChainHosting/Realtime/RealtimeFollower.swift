internal import ChainModel
internal import Synchronization

/// A control input that follows the host until the control thread sets it.
struct RealtimeFollower {
  // SAFETY: `isSet` is in the chain's pool, like the values of the port; only the render thread uses `isHeld`.

  /// The port's index in LV2.
  let port: Int
  let quantity: HostQuantity
  /// The port's range. Plugins don't expect other values, even from the host.
  let lowest: Float
  let highest: Float
  /// 1 while the control thread's value counts.
  let isSet: UnsafeMutablePointer<Atomic<UInt32>>
  /// Whether the render thread has adopted that value.
  var isHeld = false

  /// The host's value within the port's range.
  @_noLocks func value(_ transport: UnsafeMutablePointer<RealtimeTransport>) -> Float {
    let value = transport.pointee.value(of: quantity)
    return value < lowest ? lowest : value > highest ? highest : value
  }
}

/// A control input whose values last for one run.
struct RealtimeTrigger {
  /// The port's index in LV2.
  let port: Int
  /// The value to which it returns.
  let rest: Float
}

extension RealtimeParameters {
  // SAFETY: As in RealtimeParameters.swift; the arrays have `followerCount` and `triggerCount` elements.

  /// Gives the inputs that follow the host their values for the next run. Real-time safe.
  @_noLocks func followHost(_ transport: UnsafeMutablePointer<RealtimeTransport>) {
    for place in 0..<followerCount {
      let port = followers[place].port
      if followers[place].isSet.pointee.read() == 0 {
        followers[place].isHeld = false
        (values + port).writeShared(followers[place].value(transport))
      } else if !followers[place].isHeld {
        // `follow` sees only values other than the last one that was set.
        followers[place].isHeld = true
        (values + port).writeShared(targets[port].read())
      }
    }
  }

  /// Takes the values of triggers that have been adopted, so that a value which is set while the plugin runs is
  /// adopted before its next run. Real-time safe.
  @_noLocks func takeTriggers() {
    for place in 0..<triggerCount {
      let (port, rest) = (triggers[place].port, triggers[place].rest)
      guard goals[port] != rest else { continue }
      _ = targets[port].compareExchange(expected: goals[port], desired: rest, ordering: .relaxed)
      goals[port] = rest
    }
  }

  /// Returns triggers to rest, after a run. Real-time safe.
  @_noLocks func releaseTriggers() {
    for place in 0..<triggerCount { (values + triggers[place].port).writeShared(triggers[place].rest) }
  }

  // For the control thread.

  /// Whether a port has the control thread's value; if not, it follows the host.
  func isSet(_ port: Int) -> Bool { setting(of: port).map { $0.pointee.read() != 0 } ?? true }

  /// Lets a port follow the host, if it is one that can.
  func release(_ port: Int) { setting(of: port)?.pointee.publish(0) }

  /// Sets a value; the next block adopts it.
  func set(_ port: Int, to value: Float) {
    targets[port].publish(value)
    setting(of: port)?.pointee.publish(1)
    changes.pointee.publish(changes.pointee.read() &+ 1)
  }

  /// Whether a port that can follow the host is set. The rest of a follower may be the render thread's at any time.
  private func setting(of port: Int) -> UnsafeMutablePointer<Atomic<UInt32>>? {
    for place in 0..<followerCount where followers[place].port == port { return followers[place].isSet }
    return nil
  }
}
