internal import CLV2Host

/// A port for sequences of events.
struct RealtimeAtomPort {
  var sequence: UnsafeMutablePointer<LV2_Atom_Sequence>
  /// Of the sequence's memory, in bytes.
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

  /// Appends an event to a sequence for the plugin to read; an event that does not fit is dropped.
  @_noLocks func append(frame: Int64, type: UInt32, size: UInt32, _ data: UnsafeRawPointer) {
    guard let target = appendEvent(frame: frame, type: type, size: size) else { return }
    aucatCopy(target, data, size)
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
