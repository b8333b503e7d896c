import ComponentModel
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel

/// A chain as a device plays it: channels, MIDI, positions, latency, and what other threads ask meanwhile.
struct LiveChainTests {
  private let bundle = TestBundle()

  private typealias MIDI = LivePlayer.SentMIDI

  // MARK: channels

  @Test func channelsGoToTheDevicesOutputs() throws {
    let input = Samples.steps(1_000, channels: 2)
    let mono = try bundle.live(bundle.stage("gain-mono"), inputs: 1, outputs: 3)
    verify(mono.play([input[0]], cycle: 100), equals: [input[0], input[0], input[0]])
    let stereo = try bundle.live(bundle.stage("gain-stereo"), inputs: 2, outputs: 4)
    let silence = [Float](repeating: 0, count: 1_000)
    verify(stereo.play(input, cycle: 100), equals: [input[0], input[1], silence, silence])
    verify(throws: ChainError(.tooFewOutputs(channels: 2, outputs: 1))) {
      try bundle.live(bundle.stage("gain-stereo"), inputs: 2, outputs: 1)
    }
    verify(throws: ChainError(.outputCount(0))) { try bundle.live(RenderChain(), inputs: 0, outputs: 2) }
  }

  @Test func aGeneratorNeedsNoInput() throws {
    let player = try bundle.live(bundle.stage("generator"), inputs: 0, outputs: 2)
    let sound = player.play([], cycle: 100, frames: 1_000)
    verify(sound[0].contains { $0 != 0 } && sound[0] == sound[1])
  }

  @Test func aCycleWithoutFramesIsOne() throws {
    let player = try bundle.live(bundle.stage("gain-mono"))
    var count = 7
    let room = UnsafeMutableBufferPointer<MIDIEvent>(start: nil, count: 0)
    let target = UnsafeMutablePointer<Float>.allocate(capacity: 1)
    defer { target.deallocate() }
    withUnsafePointer(to: target) { targets in
      player.chain.render(
        LiveCycle(inputs: nil, outputs: targets, frames: 0, sent: room, sentCount: &count, position: LivePosition()))
    }
    verify(count == 0 && player.chain.status.blocks == 1)
  }

  @Test func blocksThatAComponentCannotTakePassItBy() throws {
    let player = try bundle.live(
      bundle.stage("fixed-block"), bundle.stage("gain-stereo", ["gain": 0.5]), inputs: 2, block: 64)
    let input = Samples.steps(640, channels: 2)
    verify(player.play(input, cycle: 128), equals: input.times(0.5))
    verify(player.play(input, cycle: 100), equals: input.times(0.5))
    verify(player.chain.status.stages.map(\.state), equals: [.unsuited, .runs])
    verify(player.play(input, cycle: 64), equals: input.times(0.5))
    verify(player.chain.status.stages.map(\.state), equals: [.runs, .runs])
    try verify(player.chain.control(0).value("broken", of: 0), equals: 0)
  }

  // MARK: MIDI

  @Test func messagesOfAnyLengthGoInAndOut() throws {
    let player = try bundle.live(bundle.stage("midi-gate"), block: 64)
    let system = [0xF0] + [UInt8](repeating: 0x55, count: 500) + [0xF7]
    let events = [
      MIDI(frame: 3, bytes: [0x90, 60, 100]), MIDI(frame: 63, bytes: system), MIDI(frame: 64, bytes: [0xF8]),
      MIDI(frame: 150, bytes: [0x80, 60, 0]),
    ]
    let sound = player.play(.constant(1, 200), cycle: 200, events)
    verify(sound[0].indices.filter { sound[0][$0] != 0 }, equals: Array(3..<150))
    verify(player.sent == events && player.chain.takesMIDI && player.chain.sendsMIDI)
  }

  @Test func onlyWhatComponentsSendGoesOut() throws {
    let player = try bundle.live(bundle.stage("gain-mono"))
    _ = player.play(.constant(1, 200), cycle: 100, [MIDI(frame: 3, bytes: [0x90, 60, 100])])
    verify(player.sent.isEmpty && !player.chain.takesMIDI && !player.chain.sendsMIDI)
  }

  @Test func whatFindsNoRoomIsDropped() throws {
    var settings = LiveSettings(host: HostSettings(sampleRate: 48_000, blockLength: 64))
    settings.ramp = 0
    let chain = RenderChain([bundle.stage("midi-gate")])
    let player = LivePlayer(try LiveChain(chain, inputs: 1, outputs: 1, settings: settings), room: 2)
    let events = (0..<50).map { MIDI(frame: $0, bytes: [0x90, UInt8($0), 1]) }
    _ = player.play(.constant(1, 100), cycle: 100, events)
    verify(player.sent, equals: Array(events.prefix(2)))
  }

  @Test func eventsOutOfOrderAreNotLate() throws {
    let player = try bundle.live(bundle.stage("midi-gate"), block: 64)
    let events = [5, 4, 70, 60, 99].map { MIDI(frame: $0, bytes: [0x90, UInt8($0), 1]) }
    _ = player.play(.constant(1, 100), cycle: 100, events)
    verify(player.sent.map(\.frame), equals: [5, 5, 70, 70, 99])
    try verify(player.chain.control(0).value("misplaced", of: 0), equals: 0)
  }

