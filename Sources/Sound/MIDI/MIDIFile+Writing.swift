extension MIDIFile {
  /// The bytes of the file, in format 0 if it has one track, otherwise in format 1.
  public var bytes: [UInt8] {
    var bytes = Array("MThd".utf8) + MIDIBytes.big(6, bytes: 4) + MIDIBytes.big(tracks.count == 1 ? 0 : 1, bytes: 2)
    bytes += MIDIBytes.big(tracks.count, bytes: 2) + MIDIBytes.big(encodedDivision, bytes: 2)
    for track in tracks {
      let content = Self.content(track)
      bytes += Array("MTrk".utf8) + MIDIBytes.big(content.count, bytes: 4) + content
    }
    return bytes
  }

  private var encodedDivision: Int {
    switch division {
    case .ticksPerBeat(let ticks): ticks & 0x7FFF
    case .ticksPerCode(let ticks, let code): (256 - code.rawValue) << 8 | ticks & 0xFF
    }
  }

  /// The longest time between two events, in ticks.
  private static let longestDelta = 0x0FFF_FFFF

  private static func content(_ track: [Event]) -> [UInt8] {
    var content: [UInt8] = []
    var tick = 0
    for event in track {
      while event.tick - tick > longestDelta {
        // An empty text event, which no program shows.
        content += MIDIBytes.variable(longestDelta) + [0xFF, 0x01, 0]
        tick += longestDelta
      }
      content += MIDIBytes.variable(max(0, event.tick - tick)) + encoded(event.bytes)
      tick = max(tick, event.tick)
    }
    return content + [0, 0xFF, 0x2F, 0]
  }

  private static func encoded(_ message: [UInt8]) -> [UInt8] {
    guard let status = message.first else { return [0xFF, 0x01, 0] }
    switch status {
    case 0x80...0xEF: return message
    case 0xF0: return [0xF0] + MIDIBytes.variable(message.count - 1) + message.dropFirst()
    case 0xFF where message.count > 1: return message
    // A message that has no form of its own in a file is escaped.
    default: return [0xF7] + MIDIBytes.variable(message.count) + message
    }
  }

  /// Creates a file of messages whose ticks are frames, so that reading it gives the same frames at the same rate. At a
  /// rate for which that is impossible, such as 44,101 Hz, a tick is 1/60,000 s.
  ///
  /// - Parameters:
  ///   - messages: in the order of their frames. Changes of tempo are left out, since they would change the length of a
  ///     tick.
  ///   - sampleRate: in hertz.
  public init(_ messages: [MIDIMessage], sampleRate: Double) {
    let rate = max(1, Int(sampleRate.rounded()))
    let part = (1...1_000).first { rate % $0 == 0 && 1_000_000 % $0 == 0 && rate / $0 <= 0x7FFF }
    let (ticks, microseconds) = part.map { (rate / $0, 1_000_000 / $0) } ?? (30_000, 500_000)
    let scale = Double(ticks) * 1_000_000 / Double(microseconds) / sampleRate
    let events = messages.filter { $0.beatsPerMinute == nil }.map { message in
      Event(tick: part == nil ? Int((Double(message.frame) * scale).rounded()) : message.frame, bytes: message.bytes)
    }
    let tempo = Event(tick: 0, bytes: MIDIBytes.tempo(UInt32(microseconds)))
    self.init(division: .ticksPerBeat(ticks), tracks: [[tempo] + events])
  }
}
