import ChainHosting
import Glibc
import Linux
import TestSupport
import Testing

@testable import LiveSound

extension JackDeviceTests {
  /// A device of a real JACK server, whose driver makes silence.
  @Suite(
    .enabled(if: access("/usr/bin/jackd", X_OK) == 0, "jackd2 is not installed"),
    .enabled(if: Sanitizer.allowsForeignHosts, "JACK's library is built without the sanitizer"))
  struct JackServerTests: ServerBench {
    private let name = "aucat-test-\(getpid())"
    let recorder = Recorder(keeps: 200_000)
    let notices = NoticeLog()
    let device: JackDevice

    init() { device = JackDevice(server: name, environment: [:]) }

    func server() throws -> SoundServer {
      try SoundServer("/usr/bin/jackd", ["-r", "-n", name, "-d", "dummy", "-r", "48000", "-p", "256"])
    }

    @Test func aNoticeInterruptsTheBody() throws {
      try checkTracks(on: JackDevice(server: name, environment: [:]))
    }

    @Test("there is a server: it is listed, blocks come, ports are connected, and another client is heard")
    func clients() throws {
      verify(throws: DeviceError(.noServer)) { try device.open(DeviceWishes(), call: recorder.call) { _ in } }
      let server = try server()
      defer { server.end() }
      try verify(
        open(), equals: DeviceFormat(clientName: "aucat", sampleRate: 48_000, blockLength: 256, isRealtime: false))
      let list = DeviceList.all(server: name, environment: [:])
      verify(list[0].format?.blockLength == 256 && list[0].version?.hasPrefix("1.9") == true)
      verify(list[0].ports.map(\.name).contains("system:playback_1"))
      verify(list[0].library?.hasSuffix("libjack.so.0"), equals: true)
      try device.start()
      verify(waitUntil { recorder.count > 10 })
      let ports = try device.ports()
      verify(ports.first { $0.name == "aucat:out_2" }?.connections, equals: ["system:playback_2"])
      verify(ports.filter { $0.isOwn && $0.isInput }.allSatisfy { $0.connections.isEmpty })
      verify(ports.contains { $0.name == "system:capture_1" && $0.isPhysical && !$0.isInput && $0.kind == .audio })
      verify(recorder.blocks[0].frames == 256 && recorder.blocks[0].period == 256 * 1_000_000_000 / 48_000)
      verify(device.load >= 0)
      // A second client of the name gets another one; what it says is heard.
      let (other, heard) = (JackDevice(server: name, environment: [:]), Recorder())
      let format = try other.open(DeviceWishes(outputPorts: .none), call: heard.call) { _ in }
      verify(format.clientName, equals: "aucat-01")
      try other.start()
      heard.reply([.init(frame: 7, bytes: [0x90, 60, 100])])
      try device.connect("aucat-01:out_1", "aucat:in_1")
      try device.connect("aucat-01:midi_out", "aucat:midi_in")
      let event = Recorder.Event(frame: 7, bytes: [0x90, 60, 100])
      verify(waitUntil { recorder.blocks.contains { $0.events.first == event } })
      verify(waitUntil { recorder.blocks.contains { $0.startsInput == 1 } })
      verify(
        notices.waits {
          if case .connected(let now) = $0 { now.contains { $0.target == "aucat:midi_in" } } else { false }
        })
      other.close()
      device.stop()
      let count = recorder.count
      verify(!waitUntil(0.1) { recorder.count > count })
      device.close()
    }

    /// What another program is told of how late the sound of a port is, in frames.
    private func toldLatency(_ port: String) -> Int? {
      let run = Child.run("/usr/bin/jack_lsp", ["-s", name, "-l", port], environment: [:])
      return run.text.firstMatch(of: /capture latency = \[ \d+ (\d+) \]/).flatMap { Int($0.1) }
    }

    @Test("while it plays, latency is told to others, the transport is everybody's, and blocks change")
    func changes() throws {
      try playing(DeviceWishes(inputPorts: ["system"])) {
        if access("/usr/bin/jack_lsp", X_OK) == 0 {
          let before = try demand(toldLatency("aucat:out_1"))
          for frames in [500, 20] {
            device.setLatency(frames)
            verify(waitUntil { toldLatency("aucat:out_1") == before + frames })
          }
        }
        try device.locate(96_000)
        try checkRolling(true)
        verify(waitUntil { (recorder.blocks.last?.position.frame ?? 0) > 96_000 })
        try checkRolling(false)
        for length in [64, 1_024] { try checkBlocks(of: length) }
        try device.setFreewheeling(true)
        verify(notices.waits(for: .freewheel(true)))
        verify(waitUntil { recorder.blocks.last.map { $0.period == 0 && $0.position.isFreewheeling } ?? false })
        try device.setFreewheeling(false)
        verify(notices.waits(for: .freewheel(false)))
        verify(waitUntil { recorder.blocks.last?.position.isFreewheeling == false })
      }
    }

    @Test(arguments: [true, false]) func aServerIsLostAndBack(isKilled: Bool) throws {
      let server = try server()
      _ = try open()
      try device.start()
      try device.connect("system:capture_2", "aucat:in_1")
      try device.disconnect("aucat:out_1", "system:playback_1")
      let wanted: Set = [
        DeviceConnection("system:capture_2", "aucat:in_1"), DeviceConnection("aucat:out_2", "system:playback_2"),
      ]
      verify(notices.waits { if case .connected(let now) = $0 { Set(now) == wanted } else { false } })
      // So that they have settled.
      MonotonicClock.sleep(until: MonotonicClock.nanoseconds + ConnectionHistory.closeness + 100_000_000)
      if isKilled { server.kills() } else { server.end() }
      verify(notices.waits { if case .lost = $0 { true } else { false } })
      verify(throws: Never.self) { device.close() }
      verify(throws: DeviceError(.noServer)) { try device.open(DeviceWishes(), call: recorder.call) { _ in } }
      if isKilled { server.end() }
      let next = try self.server()
      defer { next.end() }
      let count = recorder.count
      _ = try open()
      try device.start()
      verify(waitUntil { recorder.count > count })
      let own = try device.ports().filter(\.isOwn)
      verify(own.first { $0.name == "aucat:in_1" }?.connections, equals: ["system:capture_2"])
      verify(own.first { $0.name == "aucat:out_1" }?.connections, equals: [])
      verify(own.first { $0.name == "aucat:out_2" }?.connections, equals: ["system:playback_2"])
      device.close()
    }
  }
}
