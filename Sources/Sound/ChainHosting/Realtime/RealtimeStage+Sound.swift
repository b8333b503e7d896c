internal import Synchronization

// What a render tells its user at the end: whether something was lost, and where the sound ended. Only the render thread
// runs this code.

extension RealtimeStage {
  // SAFETY: As in `RealtimeStage+Render.swift`.

  /// Notes that a message of this stage, or for it, was lost.
  @_noLocks func noteLoss() {
    let status = host.pointee.status
    if status.pointee.losingStage.read() == 0 {
      status.pointee.losingStage.publish(UInt32(truncatingIfNeeded: number &+ 1))
    }
    status.pointee.lostMessages.advance()
  }

  /// The size of its largest port for MIDI, in bytes; 0 if it takes none.
  @_noLocks func largestMIDIInput() -> Int {
    var largest = 0
    let first = instances[0]
    for port in 0..<first.atomInputCount where first.atomInputs[port].carriesMIDI {
      let size = Int(first.atomInputs[port].capacity)
      if size > largest { largest = size }
    }
    return largest
  }

  /// Notes whether it has given any sound. Once it has, that is all that a block costs here.
  @_noLocks func noteSound(_ frames: Int) {
    guard isHeard.pointee.read() == 0 else { return }
    for channel in 0..<outputCount where Self.hasSound(outputs[channel], frames) { isHeard.pointee.publish(1) }
  }

  /// Whether any of the samples differs from 0.
  @_noLocks private static func hasSound(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Bool {
    var bits: UInt32 = 0
    // Without the sign, since a 0 may be negative. All of them are read: a loop without exits is faster.
    for frame in 0..<frames { bits |= samples[frame].bitPattern & 0x7FFF_FFFF }
    return bits != 0
  }
}