  @Test func whatPluginsSendIsToldIfThatIsWanted() throws {
    let player = try bundle.live(bundle.stage("gain-mono"), bundle.stage("midi-gate")) { $0.collectsEvents = true }
    _ = player.play(.constant(1, 100), cycle: 100, [MIDI(frame: 7, bytes: [0x90, 60, 100])])
    let type = "http://lv2plug.in/ns/ext/midi#MidiEvent"
    verify(player.events(), equals: [.plugin(PluginEvent(stage: 1, frame: 7, type: type, bytes: [0x90, 60, 100]))])
  }

  // MARK: the position

  @Test func positionsOfTheDeviceAreToldOnChange() throws {
    let player = try bundle.live(bundle.stage("tempo"), block: 64) { $0.beatsPerMinute = 97.5 }
    func values() throws -> [Float] {
      try ["bpm", "speed", "beats_per_bar", "frame", "positions"].map { try player.chain.control(0).value($0, of: 0) }
    }
    func play() { _ = player.play(.constant(0, 1_000), cycle: 100) }
    play()
    try verify(values(), equals: [97.5, 1, 4, 0, 1])
    player.position.frame = 48_000
    play()
    try verify(values(), equals: [97.5, 1, 4, 48_000, 2], "a jump")
    player.position.speed = 0
    play()
    try verify(values(), equals: [97.5, 0, 4, 49_000, 3], "a stop")
    player.position.speed = 1
    play()
    try verify(values(), equals: [97.5, 1, 4, 49_000, 4], "a start")
    player.position.hasBeats = true
    (player.position.beatsPerMinute, player.position.beatsPerBar) = (60, 3)
    var frame = 50_000
    func beat() {
      let beat = Double(frame) / 48_000
      player.position.bar = Int64(beat / 3)
      player.position.barBeat = beat - Double(player.position.bar) * 3
    }
    for _ in 0..<100 {
      beat()
      _ = player.play(.constant(0, 1_000), cycle: 1_000)
      frame += 1_000
    }
    try verify(values(), equals: [60, 1, 3, 50_000, 5], "beats, which go on as the tempo says")
    player.position.barBeat += 1
    _ = player.play(.constant(0, 100), cycle: 100)
    try verify(values(), equals: [60, 1, 3, 150_000, 6], "another beat at the same frame")
  }

  @Test(arguments: [Float.nan, .infinity, -1, 1e30]) func nonsenseOfTheDeviceEndsNothing(value: Float) throws {
    let player = try bundle.live(bundle.stage("tempo"))
    player.position = LivePosition(frame: .max, speed: value)
    player.position.hasBeats = true
    player.position.beatsPerMinute = value
    player.position.beatsPerBar = value
    player.position.barBeat = Double(value)
    player.position.bar = .min
    _ = player.play(.constant(0, 1_000), cycle: 100)
    try verify(player.chain.control(0).value("bpm", of: 0).isFinite)
    verify([0, 1].contains(try player.chain.control(0).value("speed", of: 0)))
  }

  @Test("a meter and a place of which no bar can be computed are not taken over")
  func impossibleBars() throws {
    let player = try bundle.live(bundle.stage("tempo")) { $0.beatsPerMinute = 1_000_000 }
    func perBar() throws -> Float { try player.chain.control(0).value("beats_per_bar", of: 0) }
    player.position.hasBeats = true
    player.position.barBeat = 1
    for (perBar, unit) in [(1e-20, 4), (4, 0), (4, -1)] as [(Float, Int32)] {
      (player.position.beatsPerBar, player.position.beatUnit) = (perBar, unit)
      _ = player.play(.constant(0, 100), cycle: 100)
    }
    try verify(perBar(), equals: 4)
    (player.position.beatsPerBar, player.position.beatUnit) = (1, 4)
    _ = player.play(.constant(0, 100), cycle: 100)
    try verify(perBar(), equals: 1)
    player.position = LivePosition(frame: .max, speed: 1)
    _ = player.play(.constant(0, 100), cycle: 100)
    try verify(perBar(), equals: 1)
  }

  @Test("MIDI that is later than the cycle, and what follows it, comes at its end")
  func lateMIDI() throws {
    let player = try bundle.live(bundle.stage("midi-gate"), block: 64)
    _ = player.play(
      .constant(1, 64), cycle: 64, [MIDI(frame: 64, bytes: [0x80, 60, 0]), MIDI(frame: 3, bytes: [0x90, 61, 100])])
    verify(player.sent, equals: [MIDI(frame: 63, bytes: [0x80, 60, 0]), MIDI(frame: 63, bytes: [0x90, 61, 100])])
  }

  // MARK: latency, workers, saving

