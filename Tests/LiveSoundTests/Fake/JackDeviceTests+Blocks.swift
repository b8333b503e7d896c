import CJack
import ChainHosting
import Testing

@testable import LiveSound

extension JackDeviceTests {
  /// What the render thread gets and gives.
  @Suite struct Blocks {
    @Test(arguments: [1, 3, 64, 500, 8_192, 16_384]) func soundGoesThrough(frames: Int) throws {
      let fake = try FakeDevice.started()
      fake.cycle(frames)
      let block = try #require(fake.recorder.blocks.first)
      #expect(block.frames == frames && block.period == Int64(frames) * 1_000_000_000 / 48_000)
      #expect(block.inputs == [0.25, 1.25].map { [Float](repeating: $0, count: frames) })
      #expect(fake.output(1, frames) == [Float](repeating: 0.5, count: frames))
      #expect(fake.output(2, frames) == [Float](repeating: 2.5, count: frames))
      #expect(abs(block.entry - MonotonicClock.nanoseconds) < 60_000_000_000)
    }

    @Test func whatStopsIsSilent() throws {
      let fake = FakeDevice()
      try fake.open()
      fake.cycle()
      #expect(fake.recorder.count == 0)
      try fake.device.start()
      fake.cycle()
      #expect(fake.output(1)[0] == 0.5)
      fake.device.stop()
      fake.recorder.reply([.init(frame: 0, bytes: [0x90, 1, 1])])
      fake.cycle()
      #expect(fake.recorder.count == 1 && fake.output(1) == [Float](repeating: 0, count: 64))
      #expect(fake.fake.events("aucat:midi_out").isEmpty)
      try fake.device.start()
      fake.cycle()
      // It begins with a ramp again.
      #expect(fake.recorder.blocks.map(\.startsOutput) == [3, 3])
    }

    @Test func aConnectionIsToldOnce() throws {
      let fake = try FakeDevice.started(DeviceWishes(outputPorts: .none))
      fake.cycle()
      try fake.device.connect("system:capture_1", "aucat:in_2")
      fake.cycle()
      try fake.device.connect("aucat:out_1", "system:playback_2")
      try fake.device.connect("system:capture_2", "aucat:in_2")
      fake.cycle()
      try fake.device.disconnect("system:capture_1", "aucat:in_2")
      fake.cycle()
      try fake.device.disconnect("system:capture_2", "aucat:in_2")
      fake.cycle()
      try fake.device.connect("system:capture_1", "aucat:in_2")
      fake.cycle()
      #expect(fake.recorder.blocks.map(\.startsInput) == [0, 2, 0, 0, 0, 2])
      #expect(fake.recorder.blocks.map(\.startsOutput) == [0, 0, 1, 0, 0, 0])
    }

    /// Where only a lock tells, the render thread doesn't ask.
    @Test func aConnectionBeginsOnceItIsKnown() throws {
      let fake = FakeDevice(DeviceWishes(outputPorts: .none))
      fake.fake.version("3.0.0.0 (using PipeWire 0.3.65)")
      try fake.start()
      fake.cycle()
      #expect(fake.recorder.blocks.last?.inputs[0] == [Float](repeating: 0, count: 64) && fake.output(1)[0] == 0)
      try fake.device.connect("system:capture_1", "aucat:in_1")
      try fake.device.connect("aucat:out_1", "system:playback_1")
      let isHeard = waitUntil {
        fake.cycle()
        return fake.output(1)[0] == 0.5
      }
      #expect(isHeard && fake.output(2)[0] == 0)
      #expect(fake.recorder.blocks.filter { $0.startsInput == 1 }.count == 1)
      #expect(fake.recorder.blocks.filter { $0.startsOutput == 1 }.count == 1)
    }

    @Test func aMissingBufferIsSilence() throws {
      let fake = try FakeDevice.started()
      fake.cycle()
      for port in ["aucat:in_1", "aucat:out_2", "aucat:midi_in", "aucat:midi_out"] { fake.fake.takeBuffer(port) }
      fake.cycle()
      #expect(fake.recorder.blocks.last?.inputs[0] == [Float](repeating: 0, count: 64))
      #expect(fake.recorder.blocks.last?.inputs[1][0] == 1.25)
      // Nothing can stand for a buffer of such a length.
      fake.cycle(10_000)
      #expect(fake.recorder.count == 2)
      fake.fake.takeBuffer("aucat:in_1", false)
      fake.cycle()
      #expect(fake.recorder.count == 3 && fake.output(1)[0] == 0.5)
    }

