import MIDI
import TestSupport
import Testing

/// Standard MIDI files, byte by byte.
struct MIDIFileTests {
  /// A file of one chunk for the header and one for each track.
  private func file(format: Int = 0, division: [UInt8] = [0, 96], _ tracks: [UInt8]...) -> [UInt8] {
    var bytes = Array("MThd".utf8) + [0, 0, 0, 6, 0, UInt8(format), 0, UInt8(tracks.count)] + division
    for track in tracks {
      bytes += Array("MTrk".utf8) + [0, 0, UInt8(track.count >> 8), UInt8(track.count & 0xFF)] + track
    }
    return bytes
  }

  private static let end: [UInt8] = [0, 0xFF, 0x2F, 0]

  /// The example of the specification: a chord of three instruments in 4/4 at 120 beats per minute, by running status.
  @Test("the specification's example; a tempo map for the tracks beside it; time codes, which count without a tempo")
  func times() throws {
    let track: [UInt8] = [
      0x00, 0xFF, 0x58, 0x04, 0x04, 0x02, 0x18, 0x08, 0x00, 0xFF, 0x51, 0x03, 0x07, 0xA1, 0x20, 0x00, 0xC0, 0x05, 0x00,
      0xC1, 0x2E, 0x00, 0xC2, 0x46, 0x00, 0x92, 0x30, 0x60, 0x00, 0x3C, 0x60, 0x60, 0x91, 0x43, 0x40, 0x60, 0x90, 0x4C,
      0x20, 0x81, 0x40, 0x82, 0x30, 0x40, 0x00, 0x3C, 0x40, 0x00, 0x81, 0x43, 0x40, 0x00, 0x80, 0x4C, 0x40, 0x00, 0xFF,
      0x2F, 0x00,
    ]
    let read = try MIDIFile(file(track))
    verify(read.division == .ticksPerBeat(96) && read.tracks.count == 1)
    let chord = try read.messages(sampleRate: 48_000).filter { $0.note != nil }
    verify(chord.map(\.frame), equals: [0, 0, 24_000, 48_000, 96_000, 96_000, 96_000, 96_000])
    verify(chord.map { $0.bytes[0] }, equals: [0x92, 0x92, 0x91, 0x90, 0x82, 0x82, 0x81, 0x80])
    verify(read.events.compactMap { MIDIMessage(frame: 0, bytes: $0.bytes).meter?.beatsPerBar }, equals: [4])
    verify(read.events.compactMap { MIDIMessage(frame: 0, bytes: $0.bytes).beatsPerMinute }, equals: [120])

    let map: [UInt8] = [0, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40, 96, 0xFF, 0x51, 3, 0x03, 0xD0, 0x90] + Self.end
    let notes: [UInt8] = [48, 0x90, 60, 1, 48, 60, 0, 96, 61, 1, 96, 61, 0] + Self.end
    let messages = try MIDIFile(file(format: 1, map, notes)).messages(sampleRate: 44_100)
    // A beat is 1 s, and 0.25 s after the first beat.
    verify(messages.filter { $0.note != nil }.map(\.frame), equals: [22_050, 44_100, 55_125, 66_150])
    verify(messages.compactMap(\.beatsPerMinute), equals: [60, 240])

    let tempo: [UInt8] = [0, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40]
    for (byte, rate, frame) in [(0xE8, 24, 10_000), (0xE7, 25, 9_600), (0xE2, 30, 8_000), (0xE3, 29, 8_008)]
      as [(UInt8, Int, Int)]
    {
      let read = try MIDIFile(file(division: [byte, 2], tempo + [20, 0x90, 60, 1, 0, 60, 0] + Self.end))
      verify(read.division, equals: .ticksPerCode(2, try demand(MIDIFile.TimeCode(rawValue: rate))))
      try verify(read.messages(sampleRate: 24_000).first { $0.note != nil }?.frame, equals: frame, "\(rate)")
    }
  }

