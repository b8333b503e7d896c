import ComponentModel
import RenderChain
import TestSupport
import Testing

/// Events reach plugins at their frame: MIDI, the song's position, and parameters that are no ports.
struct EventTests {
  private let bundle = TestBundle()

  @Test func whatPluginsSendCanBeRead() throws {
    let player = try bundle.player(bundle.stage("gain-mono"), bundle.stage("midi-gate"))
    _ = player.play(.constant(1, 512), [MIDIMessage(frame: 3, bytes: [0x90, 60, 100])])
    verify(player.control.nextEvent() == nil, "no one asked for it")
    player.control.collectEvents(true)
    _ = player.play(
      .constant(1, 512),
      [
        MIDIMessage(frame: 7, bytes: [0x80, 60, 0]),
        MIDIMessage(frame: 500, bytes: [0x90, 61, 1]),
      ])
    let type = "http://lv2plug.in/ns/ext/midi#MidiEvent"
    verify(player.control.nextEvent(), equals: PluginEvent(stage: 1, frame: 7, type: type, bytes: [0x80, 60, 0]))
    verify(player.control.nextEvent(), equals: PluginEvent(stage: 1, frame: 500, type: type, bytes: [0x90, 61, 1]))
    verify(player.control.nextEvent() == nil)
    player.control.collectEvents(false)
    _ = player.play(.constant(1, 512), [MIDIMessage(frame: 3, bytes: [0x90, 60, 100])])
    verify(player.control.nextEvent() == nil)
  }

  /// 1 where the gate is open.
  private func gates(_ opens: Range<Int>..., frames: Int) -> Samples {
    [(0..<frames).map { frame in opens.contains { $0.contains(frame) } ? 1 : 0 }]
  }

  private static func on(_ frame: Int, _ note: UInt8 = 60, velocity: UInt8 = 100) -> MIDIMessage {
    .noteOn(note, velocity: velocity, at: frame)
  }

  private static func off(_ frame: Int) -> MIDIMessage {
    .noteOff(60, at: frame)
  }

  @Test(arguments: [16, 100, 512, 4_096]) func aNoteSoundsFromItsFrameToItsEnd(block: Int) throws {
    let player = try bundle.player(bundle.stage("midi-gate"), block: block)
    let events = [Self.on(0), Self.off(1), Self.on(15), Self.off(16), Self.on(99, 61), Self.off(100), Self.on(511, 62)]
    let sound = player.play(.constant(1, 1_300), events + [Self.on(1_000, velocity: 0), Self.on(1_299, 63)])
    verify(sound, equals: gates(0..<1, 15..<16, 99..<100, 511..<1_000, 1_299..<1_300, frames: 1_300))
    try verify(player.value("misplaced") == 0 && player.value("last_note") == 63)
    verify(player.play(.constant(1, 10)), equals: .constant(1, 10), "and it stays open")
  }

  @Test func eventsOfOneFrameStayInTheirOrder() throws {
    let player = try bundle.player(bundle.stage("midi-gate"))
    verify(player.play(.constant(1, 20), [Self.on(7), Self.off(7)]), equals: .constant(0, 20))
    verify(player.play(.constant(1, 20), [Self.off(7), Self.on(7)]), equals: gates(7..<20, frames: 20))
  }

  @Test func eventsBeyondTheBlockAreLeftOut() throws {
    let player = try bundle.player(bundle.stage("midi-gate"))
    verify(player.play(.constant(1, 20), [Self.on(20), Self.on(Int(UInt32.max))]), equals: .constant(0, 20))
    try verify(player.value("misplaced") == 0 && player.value("last_note") == -1)
  }

  @Test func aStageWithMIDIOutputPlaysTheNext() throws {
    let player = try bundle.player(bundle.stage("midi-gate"), bundle.stage("gain-mono"), bundle.stage("midi-gate"))
    let sound = player.play(.constant(1, 2_000), [Self.on(3), Self.off(700), Self.on(1_500)])
    verify(sound, equals: gates(3..<700, 1_500..<2_000, frames: 2_000))
    try verify(player.value("misplaced", of: 2) == 0 && player.value("last_note", of: 2) == 60)
  }

  @Test func notesStayInPlaceWhileAParameterMoves() throws {
    let player = try bundle.player(bundle.stage("midi-gate"), bundle.stage("gain-mono"))
    try player.control.set("gain", of: 1, to: 2)
    let sound = player.play(.constant(1, 2_000), [Self.on(333), Self.off(777)])
    verify(sound[0].indices.filter { sound[0][$0] != 0 }, equals: Array(333..<777))
    try verify(player.value("misplaced"), equals: 0)
  }

