import ChainHosting
import Linux
import TestSupport
import Testing

@testable import LiveSound

extension JackDeviceTests {
  /// What happens to a device while it runs.
  struct Changes {
    @Test("each is told once, and lost blocks are counted")
    func told() throws {
      let fake = try FakeDevice.started()
      for _ in 0..<3 { fake.fake.xrun() }
      verify(fake.notices.waits(for: .xrun(count: 3)))
      fake.fake.block(64)
      fake.fake.block(256)
      verify(fake.notices.waits(for: .blockLength(256)))
      fake.fake.rate(96_000)
      verify(fake.notices.waits(for: .sampleRate(96_000)))
      fake.cycle(256)
      verify(fake.recorder.blocks.last?.period, equals: 2_666_666)
      fake.fake.freewheel(true)
      verify(fake.notices.waits(for: .freewheel(true)))
      fake.cycle()
      verify(fake.recorder.blocks.last?.period == 0 && fake.recorder.blocks.last?.position.isFreewheeling == true)
      fake.fake.freewheel(false)
      verify(fake.notices.waits(for: .freewheel(false)))
      fake.cycle()
      verify(fake.recorder.blocks.last?.position.isFreewheeling, equals: false)
      fake.device.close()
      let changes = fake.notices.all.filter { notice in
        switch notice {
        case .connected, .xrun: false
        default: true
        }
      }
      verify(changes, equals: [.blockLength(256), .sampleRate(96_000), .freewheel(true), .freewheel(false)])
    }

    @Test("latency grows on its way, and is kept for the next server")
    func latency() throws {
      let fake = FakeDevice(DeviceWishes(inputPorts: ["system:capture_1", "system:capture_2"]))
      let jack = fake.fake
      try fake.start()
      fake.device.setLatency(7)
      fake.device.close()
      try fake.start()
      jack.latency(0)
      verify(jack.range("aucat:out_1", 0), equals: [7, 7])
      fake.device.setLatency(240)
      verify(jack.recomputations > 0)
      // What comes in has 10 to 20 frames, and what is not connected doesn't count.
      jack.setRange("aucat:in_1", 0, 10, 10)
      jack.setRange("aucat:in_2", 0, 20, 20)
      jack.setRange("aucat:midi_in", 0, 900, 900)
      jack.latency(0)
      verify(jack.range("aucat:out_1", 0) == [250, 260] && jack.range("aucat:out_2", 0) == [250, 260])
      verify(jack.range("aucat:midi_out", 0), equals: [250, 260])
      jack.setRange("aucat:out_1", 1, 30, 40)
      jack.setRange("aucat:out_2", 1, 30, 30)
      jack.latency(1)
      verify(jack.range("aucat:in_1", 1) == [270, 280] && jack.range("aucat:midi_in", 1) == [270, 280])
      try fake.device.disconnect("system:capture_1", "aucat:in_1")
      try fake.device.disconnect("system:capture_2", "aucat:in_2")
      jack.latency(0)
      verify(jack.range("aucat:out_1", 0), equals: [240, 240])
      jack.setRange("aucat:out_1", 1, .max, .max)
      try fake.device.disconnect("aucat:out_2", "system:playback_2")
      jack.latency(1)
      verify(jack.range("aucat:in_1", 1), equals: [.max, .max])
    }

    @Test("a lost server comes back with the connections; one that says nothing is still lost")
    func lost() throws {
      let fake = try FakeDevice.started()
      try fake.device.connect("system:capture_2", "aucat:in_1")
      try fake.device.disconnect("aucat:out_2", "system:playback_2")
      let before = try fake.connections()
      let all = Set(before)
      verify(fake.notices.waits { if case .connected(let now) = $0 { Set(now) == all } else { false } })
      fake.fake.shutdown("the cable was pulled")
      verify(fake.notices.waits(for: .lost(reason: "the cable was pulled")))
      fake.fake.shutdown("again")
      verify(throws: DeviceError(.notOpen)) { try fake.device.connect("system:capture_1", "aucat:in_1") }
      verify(throws: DeviceError(.notOpen)) { _ = try fake.device.ports() }
      fake.device.setLatency(64)
      fake.device.close()
      verify(throws: DeviceError(.noServer)) { try fake.open() }
      fake.fake.server(isUp: true)
      try fake.start()
      try verify(Set(fake.connections()), equals: all)
      fake.cycle()
      verify(fake.recorder.count, equals: 1)
      fake.device.close()
      verify(fake.notices.all.filter { if case .lost = $0 { true } else { false } }.count, equals: 1)
      let silent = try FakeDevice.started()
      silent.fake.shutdown("")
      verify(silent.notices.waits(for: .lost(reason: "the JACK server has stopped")))
      silent.device.close()
      // It was not lost in the end: what is wished for is connected.
      let other = try FakeDevice.started()
      try verify(other.connections().count, equals: 2)
      other.device.close()
    }

    @Test("what JACK says is a notice, and none is torn")
    func messages() throws {
      let fake = try FakeDevice.started()
      fake.fake.say("one\ntwo\n", isError: true)
      fake.fake.say("\n", isError: false)
      fake.fake.say(String(repeating: "long ", count: 100), isError: false)
      verify(fake.notices.waits(for: .message("one two")))
      verify(fake.notices.waits { if case .message(let text) = $0 { text.hasPrefix("long long") } else { false } })
      let threads = try (0..<4).map { number in
        try BackgroundThread { [jack = fake.fake] in
          let text = String(repeating: "\(number)", count: 50 + number)
          for _ in 0..<2_000 { jack.say(text, isError: number % 2 == 0) }
        }
      }
      for thread in threads { thread.join() }
      fake.fake.say("last", isError: true)
      _ = waitUntil(1) { fake.notices.all.contains(.message("last")) }
      fake.device.close()
      let whole = Set((0..<4).map { String(repeating: "\($0)", count: 50 + $0) } + ["last", "one two"])
      let messages = fake.notices.all.compactMap { if case .message(let text) = $0 { text } else { nil } }
      verify(messages.count > 60)
      for message in messages { verify(whole.contains(message) || message.hasPrefix("long "), "\(message)") }
    }

    @Test func callbacksComeInAnyOrderFromAnyThread() throws {
      let fake = try FakeDevice.started()
      let jack = fake.fake
      let calls: [@Sendable (Int) -> Void] = [
        { _ in jack.xrun() }, { jack.block($0 % 2 == 0 ? 64 : 128) }, { jack.rate($0 % 2 == 0 ? 44_100 : 48_000) },
        { jack.freewheel($0 % 2 == 0) }, { jack.latency($0 % 2) }, { _ in jack.told() },
      ]
      let threads = try calls.map { call in
        try BackgroundThread { for number in 0..<400 { call(number) } }
      }
      // Blocks come meanwhile, now and then twice at once, which a server doesn't do.
      let other = try BackgroundThread { for _ in 0..<400 { jack.cycle(64) } }
      for _ in 0..<400 { jack.cycle(64) }
      for _ in 0..<20 {
        try fake.device.connect("system:capture_1", "aucat:in_1")
        try fake.device.disconnect("system:capture_1", "aucat:in_1")
        fake.device.setLatency(5)
        fake.device.stop()
        try fake.device.start()
      }
      other.join()
      for thread in threads { thread.join() }
      verify(fake.notices.waits(for: .xrun(count: 400)))
      jack.shutdown("over")
      verify(fake.notices.waits(for: .lost(reason: "over")))
      jack.cycle(64)
      fake.device.close()
      verify(jack.clients, equals: 0)
    }
  }
}
