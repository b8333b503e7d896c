internal import CLV2Host

/// Iterates over a sequence that a plugin or this host has written. Its sizes are checked against the available memory.
struct RealtimeEvents {
  // SAFETY: `left` never exceeds the sequence's memory, whatever sizes the plugin has written, and no event is returned
  // whose header or body would cross it.

  private var next: UnsafeMutableRawPointer
  private var left: UInt32

  @_noLocks init(_ sequence: UnsafeMutablePointer<LV2_Atom_Sequence>, capacity: UInt32, type: UInt32) {
    next = UnsafeMutableRawPointer(sequence) + 16
    let size = sequence.pointee.atom.size
    left = sequence.pointee.atom.type == type && size >= 8 && size <= capacity &- 8 ? size &- 8 : 0
  }

  @_noLocks mutating func nextEvent() -> UnsafeMutablePointer<LV2_Atom_Event>? {
    guard left >= 16 else { return nil }
    let event = next.assumingMemoryBound(to: LV2_Atom_Event.self)
    let size = event.pointee.body.size
    guard size <= left &- 16 else { return nil }
    let step = (16 &+ size &+ 7) & ~7
    next += Int(step)
    left = step <= left ? left &- step : 0
    return event
  }
}