  @Test func moreEventsThanASequenceHoldsAreCutOffAtTheEnd() throws {
    let player = try bundle.player(bundle.stage("midi-gate"), block: 65_536)
    let events = (0..<50_000).map { Self.on($0, UInt8($0 % 128)) }
    _ = player.play(.constant(1, 50_000), events)
    try verify(player.value("misplaced") == 0 && player.value("last_note") >= 0)
  }

  @Test func positionsAreToldOnceAndOnChange() throws {
    let player = try bundle.player(bundle.stage("tempo"))
    let symbols = ["bpm", "speed", "beats_per_bar", "frame", "positions"]
    func values() throws -> [Float] { try symbols.map { try player.value($0) } }
    _ = player.play(0, blocks: 10)
    try verify(values(), equals: [120, 1, 4, 0, 1])
    player.control.setTempo(97.5)
    _ = player.play(0, blocks: 10)
    try verify(values(), equals: [97.5, 1, 4, 5_120, 2])
    player.control.setPlaying(false)
    _ = player.play(0, blocks: 10)
    try verify(values(), equals: [97.5, 0, 4, 10_240, 3])
    player.control.setPlaying(true)
    _ = player.play(0, blocks: 1)
    try verify(values(), equals: [97.5, 1, 4, 10_240, 4], "a song that stands does not go on")
  }

  @Test func aRenderHasATempoFromItsFirstFrame() throws {
    let player = try bundle.player(bundle.stage("tempo"))
    player.control.setTempo(61)
    _ = player.play(0, blocks: 1)
    try verify(player.value("bpm") == 61 && player.value("positions") == 1)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, -1, 0, 3e38, .leastNonzeroMagnitude])
  func aTempoThatIsNoneDoesNotEndTheHost(tempo: Float) throws {
    let player = try bundle.player(bundle.stage("tempo"))
    player.control.setTempo(tempo)
    _ = player.play(0, blocks: 300)
    try verify(player.value("bpm").isFinite)
  }

  @Test func aParameterThatIsNoPortIsSetByAMessage() throws {
    let player = try bundle.player(bundle.stage("patch"), channels: 2)
    try player.control.send(.level(0.25), to: 0)
    verify(player.play(.constant(1, 100, channels: 2)), equals: .constant(0.25, 100, channels: 2), "in both instances")
    try player.control.send(.level(2), to: 0)
    try player.control.send(.level(0.5), to: 0)
    verify(player.play(.constant(1, 100, channels: 2)), equals: .constant(0.5, 100, channels: 2), "the last one counts")
  }

  @Test func messagesWithoutAReceiverAreErrors() throws {
    let player = try bundle.player(bundle.stage("patch"), bundle.stage("gain-mono"))
    var other = StateProperty.level(1)
    other.key = "urn:aucat:test:patch#nosuch"
    verify(throws: ChainError.self) { try player.control.send(other, to: 0) }
    verify(throws: ChainError.self) { try player.control.send(.level(1), to: 1) }
    verify(throws: ChainError.self) { try player.control.send(.level(1), to: 2) }
    verify(throws: ChainError.self, "the queue is full some day") {
      for _ in 0..<100_000 { try player.control.send(.level(0.125), to: 0) }
    }
    verify(player.play(.constant(1, 10))[0].last, equals: 0.125)
    verify(throws: Never.self) { try player.control.send(.level(1), to: 0) }
  }

  @Test func aMessageThatNoPortHoldsIsAnError() throws {
    let player = try bundle.player(bundle.stage("patch"))
    let large = StateProperty(
      key: "urn:aucat:test:patch#level", type: "http://lv2plug.in/ns/ext/atom#Chunk",
      bytes: [UInt8](repeating: 1, count: 70_000), flags: 0)
    verify(throws: ChainError.self) { try player.control.send(large, to: 0) }
    verify(player.play(.constant(1, 10)), equals: .constant(1, 10))
  }
}

extension StateProperty {
  fileprivate static func level(_ value: Float) -> StateProperty {
    StateProperty(
      key: "urn:aucat:test:patch#level", type: "http://lv2plug.in/ns/ext/atom#Float",
      bytes: withUnsafeBytes(of: value) { Array($0) }, flags: 0)
  }
}
