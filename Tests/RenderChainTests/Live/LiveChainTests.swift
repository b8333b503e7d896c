import ComponentModel
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel

/// A chain as a device plays it: channels, MIDI, positions, latency, and what other threads ask meanwhile.
struct LiveChainTests {
  private let bundle = TestBundle()

  // MARK: channels and blocks

  @Test func channelsGoToTheDevicesOutputs() throws {
    let input = Samples.steps(1_000, channels: 2)
    let mono = try bundle.live(bundle.stage("gain-mono"), inputs: 1, outputs: 3)
    verify(mono.play([input[0]]), equals: [input[0], input[0], input[0]])
    let stereo = try bundle.live(bundle.stage("gain-stereo"), inputs: 2, outputs: 4)
    let silence = [Float](repeating: 0, count: 1_000)
    verify(stereo.play(input), equals: [input[0], input[1], silence, silence])
    let generator = try bundle.live(bundle.stage("generator"), inputs: 0, outputs: 2)
    verify(generator.play([], frames: 100), equals: .constant(0.5, 100, channels: 2))
    verify(throws: ChainError(.tooFewOutputs(channels: 2, outputs: 1))) {
      try bundle.live(bundle.stage("gain-stereo"), inputs: 2, outputs: 1)
    }
    verify(throws: ChainError(.outputCount(0))) { try bundle.live(RenderChain(), inputs: 0, outputs: 2) }
    for rate in [Double.nan, 0, .infinity, 1e9] {
      let error = verify(throws: ChainError.self) { try bundle.live(bundle.stage("gain-mono"), rate: rate) }
      verify(error?.code, equals: .unsupported)
    }
    verify(throws: ChainError.self) { try bundle.live(bundle.stage("gain-mono"), bundle.stage("null-instantiate")) }
  }

  @Test func blocksThatAComponentCannotTakePassItByAndACycleWithoutFramesIsOne() throws {
    let player = try bundle.live(
      bundle.stage("fixed-block"), bundle.stage("gain-stereo", ["gain": 0.5]), inputs: 2, block: 64)
    let input = Samples.steps(640, channels: 2)
    for (cycle, state) in [(128, LiveStatus.State.runs), (100, .unsuited), (64, .runs)] {
      verify(player.play(input, cycle: cycle), equals: input.times(0.5))
      verify(player.chain.status.stages.map(\.state), equals: [state, .runs])
    }
    try verify(player.value("broken"), equals: 0)
    let still = try bundle.live(bundle.stage("gain-mono"))
    var count = 7
    let room = UnsafeMutableBufferPointer<MIDIEvent>(start: nil, count: 0)
    let target = UnsafeMutablePointer<Float>.allocate(capacity: 1)
    defer { target.deallocate() }
    withUnsafePointer(to: target) { targets in
      still.chain.render(
        LiveCycle(inputs: nil, outputs: targets, frames: 0, sent: room, sentCount: &count, position: LivePosition()))
    }
    verify(count == 0 && still.chain.status.blocks == 1)
  }

  // MARK: MIDI

