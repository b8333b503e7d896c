internal import CLV2Host

/// A port for sequences of events.
struct RealtimeAtomPort {
  var sequence: UnsafeMutablePointer<LV2_Atom_Sequence>
  /// The size of the sequence's memory, in bytes.
  var capacity: UInt32
  let carriesMIDI: Bool
  let carriesPosition: Bool
  let carriesMessages: Bool
}

extension RealtimeAtomPort {
  // SAFETY: A sequence has `capacity` bytes, and `appendEvent` checks each event against them. Only the render thread
  // and, during its run, the plugin access it.

  private static var headerSize: UInt32 { 8 }

  /// Prepares an empty sequence for the plugin to read.
  @_noLocks func clearInput(_ urids: borrowing RealtimeURIDs) {
    sequence.pointee.atom.type = urids.sequence
    sequence.pointee.atom.size = 8
    sequence.pointee.body.unit = 0
    sequence.pointee.body.pad = 0
  }

  /// Prepares room for the plugin to write.
  @_noLocks func clearOutput(_ urids: borrowing RealtimeURIDs) {
    sequence.pointee.atom.type = urids.chunk
    sequence.pointee.atom.size = capacity &- Self.headerSize
  }

  /// Appends an event to a sequence for the plugin to read.
  ///
  /// - Returns: false if there is no room for it.
  @discardableResult
  @_noLocks func append(frame: Int64, type: UInt32, size: UInt32, _ data: UnsafeRawPointer) -> Bool {
    guard let target = appendEvent(frame: frame, type: type, size: size) else { return false }
    aucatCopy(target, data, size)
    return true
  }

  /// Appends an event without its body.
  ///
  /// - Returns: where the body goes; nil if there is no room.
  @_noLocks func appendEvent(frame: Int64, type: UInt32, size: UInt32) -> UnsafeMutableRawPointer? {
    let used = Self.headerSize &+ sequence.pointee.atom.size
    let padded = (size &+ 7) & ~7
    guard size < capacity, capacity &- used >= padded &+ 16 else { return nil }
    let event = (UnsafeMutableRawPointer(sequence) + Int(used)).assumingMemoryBound(to: LV2_Atom_Event.self)
    event.pointee.time.frames = frame
    event.pointee.body.type = type
    event.pointee.body.size = size
    sequence.pointee.atom.size = sequence.pointee.atom.size &+ 16 &+ padded
    return UnsafeMutableRawPointer(event) + 16
  }
}

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