  @Test(
    """
    system exclusive messages are handed on whole; other metas and chunks, and what a longer header adds, are passed \
    over; notes that a file leaves on end with it
    """)
  func contents() throws {
    let track: [UInt8] =
      [0, 0xF0, 3, 0x7E, 1, 0xF7, 5, 0xF0, 2, 0x43, 1, 5, 0xF7, 1, 2, 5, 0xF7, 2, 3, 0xF7] + [
        0, 0xFF, 5, 2, 0x6C, 0x61, 0, 0xFF, 0x7F, 1, 9, 0, 0xF7, 1, 0xFA, 0, 0xF7, 2, 0xFF, 0x51,
      ] + Self.end
    try verify(
      MIDIFile(file(track)).tracks[0],
      equals: [
        .init(tick: 0, bytes: [0xF0, 0x7E, 1, 0xF7]), .init(tick: 15, bytes: [0xF0, 0x43, 1, 2, 3, 0xF7]),
        .init(tick: 15, bytes: [0xFA]),
      ])
    var bytes = Array("MThd".utf8) + [0, 0, 0, 8, 0, 0, 0, 1, 0, 96, 7, 7] + Array("XFIH".utf8) + [0, 0, 0, 2, 1, 2]
    bytes += Array("MTrk".utf8) + [0, 0, 0, 8, 0, 0xC0, 7, 0] + Self.end.dropFirst() + [9]
    try verify(MIDIFile(bytes).tracks, equals: [[.init(tick: 0, bytes: [0xC0, 7])]])
    let messages = try MIDIFile(file([0, 0x93, 60, 9, 0, 62, 9, 96, 60, 0] + Self.end)).messages(sampleRate: 48_000)
    verify(messages.last == MIDIMessage(frame: 24_000, bytes: [0x83, 62, 64]) && messages.count == 4)
  }

  @Test("all tracks are read, whatever number and format the header has; what is appended to a file is not")
  func tracks() throws {
    let tracks = [60, 62, 64].map { [0, 0x90, UInt8($0), 9] + Self.end }
    let keys: (MIDIFile) -> [UInt8] = { $0.events.map { $0.bytes[1] } }
    for format in 0...1 {
      var bytes = file(format: format, tracks[0], tracks[1], tracks[2])
      for count in 0...3 {
        bytes[11] = UInt8(count)
        try verify(keys(MIDIFile(bytes)), equals: [60, 62, 64], "format \(format), \(count)")
        try verify(keys(MIDIFile(bytes + [0, 0, 0, 0, 0, 0, 0, 9])), equals: [60, 62, 64])
        let between = bytes.prefix(14) + Array("XFIH".utf8) + [0, 0, 0, 1, 7] + bytes.dropFirst(14)
        try verify(keys(MIDIFile(Array(between))), equals: [60, 62, 64])
      }
    }
    var cut = Array(file(format: 1, tracks[0], tracks[1]).dropLast())
    cut[11] = 1
    verify(throws: MIDIFileError(.truncated, offset: 34)) { try MIDIFile(cut) }
    let crowd = [UInt8](file().prefix(14)) + (0...4_096).flatMap { _ in Array("MTrk".utf8) + [0, 0, 0, 0] }
    verify(throws: MIDIFileError(.tooMuch("tracks"), offset: 14 + 4_096 * 8)) { try MIDIFile(crowd) }
  }

  @Test("what is no file says where; a tempo that makes decades is an error, and one that makes hours is not")
  func errors() throws {
    let end = Self.end
    let cases: [([UInt8], MIDIFileError)] = [
      ([], .init(.notMIDI, offset: 0)), (Array("RIFF".utf8), .init(.notMIDI, offset: 0)),
      (Array("MThd".utf8) + [0, 0], .init(.truncated, offset: 4)),
      (file(format: 2, end), .init(.format(2), offset: 8)),
      (file(division: [0, 0], end), .init(.division, offset: 12)),
      (file(division: [0x81, 4], end), .init(.division, offset: 12)),
      (file([0, 60, 1] + end), .init(.noStatus, offset: 23)),
      (file([0, 0xF4] + end), .init(.status(0xF4), offset: 23)),
      (file([0, 0x90, 60, 0x80] + end), .init(.data(0x80), offset: 25)),
      (file([0x80, 0x80, 0x80, 0x80, 0]), .init(.number, offset: 22)),
      (file([0, 0x90, 60]), .init(.truncated, offset: 24)),
      (file([0, 0xF0, 0x7F, 1]), .init(.truncated, offset: 25)),
      (Array(file(end, end).prefix(26)), .init(.trackCount(announced: 2, found: 1), offset: 26)),
      (Array(file(end).dropLast()), .init(.truncated, offset: 18)),
    ]
    for (bytes, expected) in cases { verify(throws: expected, "\(bytes)") { try MIDIFile(bytes) } }
    verify(MIDIFileError(.status(0xF4), offset: 23).description, equals: "no message begins with 0xF4, at byte 23")

    var track: [UInt8] = [0, 0xFF, 0x51, 3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0x90, 60, 1]
    let hours = try MIDIFile(file(division: [0x7F, 0xFF], track + end)).messages(sampleRate: 48_000)
    try verify(demand(hours.last).frame > 48_000 * 3_600 * 30)
    for _ in 0..<200 { track += [0xFF, 0xFF, 0xFF, 0x7F, 60, 1] }
    verify(throws: MIDIFileError(.tooLong, offset: nil)) {
      try MIDIFile(file(division: [0, 1], track + end)).messages(sampleRate: 48_000)
    }
  }
}

