/// The bytes of MIDI messages.
enum MIDIBytes {
  static let endOfExclusive: UInt8 = 0xF7

  /// The number of data bytes after the status byte of a channel message.
  static func dataCount(_ status: UInt8) -> Int { status & 0xF0 == 0xC0 || status & 0xF0 == 0xD0 ? 1 : 2 }

  static func tempo(_ microseconds: UInt32) -> [UInt8] {
    [0xFF, 0x51, 3] + [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) }
  }

  /// The length of a quarter note in microseconds, from a change of tempo; nil for anything else, and for 0.
  static func microseconds(_ bytes: [UInt8]) -> UInt32? {
    guard bytes.count == 6, bytes[0] == 0xFF, bytes[1] == 0x51 else { return nil }
    let value = bytes[3...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return value > 0 ? value : nil
  }

  /// Whether these are exactly one message, as a MIDI port may deliver it.
  static func isMessage(_ bytes: [UInt8]) -> Bool {
    guard let status = bytes.first else { return false }
    let data = bytes.dropFirst()
    switch status {
    case 0x80...0xEF: return data.count == dataCount(status) && data.allSatisfy { $0 < 0x80 }
    case 0xF0: return data.last == endOfExclusive && data.dropLast().allSatisfy { $0 < 0x80 }
    case 0xF1, 0xF3: return data.count == 1 && data.allSatisfy { $0 < 0x80 }
    case 0xF2: return data.count == 2 && data.allSatisfy { $0 < 0x80 }
    case 0xF6, 0xF8...0xFF: return data.isEmpty
    default: return false
    }
  }

  /// A number in variable length: seven bits per byte, of which only the last is below 0x80.
  static func variable(_ value: Int) -> [UInt8] {
    var bytes = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }

  static func big(_ value: Int, bytes count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
