/// A MIDI message of any length with its time in a sound, or a change of the tempo or the meter.
///
/// A change has the bytes of a meta event in a MIDI file: 0xFF, its kind, its length and its data. 0xFF by itself is a
/// reset.
public struct MIDIMessage: Hashable, Sendable {
  /// Its time, in frames from the beginning of the sound.
  public var frame: Int
  /// The message: its status and data; a system exclusive message is complete, from 0xF0 to 0xF7.
  public var bytes: [UInt8]

  /// Creates a message at a frame.
  public init(frame: Int, bytes: [UInt8]) {
    self.frame = frame
    self.bytes = bytes
  }

  /// A message that begins a note.
  ///
  /// - Parameters:
  ///   - key: 0…127; 60 is middle C.
  ///   - velocity: 1…127; 0 ends the note.
  ///   - channel: 0…15.
  ///   - frame: its time.
  public static func noteOn(_ key: UInt8, velocity: UInt8 = 100, channel: UInt8 = 0, at frame: Int = 0) -> MIDIMessage {
    MIDIMessage(frame: frame, bytes: [0x90 | channel & 0x0F, key & 0x7F, velocity & 0x7F])
  }

  /// A message that ends a note.
  public static func noteOff(_ key: UInt8, channel: UInt8 = 0, at frame: Int = 0) -> MIDIMessage {
    MIDIMessage(frame: frame, bytes: [0x80 | channel & 0x0F, key & 0x7F, 64])
  }

  /// A change of the tempo.
  ///
  /// - Parameters:
  ///   - beatsPerMinute: 3.58 or more, since a MIDI file can't hold less; a beat is a quarter note.
  ///   - frame: its time.
  public static func tempo(_ beatsPerMinute: Double, at frame: Int = 0) -> MIDIMessage {
    let wanted = (60_000_000 / beatsPerMinute).rounded()
    let microseconds = wanted >= 1 ? UInt32(min(wanted, 0xFF_FFFF)) : 1
    return MIDIMessage(frame: frame, bytes: MIDIBytes.tempo(microseconds))
  }

  /// Whether it is a change of the tempo or the meter, which is not sent to MIDI ports.
  public var isMeta: Bool { bytes.count > 1 && bytes[0] == 0xFF }

  /// The new tempo in beats per minute; nil if it is something else.
  public var beatsPerMinute: Double? {
    guard let microseconds = MIDIBytes.microseconds(bytes) else { return nil }
    return 60_000_000 / Double(microseconds)
  }

  /// The new meter: beats per bar, and the note value of a beat; nil if it is something else.
  public var meter: (beatsPerBar: Int, beatUnit: Int)? {
    guard bytes.count == 7, bytes[0] == 0xFF, bytes[1] == 0x58, bytes[3] > 0, bytes[4] < 16 else { return nil }
    return (Int(bytes[3]), 1 << Int(bytes[4]))
  }

  /// The key and the channel of a note that begins or ends; nil for something else.
  public var note: (key: UInt8, channel: UInt8, isOn: Bool)? {
    guard bytes.count == 3, bytes[0] & 0xE0 == 0x80 else { return nil }
    return (bytes[1], bytes[0] & 0x0F, bytes[0] & 0x10 != 0 && bytes[2] > 0)
  }
}

extension Sequence<MIDIMessage> {
  /// Returns messages that end, at a frame, the notes that these messages leave on.
  package func notesEnded(at frame: Int) -> [MIDIMessage] {
    var notes: Set<UInt16> = []
    for message in self {
      guard let note = message.note else { continue }
      let place = UInt16(note.channel) << 8 | UInt16(note.key)
      if note.isOn { notes.insert(place) } else { notes.remove(place) }
    }
    return notes.sorted().map { .noteOff(UInt8($0 & 0x7F), channel: UInt8($0 >> 8), at: frame) }
  }
}
