/// A Standard MIDI File of format 0 or 1: notes and other messages, with their times.
///
/// Of the meta events, only those for tempo and meter are kept, which plugins may follow.
public struct MIDIFile: Hashable, Sendable {
  /// The unit in which times are counted.
  public enum Division: Hashable, Sendable {
    /// This many ticks make a quarter note; 1…32,767.
    case ticksPerBeat(Int)
    /// This many ticks make a frame of SMPTE time code; the tempo doesn't matter.
    case ticksPerCode(Int, TimeCode)
  }

  /// The number of frames of SMPTE time code per second.
  public enum TimeCode: Int, Hashable, Sendable {
    /// 24 frames per second, as in film.
    case film = 24
    /// 25 frames per second, as in European television.
    case europe = 25
    /// Drop-frame time code, as in American television: 30,000 frames in 1,001 seconds.
    case drop = 29
    /// Exactly 30 frames per second.
    case full = 30
  }

  /// A message and its time.
  public struct Event: Hashable, Sendable {
    /// The time, in ticks from the beginning.
    public var tick: Int
    /// The message, as in ``MIDIMessage/bytes``.
    public var bytes: [UInt8]

    /// Creates an event at a tick.
    public init(tick: Int, bytes: [UInt8]) {
      self.tick = tick
      self.bytes = bytes
    }
  }

  /// The unit in which times are counted.
  public var division: Division
  /// The tracks, which play together. The events of each are in the order of their times.
  public var tracks: [[Event]]

  /// The limits of a file: a hostile one must not exhaust memory.
  package static let limits = (bytes: 64 << 20, tracks: 4_096, events: 4_000_000)

  /// Creates a file of these tracks.
  public init(division: Division = .ticksPerBeat(480), tracks: [[Event]] = []) {
    self.division = division
    self.tracks = tracks
  }

  /// Reads a file.
  ///
  /// - Parameter bytes: the bytes of the whole file.
  /// - Throws: ``MIDIFileError`` with the offset of the mistake.
  public init(_ bytes: [UInt8]) throws(MIDIFileError) {
    var reader = MIDIFileReader(bytes)
    self = try reader.file()
  }

  /// The events of all tracks, sorted by time; those at the same time are in the order of the tracks.
  public var events: [Event] {
    if tracks.count == 1 { return tracks[0] }
    let all = tracks.enumerated().flatMap { number, track in track.map { (number, $0) } }
    // Swift doesn't promise a stable sort, so each event carries its place.
    return all.enumerated().sorted {
      ($0.element.1.tick, $0.element.0, $0.offset) < ($1.element.1.tick, $1.element.0, $1.offset)
    }.map(\.element.1)
  }

  /// All messages, sorted by frame, followed by the ends of notes that are still on.
  ///
  /// - Parameter sampleRate: in hertz.
  /// - Throws: ``MIDIFileError`` if the file lasts for more than a century.
  public func messages(sampleRate: Double) throws(MIDIFileError) -> [MIDIMessage] {
    var clock = MIDIClock(division)
    var messages: [MIDIMessage] = []
    for event in events {
      try clock.advance(to: event.tick)
      messages.append(MIDIMessage(frame: Int((clock.seconds * sampleRate).rounded()), bytes: event.bytes))
      if let microseconds = MIDIBytes.microseconds(event.bytes) { clock.microseconds = Int(microseconds) }
    }
    return messages + messages.notesEnded(at: messages.last?.frame ?? 0)
  }
}

/// The time in a file, according to its tempo.
struct MIDIClock {
  private let division: MIDIFile.Division
  /// The length of a quarter note, in microseconds.
  var microseconds = 500_000
  private var tick = 0
  /// The time so far, in ticks times microseconds, or in ticks of time code.
  private var elapsed = 0

  /// The limit in seconds: longer than any sound, while the numbers of frames stay far below what an integer holds.
  private static let longest = 4e9

  init(_ division: MIDIFile.Division) { self.division = division }

  var seconds: Double {
    switch division {
    case .ticksPerBeat(let ticks): Double(elapsed) / Double(ticks * 1_000_000)
    case .ticksPerCode(let ticks, .drop): Double(elapsed) * 1_001 / Double(ticks * 30_000)
    case .ticksPerCode(let ticks, let code): Double(elapsed) / Double(ticks * code.rawValue)
    }
  }

  mutating func advance(to tick: Int) throws(MIDIFileError) {
    let factor = if case .ticksPerBeat = division { microseconds } else { 1 }
    let (step, isTooLong) = (tick - self.tick).multipliedReportingOverflow(by: factor)
    let (sum, isTooLate) = elapsed.addingReportingOverflow(step)
    self.tick = tick
    elapsed = sum
    guard !isTooLong, !isTooLate, seconds < Self.longest else { throw MIDIFileError(.tooLong, offset: nil) }
  }
}
