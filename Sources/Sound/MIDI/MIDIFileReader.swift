/// Reads the bytes of a MIDI file.
struct MIDIFileReader {
  private let bytes: [UInt8]
  private var position = 0
  /// The end of the chunk that is being read.
  private var end: Int
  private var eventCount = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
  }

  mutating func file() throws(MIDIFileError) -> MIDIFile {
    guard bytes.count <= MIDIFile.limits.bytes else { throw failure(.tooMuch("bytes")) }
    let (division, count) = try header()
    var tracks: [[MIDIFile.Event]] = []
    // Some programs write a wrong number of tracks: all that are there are read.
    while tracks.count < count ? position < bytes.count : isAtChunk {
      let start = position
      let kind = try chunk()
      if kind == Self.track {
        guard tracks.count < MIDIFile.limits.tracks else { throw MIDIFileError(.tooMuch("tracks"), offset: start) }
        tracks.append(try events())
      }
      position = end
      end = bytes.count
    }
    guard tracks.count >= count else { throw failure(.trackCount(announced: count, found: tracks.count)) }
    return MIDIFile(division: division, tracks: tracks)
  }

  private static let track = Array("MTrk".utf8)

  /// Whether a chunk begins here, rather than what some programs append to files. A track that is cut off is one, too.
  private var isAtChunk: Bool {
    let rest = bytes[position...]
    if rest.starts(with: Self.track) { return true }
    guard rest.count >= 8 else { return false }
    let length = rest.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return length <= rest.count - 8
  }

  private mutating func header() throws(MIDIFileError) -> (division: MIDIFile.Division, tracks: Int) {
    guard bytes.starts(with: "MThd".utf8) else { throw failure(.notMIDI) }
    _ = try chunk()
    let format = try big(2)
    guard format <= 1 else { throw MIDIFileError(.format(format), offset: position - 2) }
    let count = try big(2)
    guard count <= MIDIFile.limits.tracks else { throw MIDIFileError(.tooMuch("tracks"), offset: position - 2) }
    let ticks = try big(2)
    guard let division = Self.division(ticks) else { throw MIDIFileError(.division, offset: position - 2) }
    position = end
    end = bytes.count
    return (division, count)
  }

  private static func division(_ ticks: Int) -> MIDIFile.Division? {
    if ticks & 0x8000 == 0 { return ticks > 0 ? .ticksPerBeat(ticks) : nil }
    let rate = -Int(Int8(truncatingIfNeeded: ticks >> 8))
    guard ticks & 0xFF > 0, let code = MIDIFile.TimeCode(rawValue: rate) else { return nil }
    return .ticksPerCode(ticks & 0xFF, code)
  }

  /// Begins to read a chunk.
  ///
  /// - Returns: its kind.
  private mutating func chunk() throws(MIDIFileError) -> [UInt8] {
    let kind = try take(4)
    let start = position
    let length = try big(4)
    guard length <= bytes.count - position else { throw MIDIFileError(.truncated, offset: start) }
    end = position + length
    return kind
  }

  /// Reads the events of a track.
  private mutating func events() throws(MIDIFileError) -> [MIDIFile.Event] {
    var events: [MIDIFile.Event] = []
    var tick = 0
    var running: UInt8?
    // A system exclusive message may come in portions.
    var portions: [UInt8] = []
    while position < end {
      let delta = try variable()
      // Four bytes hold so little that the sum can't overflow in a file of limited size.
      tick += delta
      let start = position
      let first = try take()
      var message: [UInt8] = []
      switch first {
      case 0xFF:
        let kind = try take()
        let data = try take(try variable())
        if kind == 0x2F { return events }
        if Self.isKept(kind, data) { message = [0xFF, kind, UInt8(data.count)] + data }
      case 0xF0:
        portions = [0xF0] + (try take(try variable()))
        message = Self.whole(&portions)
      case 0xF7:
        let data = try take(try variable())
        if portions.isEmpty {
          // Escaped bytes that aren't a whole message are meant for other devices, and aren't part of the music.
          message = MIDIBytes.isMessage(data) ? data : []
        } else {
          portions += data
          message = Self.whole(&portions)
        }
      case 0x80...0xEF:
        running = first
        message = [first] + (try data(MIDIBytes.dataCount(first)))
      case 0x00...0x7F:
        guard let status = running else { throw MIDIFileError(.noStatus, offset: start) }
        position = start
        message = [status] + (try data(MIDIBytes.dataCount(status)))
      default: throw MIDIFileError(.status(first), offset: start)
      }
      guard !message.isEmpty else { continue }
      eventCount += 1
      guard eventCount <= MIDIFile.limits.events else { throw MIDIFileError(.tooMuch("events"), offset: start) }
      events.append(MIDIFile.Event(tick: tick, bytes: message))
    }
    return events
  }

  /// Whether a meta event is a valid tempo or meter.
  private static func isKept(_ kind: UInt8, _ data: [UInt8]) -> Bool {
    switch kind {
    case 0x51: data.count == 3 && data.contains { $0 > 0 }
    case 0x58: data.count == 4 && data[0] > 0 && data[1] < 16
    default: false
    }
  }

  /// Returns a system exclusive message once its end has been read; empty before that, and for one that is malformed.
  private static func whole(_ portions: inout [UInt8]) -> [UInt8] {
    guard portions.last == MIDIBytes.endOfExclusive else { return [] }
    defer { portions = [] }
    return MIDIBytes.isMessage(portions) ? portions : []
  }

  // MARK: Bytes

  private mutating func take() throws(MIDIFileError) -> UInt8 {
    guard position < end else { throw failure(.truncated) }
    position += 1
    return bytes[position - 1]
  }

  private mutating func take(_ count: Int) throws(MIDIFileError) -> [UInt8] {
    guard count <= end - position else { throw failure(.truncated) }
    position += count
    return Array(bytes[position - count..<position])
  }

  private mutating func data(_ count: Int) throws(MIDIFileError) -> [UInt8] {
    let data = try take(count)
    if let wrong = data.firstIndex(where: { $0 >= 0x80 }) {
      throw MIDIFileError(.data(data[wrong]), offset: position - count + wrong)
    }
    return data
  }

  private mutating func big(_ count: Int) throws(MIDIFileError) -> Int {
    try take(count).reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func variable() throws(MIDIFileError) -> Int {
    let start = position
    var value = 0
    for _ in 0..<4 {
      let byte = try take()
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    throw MIDIFileError(.number, offset: start)
  }

  private func failure(_ problem: MIDIFileError.Problem) -> MIDIFileError { MIDIFileError(problem, offset: position) }
}
