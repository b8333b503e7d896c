import CJack
import ChainHosting
import TestSupport
import Testing

@testable import LiveSound

extension JackDeviceTests {
  /// What the render thread gets and gives.
  struct Blocks {
    @Test("sound goes through blocks of any length, with no channels and with as many as there may be")
    func sound() throws {
      for frames in [1, 3, 64, 500, 8_192, 16_384] {
        let fake = try FakeDevice.started()
        fake.cycle(frames)
        let block = try demand(fake.recorder.blocks.first)
        verify(block.frames == frames && block.period == Int64(frames) * 1_000_000_000 / 48_000)
        verify(block.inputs, equals: [0.25, 1.25].map { [Float](repeating: $0, count: frames) })
        verify(
          [1, 2].map { fake.output($0, frames) }, equals: [0.5, 2.5].map { [Float](repeating: $0, count: frames) })
        verify(abs(block.entry - MonotonicClock.nanoseconds) < 60_000_000_000)
        fake.device.close()
      }
      let none = try FakeDevice.started(DeviceWishes(inputs: 0, outputs: 0))
      none.cycle()
      verify(none.recorder.blocks.first?.inputs, equals: [])
      none.device.close()
      let all = try FakeDevice.started(DeviceWishes(inputs: 64, outputs: 64, outputPorts: .none))
      for channel in 1...64 { try all.device.connect("aucat:out_\(channel)", "aucat:in_\(channel)") }
      all.cycle()
      verify(all.recorder.blocks.map(\.startsInput) == [.max] && all.recorder.blocks.map(\.startsOutput) == [.max])
      verify(all.output(64), equals: [Float](repeating: 2 * 63.25, count: 64))
    }

    @Test("what has not started or has stopped is silent, and so is a buffer that is missing")
    func silence() throws {
      let silent = [Float](repeating: 0, count: 64)
      let fake = FakeDevice()
      try fake.open()
      fake.cycle()
      verify(fake.recorder.count, equals: 0)
      try fake.device.start()
      fake.cycle()
      verify(fake.output(1)[0], equals: 0.5)
      fake.device.stop()
      fake.recorder.reply([.init(frame: 0, bytes: [0x90, 1, 1])])
      fake.cycle()
      verify(fake.recorder.count == 1 && fake.output(1) == silent && fake.fake.events("aucat:midi_out").isEmpty)
      try fake.device.start()
      fake.cycle()
      // It begins with a ramp again.
      verify(fake.recorder.blocks.map(\.startsOutput), equals: [3, 3])
      for port in ["aucat:in_1", "aucat:out_2", "aucat:midi_in", "aucat:midi_out"] { fake.fake.takeBuffer(port) }
      fake.cycle()
      verify(fake.recorder.blocks.last?.inputs[0] == silent && fake.recorder.blocks.last?.inputs[1][0] == 1.25)
      // Nothing can stand for a buffer of such a length.
      fake.cycle(10_000)
      verify(fake.recorder.count, equals: 3)
      fake.fake.takeBuffer("aucat:in_1", false)
      fake.cycle()
      verify(fake.recorder.count == 4 && fake.output(1)[0] == 0.5)
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
      verify(fake.recorder.blocks.map(\.startsInput), equals: [0, 2, 0, 0, 0, 2])
      verify(fake.recorder.blocks.map(\.startsOutput), equals: [0, 0, 1, 0, 0, 0])
    }

    /// Where only a lock tells, the render thread doesn't ask.
    @Test func aConnectionBeginsOnceItIsKnown() throws {
      let fake = FakeDevice(DeviceWishes(outputPorts: .none))
      fake.fake.version("3.0.0.0 (using PipeWire 0.3.65)")
      try fake.start()
      fake.cycle()
      verify(fake.recorder.blocks.last?.inputs[0] == [Float](repeating: 0, count: 64) && fake.output(1)[0] == 0)
      try fake.device.connect("system:capture_1", "aucat:in_1")
      try fake.device.connect("aucat:out_1", "system:playback_1")
      let isHeard = waitUntil {
        fake.cycle()
        return fake.output(1)[0] == 0.5
      }
      verify(isHeard && fake.output(2)[0] == 0)
      verify(fake.recorder.blocks.filter { $0.startsInput == 1 }.count, equals: 1)
      verify(fake.recorder.blocks.filter { $0.startsOutput == 1 }.count, equals: 1)
    }

