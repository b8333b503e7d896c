import ComponentModel
import RenderChain
import TestSupport
import Testing

/// Events reach plugins at their frame: MIDI, the song's position, and parameters that are no ports.
struct EventTests {
  private let bundle = TestBundle()

  /// 1 where the gate is open.
  private func gates(_ opens: Range<Int>..., frames: Int) -> Samples {
    [(0..<frames).map { frame in opens.contains { $0.contains(frame) } ? 1 : 0 }]
  }

  @Test func aNoteSoundsFromItsFrameToItsEndInItsOrder() throws {
    for block in [16, 100, 512, 4_096] {
      let player = try bundle.player(bundle.stage("midi-gate"), block: block)
      let sound = player.play(
        .constant(1, 1_300),
        [
          .noteOn(60, at: 0), .noteOff(60, at: 1), .noteOn(60, at: 15), .noteOff(60, at: 16), .noteOn(61, at: 99),
          .noteOff(60, at: 100), .noteOn(62, at: 511), .noteOn(60, velocity: 0, at: 1_000), .noteOn(63, at: 1_299),
        ])
      verify(sound == gates(0..<1, 15..<16, 99..<100, 511..<1_000, 1_299..<1_300, frames: 1_300), "\(block)")
      try verify(player.values(["misplaced", "last_note"]), equals: [0, 63])
      verify(player.play(.constant(1, 10)), equals: .constant(1, 10), "and it stays open")
    }
    let player = try bundle.player(bundle.stage("midi-gate"))
    let late: [MIDIMessage] = [.noteOn(60, at: 20), .noteOn(60, at: Int(UInt32.max))]
    verify(player.play(.constant(1, 20), late), equals: .constant(0, 20), "beyond the block")
    try verify(player.values(["misplaced", "last_note"]), equals: [0, -1])
    verify(player.play(.constant(1, 20), [.noteOn(60, at: 7), .noteOff(60, at: 7)]), equals: .constant(0, 20))
    verify(player.play(.constant(1, 20), [.noteOff(60, at: 7), .noteOn(60, at: 7)]), equals: gates(7..<20, frames: 20))
    // More than a sequence holds.
    let full = try bundle.player(bundle.stage("midi-gate"), block: 65_536)
    _ = full.play(.constant(1, 50_000), (0..<50_000).map { .noteOn(UInt8($0 % 128), at: $0) })
    try verify(full.value("misplaced") == 0 && full.value("last_note") >= 0)
  }

  @Test func aStageWithMIDIOutputPlaysTheNextAlsoWhileAParameterMoves() throws {
    let player = try bundle.player(bundle.stage("midi-gate"), bundle.stage("gain-mono"), bundle.stage("midi-gate"))
    let song: [MIDIMessage] = [.noteOn(60, at: 3), .noteOff(60, at: 700), .noteOn(60, at: 1_500)]
    verify(player.play(.constant(1, 2_000), song), equals: gates(3..<700, 1_500..<2_000, frames: 2_000))
    try verify(player.values(["misplaced", "last_note"], of: 2), equals: [0, 60])
    try player.control.set("gain", of: 1, to: 2)
    let sound = player.play(.constant(1, 2_000), [.noteOff(60, at: 0)] + song)
    verify(sound[0].indices.filter { sound[0][$0] != 0 }, equals: Array(3..<700) + Array(1_500..<2_000))
    try verify(player.value("misplaced") == 0 && player.value("misplaced", of: 2) == 0)
  }

  @Test func whatPluginsSendCanBeRead() throws {
    let player = try bundle.player(bundle.stage("gain-mono"), bundle.stage("midi-gate"))
    _ = player.play(.constant(1, 512), [.noteOn(60, at: 3)])
    verify(player.control.nextEvent() == nil, "no one asked for it")
    player.control.collectEvents(true)
    let messages: [MIDIMessage] = [.noteOff(60, at: 7), .noteOn(61, velocity: 1, at: 500)]
    _ = player.play(.constant(1, 512), messages)
    let type = "http://lv2plug.in/ns/ext/midi#MidiEvent"
    for message in messages {
      verify(
        player.control.nextEvent(),
        equals: PluginEvent(stage: 1, frame: message.frame, type: type, bytes: message.bytes))
    }
    verify(player.control.nextEvent() == nil)
    player.control.collectEvents(false)
    _ = player.play(.constant(1, 512), [.noteOn(60, at: 3)])
    verify(player.control.nextEvent() == nil)
  }

  @Test func positionsAreToldOnceAndOnChange() throws {
    let player = try bundle.player(bundle.stage("tempo"))
    func expect(_ values: [Float], after blocks: Int, _ note: Comment? = nil) throws {
      _ = player.play(0, blocks: blocks)
      try verify(player.values(["bpm", "speed", "beats_per_bar", "frame", "positions"]), equals: values, note)
    }
    try expect([120, 1, 4, 0, 1], after: 10)
    player.control.setTempo(97.5)
    try expect([97.5, 1, 4, 5_120, 2], after: 10)
    player.control.setPlaying(false)
    try expect([97.5, 0, 4, 10_240, 3], after: 10)
    player.control.setPlaying(true)
    try expect([97.5, 1, 4, 10_240, 4], after: 1, "a song that stands does not go on")
    let other = try bundle.player(bundle.stage("tempo"))
    other.control.setTempo(61)
    _ = other.play(0, blocks: 1)
    try verify(other.values(["bpm", "positions"]), equals: [61, 1], "from its first frame")
    for tempo in [Float.nan, .infinity, -.infinity, -1, 0, 3e38, .leastNonzeroMagnitude] {
      let player = try bundle.player(bundle.stage("tempo"))
      player.control.setTempo(tempo)
      _ = player.play(0, blocks: 100)
      try verify(player.value("bpm").isFinite, "\(tempo)")
    }
  }

  private func level(_ value: Float, key: String = "urn:aucat:test:patch#level") -> StateProperty {
    StateProperty(key: key, type: Namespace.atom + "Float", bytes: withUnsafeBytes(of: value) { Array($0) }, flags: 0)
  }

  @Test func aParameterThatIsNoPortIsSetByAMessage() throws {
    let player = try bundle.player(bundle.stage("patch"), bundle.stage("gain-stereo"), channels: 2)
    func expect(_ value: Float, _ note: Comment) {
      verify(player.play(.constant(1, 100, channels: 2)), equals: .constant(value, 100, channels: 2), note)
    }
    try player.control.send(level(0.25), to: 0)
    expect(0.25, "in both instances")
    for value: Float in [2, 0.5] { try player.control.send(level(value), to: 0) }
    expect(0.5, "the last one counts")
    let large = StateProperty(
      key: "urn:aucat:test:patch#level", type: Namespace.atom + "Chunk", bytes: [UInt8](repeating: 1, count: 70_000),
      flags: 0)
    for (property, stage) in [
      (level(1, key: "urn:aucat:test:patch#nosuch"), 0), (large, 0), (level(1), 1), (level(1), 2),
    ] {
      verify(throws: ChainError.self, "\(property.key), \(stage)") { try player.control.send(property, to: stage) }
    }
    expect(0.5, "what is refused changes nothing")
    verify(throws: ChainError.self, "the queue is full some day") {
      for _ in 0..<100_000 { try player.control.send(level(0.125), to: 0) }
    }
    verify(player.play(.constant(1, 10, channels: 2))[0].last, equals: 0.125)
    verify(throws: Never.self) { try player.control.send(level(1), to: 0) }
  }
}
