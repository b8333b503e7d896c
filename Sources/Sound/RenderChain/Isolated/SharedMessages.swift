internal import ChainHosting

/// The MIDI of a slot in shared memory: the number of bytes in use, then the messages one after another, each with its
/// frame and size.
struct SharedMessages {
  // SAFETY: `memory` has `size` bytes. The other process, whose plugins may write anywhere, is not trusted: its counts
  // are bounded by `size`, and everything but the first count is read unaligned.

  let memory: UnsafeMutableRawPointer

  /// The size of the memory in bytes: more than all ports of a plugin hold in the blocks of a slot.
  static let size = 1 << 20
  /// The size of a message's header, in bytes.
  private static let headerSize = 12

  /// Replaces the messages.
  ///
  /// - Returns: how many of the messages have been dealt with; at least one, since one that is too long for any slot is
  ///   left out. And how many were left out.
  func write(_ messages: ArraySlice<MIDIMessage>) -> (done: Int, lost: Int) {
    var used = 4
    var count = 0
    var lost = 0
    for message in messages {
      let size = Self.headerSize + message.bytes.count
      if size <= Self.size - used {
        (memory + used).storeBytes(of: Int64(message.frame), as: Int64.self)
        (memory + used + 8).storeBytes(of: UInt32(message.bytes.count), as: UInt32.self)
        message.bytes.withUnsafeBytes { bytes in
          if let start = bytes.baseAddress {
            (memory + used + Self.headerSize).copyMemory(from: start, byteCount: bytes.count)
          }
        }
        used += size
      } else if size > Self.size - 4 {
        lost += 1
      } else {
        break
      }
      count += 1
    }
    memory.storeBytes(of: UInt32(used), as: UInt32.self)
    return (count, lost)
  }

  func read() -> [MIDIMessage] {
    let used = min(Int(memory.load(as: UInt32.self)), Self.size)
    var messages: [MIDIMessage] = []
    var position = 4
    while position + Self.headerSize <= used {
      let frame = memory.loadUnaligned(fromByteOffset: position, as: Int64.self)
      let count = Int(memory.loadUnaligned(fromByteOffset: position + 8, as: UInt32.self))
      position += Self.headerSize
      guard count <= used - position else { break }
      messages.append(
        MIDIMessage(
          frame: Int(max(0, frame)),
          bytes: Array(UnsafeRawBufferPointer(start: memory + position, count: count))))
      position += count
    }
    return messages
  }
}