    @Test("MIDI comes in its order, at frames of the block, is sent, and is cut off where there is too much")
    func events() throws {
      let fake = try FakeDevice.started()
      for (frame, bytes) in [(3, [0x90, 60, 100]), (9, []), (2, [0xB0, 1, 2]), (900, [0x80, 60, 0])]
        as [(UInt32, [UInt8])]
      {
        fake.fake.addEvent("aucat:midi_in", frame: frame, bytes)
      }
      fake.cycle()
      verify(
        fake.recorder.blocks.first?.events,
        equals: [
          .init(frame: 3, bytes: [0x90, 60, 100]), .init(frame: 3, bytes: [0xB0, 1, 2]),
          .init(frame: 63, bytes: [0x80, 60, 0]),
        ])
      fake.recorder.reply([
        .init(frame: 0, bytes: [0x90, 1, 2]), .init(frame: 5, bytes: []), .init(frame: 5, bytes: [0xF8]),
        .init(frame: 99, bytes: [0x80, 1, 2]),
      ])
      for _ in 0..<2 {
        fake.cycle()
        let sent = fake.fake.events("aucat:midi_out")
        verify(sent.map(\.frame) == [0, 5, 63] && sent.map(\.bytes) == [[0x90, 1, 2], [0xF8], [0x80, 1, 2]])
      }
      fake.recorder.reply([])
      for _ in 0..<1_500 { fake.fake.addEvent("aucat:midi_in", frame: 1, [0xFE]) }
      fake.cycle()
      verify(fake.fake.events("aucat:midi_out").isEmpty)
      verify(fake.recorder.blocks.last?.events.count, equals: Int(aucatJackMostEvents))
      fake.recorder.reply([Recorder.Event](repeating: .init(frame: 1, bytes: [0xFE]), count: 1_500))
      fake.fake.addEvent("aucat:midi_in", frame: 1, [0xFE])
      fake.fake.fail("midi_event_get")
      fake.cycle()
      verify(fake.fake.events("aucat:midi_out").count, equals: Int(aucatJackMostEvents))
      verify(fake.recorder.blocks.last?.events, equals: [])
    }

    @Test("the transport is followed; bars and beats count from nothing")
    func transport() throws {
      let fake = try FakeDevice.started()
      // Stopped, rolling, looping, starting.
      for state in 0...3 {
        fake.fake.transport(state, frame: 1_000 * state)
        fake.cycle()
      }
      let positions = fake.recorder.blocks.map(\.position)
      verify(positions.map(\.speed) == [0, 1, 1, 0] && positions.map(\.frame) == [0, 1_000, 2_000, 3_000])
      verify(positions.allSatisfy { !$0.hasBeats })
      fake.fake.transport(1, frame: 0)
      fake.fake.beats(bar: 5, beat: 3, tick: 960, tempo: 90)
      fake.cycle()
      let position = try demand(fake.recorder.blocks.last?.position)
      verify(position.hasBeats && position.beatsPerMinute == 90 && position.beatsPerBar == 3 && position.beatUnit == 8)
      verify(position.bar == 4 && position.barBeat == 2.5)
      // The same, told for a place 48,000 frames before: 1.5 beats more.
      fake.fake.beats(bar: 5, beat: 3, tick: 960, tempo: 90, offset: 48_000)
      fake.cycle()
      verify(fake.recorder.blocks.last?.position.bar == 5 && fake.recorder.blocks.last?.position.barBeat == 1)
      // A tempo of nothing is no tempo.
      fake.fake.beats(bar: 5, beat: 3, tick: 960, tempo: 0)
      fake.cycle()
      verify(fake.recorder.blocks.last?.position.hasBeats, equals: false)
    }
  }
}