  @Test func aNewLatencyIsTold() throws {
    let player = try bundle.live(
      bundle.stage("late-latency"), bundle.stage("delay", ["frames": 100]), inputs: 2, block: 100)
    _ = player.play(.constant(0, 300, channels: 2), cycle: 100)
    verify(player.events() == [.latency(frames: 164)] && player.chain.latency == 164)
    _ = player.play(.constant(0, 300, channels: 2), cycle: 100)
    verify(player.events(), equals: [.latency(frames: 356)])
    try player.chain.control(1).set("frames", of: 0, to: 5_000)
    _ = player.play(.constant(0, 3_000, channels: 2), cycle: 100)
    verify(player.events() == [.latency(frames: 5_256)] && player.chain.status.latency == 5_256)
    verify(player.chain.status.stages.map(\.latency), equals: [256, 5_000])
  }

  @Test(arguments: [Float.nan, .infinity, -5]) func aLatencyThatIsNoneIsIgnored(value: Float) throws {
    let player = try bundle.live(bundle.stage("latency-lie"), inputs: 2)
    player.chain.control(0).force(value, in: try demand(port("frames", of: player.chain)), of: 0)
    _ = player.play(.constant(0, 3_000, channels: 2), cycle: 100)
    verify(player.chain.latency == (value == .infinity ? 8_388_608 : 0))
  }

  private func port(_ symbol: String, of chain: LiveChain) throws -> ComponentPort? {
    let stage = try chain.saved().stages[0]
    return try StoppedChain.record(of: stage.component, bundle: stage.bundle, in: nil).ports.first {
      $0.symbol == symbol
    }
  }

  @Test func workIsDoneAtOnceWhileFreewheeling() throws {
    let player = try bundle.live(bundle.stage("worker-slow"), bundle.stage("worker"), block: 16)
    func values(_ stage: Int) throws -> [Float] {
      try ["answered", "late", "wrong", "refused"].map { try player.chain.control(stage).value($0, of: 0) }
    }
    _ = player.play(.constant(0, 64), cycle: 16)
    player.position.isFreewheeling = true
    _ = player.play(.constant(0, 320), cycle: 16)
    // A run reports what came before its own answer; the first of these had the answers of those before the change.
    try verify(values(0), equals: [23, 0, 0, 0])
    try verify(values(1), equals: [23, 0, 0, 0])
    player.position.isFreewheeling = false
    _ = player.play(.constant(0, 160), cycle: 16)
    try verify(values(0)[0] < 33 && values(0)[2] == 0)
  }

  @Test func aChainIsSavedWhileItPlays() throws {
    let folder = bundle.folder("state")
    let player = try bundle.live(
      bundle.stage("state", ["seed": 7]), bundle.stage("gain-mono", ["gain": 0.5]), block: 64
    ) {
      $0.host.stateFolder = folder
    }
    let thread = Background { _ = player.play(.constant(0.5, 640), cycle: 64) }
    defer { thread.stop() }
    for gain in stride(from: Float(0), through: 1, by: 0.125) {
      try player.chain.control(1).set("gain", of: 0, to: gain)
      try player.chain.control(1).setBypassed(gain > 0.5, of: 0)
      let saved = try player.chain.saved()
      verify(saved.stages[0].state.count == 6 && saved.stages[0].parameters == ["seed": 7])
      verify(saved.stages[1].parameters == ["gain": gain] && saved.stages[1].isBypassed == (gain > 0.5))
      verify(player.chain.status.stages.map(\.name), equals: ["State", "Gain mono"])
    }
  }

  @Test func aChainIsDeactivatedOnce() throws {
    let player = try bundle.live(bundle.stage("worker"), bundle.stage("delay", ["frames": 5]), inputs: 2)
    _ = player.play(.constant(0.5, 1_000, channels: 2), cycle: 100)
    player.chain.deactivate()
    player.chain.deactivate()
    try verify(player.chain.saved().stages[1].parameters, equals: ["frames": 5])
  }

  @Test func aChainThatCannotBeLoadedLeavesNothing() throws {
    verify(throws: ChainError.self) { try bundle.live(bundle.stage("gain-mono"), bundle.stage("null-instantiate")) }
    verify(throws: ChainError.self) { try bundle.live(bundle.stage("unknown-feature")) }
  }

  // MARK: meters and memory

  @Test func metersShowPeaksAndLoads() throws {
    let player = try bundle.live(bundle.stage("gain-mono", ["gain": 0.5]), bundle.stage("burns"), inputs: 2)
    player.period = 10_000_000
    _ = player.play(.constant(0.5, 100, channels: 2), cycle: 100)
    var status = player.chain.status
    verify(status.inputPeak == 0.5 && status.stages[0].peak == 0.25 && status.outputPeak == status.stages[1].peak)
    verify(status.load > 0 && status.stages[1].load > 0 && status.load >= status.stages[1].load)
    _ = player.play(.constant(0, 48_000, channels: 2), cycle: 100)
    status = player.chain.status
    verify(abs(status.inputPeak - 0.125) < 0.01, "12 dB in a second")
    verify(status.blocks, equals: 481)
  }

  @Test func memoryIsLockedAsFarAsAllowed() {
    let pool = MemoryPool()
    _ = pool.array(100_000, of: Float(0))
    let lock = pool.lock()
    verify(lock.locked + lock.missing == 400_000 && (lock.missing == 0) == (lock.error == nil))
  }
}