  @Test func messagesOfAnyLengthGoInAndOutInOrderAsFarAsThereIsRoom() throws {
    let player = try bundle.live(bundle.stage("midi-gate"), block: 64)
    let system = [0xF0] + [UInt8](repeating: 0x55, count: 500) + [0xF7]
    let messages: [MIDIMessage] = [
      .noteOn(60, at: 3), MIDIMessage(frame: 63, bytes: system), MIDIMessage(frame: 64, bytes: [0xF8]),
      .noteOff(60, at: 150),
    ]
    let sound = player.play(.constant(1, 200), cycle: 200, messages)
    verify(sound[0].indices.filter { sound[0][$0] != 0 }, equals: Array(3..<150))
    verify(player.sent == messages && player.chain.takesMIDI && player.chain.sendsMIDI)

    let late = try bundle.live(bundle.stage("midi-gate"), block: 64)
    _ = late.play(.constant(1, 100), [5, 4, 70, 60, 99].map { .noteOn(UInt8($0), at: $0) })
    verify(late.sent.map(\.frame), equals: [5, 5, 70, 70, 99])
    try verify(late.value("misplaced"), equals: 0)
    _ = late.play(.constant(1, 64), cycle: 64, [.noteOff(60, at: 64), .noteOn(61, at: 3)])
    verify(late.sent.suffix(2), equals: [.noteOff(60, at: 163), .noteOn(61, at: 163)], "what follows comes at the end")

    let settings = LiveSettings(host: HostSettings(sampleRate: 48_000, blockLength: 64))
    let chain = RenderChain([bundle.stage("midi-gate")])
    let small = LivePlayer(try LiveChain(chain, inputs: 1, outputs: 1, settings: settings), room: 2)
    let many = (0..<50).map { MIDIMessage.noteOn(UInt8($0), at: $0) }
    _ = small.play(.constant(1, 100), many)
    verify(small.sent, equals: Array(many.prefix(2)), "what finds no room is dropped")

    let without = try bundle.live(bundle.stage("gain-mono"))
    _ = without.play(.constant(1, 200), [.noteOn(60, at: 3)])
    verify(without.sent.isEmpty && !without.chain.takesMIDI && !without.chain.sendsMIDI)
    let told = try bundle.live(bundle.stage("gain-mono"), bundle.stage("midi-gate")) { $0.collectsEvents = true }
    let note = MIDIMessage.noteOn(60, at: 7)
    _ = told.play(.constant(1, 100), [note])
    let type = "http://lv2plug.in/ns/ext/midi#MidiEvent"
    verify(told.events(), equals: [.plugin(PluginEvent(stage: 1, frame: 7, type: type, bytes: note.bytes))])
  }

  // MARK: the position

  @Test func positionsOfTheDeviceAreToldOnChange() throws {
    let player = try bundle.live(bundle.stage("tempo"), block: 64) { $0.beatsPerMinute = 97.5 }
    func expect(_ values: [Float], _ note: Comment) throws {
      try verify(player.values(["bpm", "speed", "beats_per_bar", "frame", "positions"]), equals: values, note)
    }
    _ = player.play(0, 1_000)
    try expect([97.5, 1, 4, 0, 1], "the start")
    player.position.frame = 48_000
    _ = player.play(0, 1_000)
    try expect([97.5, 1, 4, 48_000, 2], "a jump")
    player.position.speed = 0
    _ = player.play(0, 1_000)
    try expect([97.5, 0, 4, 49_000, 3], "a stop")
    player.position.speed = 1
    _ = player.play(0, 1_000)
    try expect([97.5, 1, 4, 49_000, 4], "a start")
    player.position.hasBeats = true
    (player.position.beatsPerMinute, player.position.beatsPerBar) = (60, 3)
    for frame in stride(from: 50_000, to: 150_000, by: 1_000) {
      let beat = Double(frame) / 48_000
      player.position.bar = Int64(beat / 3)
      player.position.barBeat = beat - Double(player.position.bar) * 3
      _ = player.play(0, 1_000, cycle: 1_000)
    }
    try expect([60, 1, 3, 50_000, 5], "beats, which go on as the tempo says")
    player.position.barBeat += 1
    _ = player.play(0, 100)
    try expect([60, 1, 3, 150_000, 6], "another beat at the same frame")
  }

  @Test func positionsThatAreNoneEndNothingAndAreNotTakenOver() throws {
    for value in [Float.nan, .infinity, -1, 1e30] {
      let player = try bundle.live(bundle.stage("tempo"))
      player.position = LivePosition(frame: .max, speed: value)
      player.position.hasBeats = true
      (player.position.beatsPerMinute, player.position.beatsPerBar) = (value, value)
      (player.position.bar, player.position.barBeat) = (.min, Double(value))
      _ = player.play(0, 1_000)
      try verify(player.value("bpm").isFinite && [0, 1].contains(player.value("speed")), "\(value)")
    }
    let player = try bundle.live(bundle.stage("tempo")) { $0.beatsPerMinute = 1_000_000 }
    player.position.hasBeats = true
    player.position.barBeat = 1
    for (perBar, unit) in [(1e-20, 4), (4, 0), (4, -1)] as [(Float, Int32)] {
      (player.position.beatsPerBar, player.position.beatUnit) = (perBar, unit)
      _ = player.play(0, 100)
    }
    try verify(player.value("beats_per_bar"), equals: 4)
    (player.position.beatsPerBar, player.position.beatUnit) = (1, 4)
    _ = player.play(0, 100)
    try verify(player.value("beats_per_bar"), equals: 1)
    player.position = LivePosition(frame: .max, speed: 1)
    _ = player.play(0, 100)
    try verify(player.value("beats_per_bar"), equals: 1)
  }

