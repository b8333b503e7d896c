internal import CLV2Host

/// Which notes a stream of MIDI has started and not ended.
struct NoteLedger {
  // SAFETY: `words` words, in the pool of whoever sends the stream; only the render thread uses them.

  /// A bit for each of 128 notes, for each of 16 channels.
  let notes: UnsafeMutablePointer<UInt64>

  static var words: Int { 32 }

  /// Records which notes the events of a block start and end.
  @_noLocks func follow(_ port: RealtimeAtomPort, _ urids: borrowing RealtimeURIDs) {
    guard port.sequence.pointee.atom.size > 8 else { return }
    var events = RealtimeEvents(port.sequence, capacity: port.capacity, type: urids.sequence)
    while let event = events.nextEvent() {
      guard event.pointee.body.type == urids.midiEvent, event.pointee.body.size >= 3 else { continue }
      let bytes = (UnsafeRawPointer(event) + 16).assumingMemoryBound(to: UInt8.self)
      follow(status: bytes[0], first: bytes[1], second: bytes[2])
    }
  }

  /// Whether a message of three bytes ends notes.
  @_noLocks static func ends(_ message: UnsafePointer<UInt8>) -> Bool {
    switch message[0] & 0xF0 {
    case 0x80: return true
    case 0x90: return message[2] == 0
    // All sound off, all notes off, and the changes of mode that imply it.
    case 0xB0: return message[1] == 120 || message[1] >= 123
    default: return false
    }
  }

  @_noLocks private func follow(status: UInt8, first: UInt8, second: UInt8) {
    let channel = Int(status & 0x0F)
    let word = notes + (channel * 2 + Int((first >> 6) & 1))
    let bit = UInt64(1) << UInt64(first & 0x3F)
    let kind = status & 0xF0
    if kind == 0x90, second > 0 {
      word.pointee |= bit
    } else if kind == 0x80 || kind == 0x90 {
      word.pointee &= ~bit
    } else if kind == 0xB0, first == 120 || first >= 123 {
      // All sound off, all notes off, and the changes of mode that imply it.
      notes[channel * 2] = 0
      notes[channel * 2 + 1] = 0
    }
  }

  /// Ends all notes that still sound, at the first frame of a block.
  ///
  /// - Returns: how many it has ended.
  @_noLocks func end(in target: RealtimeAtomPort, _ urids: borrowing RealtimeURIDs) -> Int {
    var count = 0
    for word in 0..<Self.words {
      var left = notes[word]
      while left != 0 {
        let note = UInt8(truncatingIfNeeded: (word & 1) * 64 + left.trailingZeroBitCount)
        if let bytes = target.appendEvent(frame: 0, type: urids.midiEvent, size: 3) {
          let message = bytes.assumingMemoryBound(to: UInt8.self)
          message[0] = 0x80 | UInt8(truncatingIfNeeded: word >> 1)
          message[1] = note
          message[2] = 64
          count += 1
        }
        left &= left &- 1
      }
      notes[word] = 0
    }
    return count
  }
}