    @Test func withoutInputsAndOutputs() throws {
      let fake = try FakeDevice.started(DeviceWishes(inputs: 0, outputs: 0))
      fake.cycle()
      #expect(fake.recorder.blocks.first?.inputs == [])
    }

    // MARK: MIDI

    @Test func eventsComeInTheirOrder() throws {
      let fake = try FakeDevice.started()
      fake.fake.addEvent("aucat:midi_in", frame: 3, [0x90, 60, 100])
      fake.fake.addEvent("aucat:midi_in", frame: 9, [])
      fake.fake.addEvent("aucat:midi_in", frame: 2, [0xB0, 1, 2])
      fake.fake.addEvent("aucat:midi_in", frame: 900, [0x80, 60, 0])
      fake.cycle()
      #expect(
        fake.recorder.blocks.first?.events == [
          .init(frame: 3, bytes: [0x90, 60, 100]), .init(frame: 3, bytes: [0xB0, 1, 2]),
          .init(frame: 63, bytes: [0x80, 60, 0]),
        ])
      fake.fake.fail("midi_event_get")
      fake.cycle()
      #expect(fake.recorder.blocks.last?.events == [])
    }

    @Test func tooManyEventsAreCutOff() throws {
      let fake = try FakeDevice.started()
      for _ in 0..<1_500 { fake.fake.addEvent("aucat:midi_in", frame: 1, [0xFE]) }
      fake.cycle()
      #expect(fake.recorder.blocks.first?.events.count == Int(aucatJackMostEvents))
      fake.recorder.reply([Recorder.Event](repeating: .init(frame: 1, bytes: [0xFE]), count: 1_500))
      fake.cycle()
      #expect(fake.fake.events("aucat:midi_out").count == Int(aucatJackMostEvents))
    }

    @Test func eventsAreSent() throws {
      let fake = try FakeDevice.started()
      fake.recorder.reply([
        .init(frame: 0, bytes: [0x90, 1, 2]), .init(frame: 5, bytes: []), .init(frame: 5, bytes: [0xF8]),
        .init(frame: 99, bytes: [0x80, 1, 2]),
      ])
      for _ in 0..<2 {
        fake.cycle()
        let sent = fake.fake.events("aucat:midi_out")
        #expect(sent.map(\.frame) == [0, 5, 63] && sent.map(\.bytes) == [[0x90, 1, 2], [0xF8], [0x80, 1, 2]])
      }
      fake.recorder.reply([])
      fake.cycle()
      #expect(fake.fake.events("aucat:midi_out").isEmpty)
    }

    // MARK: Transport

    @Test func theTransportIsFollowed() throws {
      let fake = try FakeDevice.started()
      // Stopped, rolling, looping, starting.
      for state in 0...3 {
        fake.fake.transport(state, frame: 1_000 * state)
        fake.cycle()
      }
      #expect(fake.recorder.blocks.map(\.position.speed) == [0, 1, 1, 0])
      #expect(fake.recorder.blocks.map(\.position.frame) == [0, 1_000, 2_000, 3_000])
      #expect(fake.recorder.blocks.allSatisfy { !$0.position.hasBeats })
    }

    @Test func barsAndBeatsCountFromNothing() throws {
      let fake = try FakeDevice.started()
      fake.fake.transport(1, frame: 0)
      fake.fake.beats(bar: 5, beat: 3, tick: 960, tempo: 90)
      fake.cycle()
      let position = try #require(fake.recorder.blocks.last?.position)
      #expect(position.hasBeats && position.beatsPerMinute == 90 && position.beatsPerBar == 3 && position.beatUnit == 8)
      #expect(position.bar == 4 && position.barBeat == 2.5)
      // The same, told for a place 48,000 frames before: 1.5 beats more.
      fake.fake.beats(bar: 5, beat: 3, tick: 960, tempo: 90, offset: 48_000)
      fake.cycle()
      #expect(fake.recorder.blocks.last?.position.bar == 5 && fake.recorder.blocks.last?.position.barBeat == 1)
      // A tempo of nothing is no tempo.
      fake.fake.beats(bar: 5, beat: 3, tick: 960, tempo: 0)
      fake.cycle()
      #expect(fake.recorder.blocks.last?.position.hasBeats == false)
    }
  }
}