  // MARK: latency, workers, saving

  @Test func aNewLatencyIsToldAndOneThatIsNoneIgnored() throws {
    let player = try bundle.live(
      bundle.stage("late-latency"), bundle.stage("delay", ["frames": 100]), inputs: 2, block: 100)
    _ = player.play(0, 300)
    verify(player.events() == [.latency(frames: 164)] && player.chain.latency == 164)
    _ = player.play(0, 300)
    verify(player.events(), equals: [.latency(frames: 356)])
    try player.chain.control(1).set("frames", of: 0, to: 5_000)
    _ = player.play(0, 3_000)
    verify(player.events() == [.latency(frames: 5_256)] && player.chain.status.latency == 5_256)
    verify(player.chain.status.stages.map(\.latency), equals: [256, 5_000])
    for value in [Float.nan, .infinity, -5] {
      let player = try bundle.live(bundle.stage("latency-lie"), inputs: 2)
      let record = try StoppedChain.record(of: TestPlugins.uri("latency-lie"), bundle: bundle.path, in: nil)
      player.chain.control(0).force(value, in: try demand(record.ports.first { $0.symbol == "frames" }), of: 0)
      _ = player.play(0, 3_000)
      verify(player.chain.latency, equals: value == .infinity ? 8_388_608 : 0)
    }
  }

  @Test func workIsDoneAtOnceWhileFreewheeling() throws {
    let player = try bundle.live(bundle.stage("worker-slow"), bundle.stage("worker"), block: 16)
    _ = player.play(0, 64, cycle: 16)
    player.position.isFreewheeling = true
    _ = player.play(0, 320, cycle: 16)
    // A run reports what came before its own answer; the first of these had the answers of those before the change.
    for stage in [0, 1] {
      try verify(player.values(["answered", "late", "wrong", "refused"], of: stage), equals: [23, 0, 0, 0])
    }
    player.position.isFreewheeling = false
    _ = player.play(0, 160, cycle: 16)
    try verify(player.value("answered") < 33 && player.value("wrong") == 0)
  }

  @Test func aChainIsSavedWhileItPlaysAndDeactivatedOnce() throws {
    let folder = bundle.folder("state")
    let player = try bundle.live(
      bundle.stage("state", ["seed": 7]), bundle.stage("gain-mono", ["gain": 0.5]), block: 64
    ) {
      $0.host.stateFolder = folder
    }
    do {
      let thread = Background { _ = player.play(0.5, 640, cycle: 64) }
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
    for _ in 0..<2 { player.chain.deactivate() }
    try verify(player.chain.saved().stages[1].parameters, equals: ["gain": 1])
  }

  // MARK: meters and memory

  @Test func metersShowPeaksAndLoadsAndMemoryIsLockedAsFarAsAllowed() throws {
    let player = try bundle.live(bundle.stage("gain-mono", ["gain": 0.5]), bundle.stage("burns"), inputs: 2)
    player.period = 10_000_000
    _ = player.play(0.5, 100)
    var status = player.chain.status
    verify(status.inputPeak == 0.5 && status.stages[0].peak == 0.25 && status.outputPeak == status.stages[1].peak)
    verify(status.load > 0 && status.stages[1].load > 0 && status.load >= status.stages[1].load)
    _ = player.play(0, 48_000)
    status = player.chain.status
    verify(abs(status.inputPeak - 0.125) < 0.01, "12 dB in a second")
    verify(status.blocks, equals: 481)
    let pool = MemoryPool()
    _ = pool.array(100_000, of: Float(0))
    let lock = pool.lock()
    verify(lock.locked + lock.missing == 400_000 && (lock.missing == 0) == (lock.error == nil))
  }
}