/// What was written is read as it was, and nothing traps.
struct MIDIFileLawTests {
  @Test("a file of any tracks, messages at their frames, and files that are cut or changed")
  func laws() throws { try check(cases: 60) }

  @Test("the same of more", .part(.laws)) func more() throws { try check(cases: SeededGenerator.cases(1_000)) }

  private func check(cases: Int) throws {
    var random = SeededGenerator(environment: [:], purpose: "MIDI files")
    for number in 0..<cases {
      let file = Self.file(&random)
      try verify(MIDIFile(file.bytes), equals: file)

      let rate = [8_000, 44_100, 48_000, 88_200, 96_000, 192_000.0][number % 6]
      var frame = 0
      let notes = (0..<20).map { _ in
        frame += .random(in: 0...100_000, using: &random)
        return MIDIMessage.noteOff(.random(in: 0...127, using: &random), at: frame)
      }
      let read = try MIDIFile(MIDIFile(notes, sampleRate: rate).bytes).messages(sampleRate: rate)
      verify(read.filter { $0.note != nil }, equals: notes, "\(rate)")

      for _ in 0..<5 {
        var bytes = file.bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        if Bool.random(using: &random) { bytes.removeLast(.random(in: 0..<bytes.count, using: &random)) }
        guard let read = try? MIDIFile(bytes) else { continue }
        try verify(MIDIFile(read.bytes), equals: read)
        let messages = (try? read.messages(sampleRate: 48_000)) ?? []
        verify(zip(messages, messages.dropFirst()).allSatisfy { $0.frame <= $1.frame })
      }
    }
  }

  private static func file(_ random: inout SeededGenerator) -> MIDIFile {
    let division: MIDIFile.Division =
      Bool.random(using: &random)
      ? .ticksPerBeat(.random(in: 1...0x7FFF, using: &random))
      : .ticksPerCode(
        .random(in: 1...255, using: &random), [.film, .europe, .drop, .full].randomElement(using: &random) ?? .film)
    let tracks = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      var tick = 0
      return (0..<Int.random(in: 0...40, using: &random)).map { _ in
        let delta = [0, 1, 127, 128, 16_383, 2_097_152, 0x1000_0005].randomElement(using: &random) ?? 0
        tick += Int.random(in: 0...delta, using: &random)
        return MIDIFile.Event(tick: tick, bytes: message(&random))
      }
    }
    return MIDIFile(division: division, tracks: tracks)
  }

  private static func message(_ random: inout SeededGenerator) -> [UInt8] {
    func data() -> UInt8 { .random(in: 0...127, using: &random) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return [0xF0] + (0..<Int.random(in: 0..<300, using: &random)).map { _ in data() } + [0xF7]
    case 1: return [0xFF, 0x51, 3, data(), data(), 1]
    case 2: return [0xFF, 0x58, 4, .random(in: 1...9, using: &random), .random(in: 0...5, using: &random), 24, 8]
    case 3: return [[0xF8], [0xFF], [0xF2, data(), data()], [0xF3, data()]].randomElement(using: &random) ?? []
    case 4: return [.random(in: 0xC0...0xDF, using: &random), data()]
    default: return [UInt8.random(in: 0x80...0xBF, using: &random), data(), data()]
    }
  }
}

struct MIDIPhraseTests {
  @Test("notes, chords and rests, each a beat; what is no note is an error")
  func phrases() throws {
    try verify(MIDIPhrase("C4 e4  G4").beats, equals: [[60], [64], [67]])
    try verify(MIDIPhrase("C4+Eb4+G4 - F#3 B#-1 G9").beats, equals: [[60, 63, 67], [], [54], [12], [127]])
    let messages = try MIDIPhrase("C4 - D4+E4").messages(sampleRate: 48_000, beatsPerMinute: 60)
    verify(messages.map(\.frame), equals: [0, 0, 48_000, 96_000, 96_000, 144_000, 144_000])
    verify(messages.dropFirst().compactMap(\.note).map(\.isOn), equals: [true, false, true, true, false, false])
    for text in ["H4", "C", "C4 Q", "4", "C4+", "A9", "Cb-1", "", "-", "C44", "C 4"] {
      verify(throws: MIDIPhraseError.self, "\(text)") { try MIDIPhrase(text) }
    }
  }
}
