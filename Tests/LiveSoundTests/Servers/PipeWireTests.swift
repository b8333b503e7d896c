import ChainHosting
import Glibc
import Linux
import TestSupport
import Testing

@testable import LiveSound

extension JackDeviceTests {
  /// A device of a real PipeWire, whose sink plays to nobody.
  @Suite(
    .enabled(
      if: access("/usr/bin/pipewire", X_OK) == 0 && JackLibrary.pipeWire().count > 0, "pipewire-jack is not installed"),
    .enabled(if: Sanitizer.allowsForeignHosts, "PipeWire's library is built without the sanitizer"))
  struct PipeWireTests: ServerBench {
    private let folder = TemporaryFolder()
    let recorder = Recorder(keeps: 200_000)
    let notices = NoticeLog()
    let device: JackDevice

    /// A path instead of a server's name leads to its socket.
    init() {
      device = JackDevice(server: folder("pipewire-0"), environment: ["XDG_RUNTIME_DIR": folder.path])
    }

    func server() throws -> SoundServer {
      try SoundServer(
        "/usr/bin/pipewire", ["-c", Repository.path("Tests/Benchmarks/pipewire.conf")],
        environment: ["XDG_RUNTIME_DIR": folder.path])
    }

    @Test func blocksComeAndPortsAreConnected() throws {
      let server = try server()
      defer { server.end() }
      let format = try open()
      verify(format.clientName == "aucat" && format.sampleRate == 48_000)
      try device.start()
      verify(waitUntil { recorder.count > 10 })
      let ports = try device.ports()
      verify(ports.first { $0.name == "aucat:out_1" }?.connections, equals: ["sink:playback_FL"])
      verify(ports.first { $0.name == "aucat:midi_in" }?.kind, equals: .midi)
      verify(waitUntil { recorder.blocks.contains { $0.startsOutput == 3 } })
      try device.connect("sink:monitor_FL", "aucat:in_2")
      verify(
        notices.waits { if case .connected(let now) = $0 { now.contains { $0.target == "aucat:in_2" } } else { false } }
      )
      verify(waitUntil { recorder.blocks.contains { $0.startsInput == 2 } })
      try device.disconnect("sink:monitor_FL", "aucat:in_2")
      verify(waitUntil { (try? device.ports().first { $0.name == "aucat:in_2" }?.connections) == [] })
      device.stop()
      let count = recorder.count
      verify(!waitUntil(0.1) { recorder.count > count })
      device.close()
    }

    @Test("while it plays, MIDI and sound reach another client, the transport rolls, and blocks change")
    func changes() throws {
      try playing {
        let environment = ["XDG_RUNTIME_DIR": folder.path]
        let other = JackDevice(server: folder("pipewire-0"), environment: environment)
        let heard = Recorder(inputs: 0, outputs: 1)
        heard.reply([.init(frame: 7, bytes: [0x90, 60, 100])])
        let ports = DeviceWishes.OutputChoice.ports(["aucat:in_1", "aucat:midi_in"])
        let wishes = DeviceWishes(clientName: "other", inputs: 0, outputs: 1, outputPorts: ports)
        _ = try other.open(wishes, call: heard.call) { _ in }
        try other.start()
        let event = Recorder.Event(frame: 7, bytes: [0x90, 60, 100])
        verify(waitUntil { recorder.blocks.contains { $0.events.first == event } })
        // The other one plays ones.
        verify(waitUntil { recorder.blocks.contains { $0.inputs[0].last == 1 } })
        other.close()
        for isRolling in [true, false] { try checkRolling(isRolling) }
        try checkBlocks(of: 128)
      }
    }

    @Test func aNoticeInterruptsTheBody() throws {
      try checkTracks(on: JackDevice(server: folder("pipewire-0"), environment: ["XDG_RUNTIME_DIR": folder.path]))
    }

    @Test func aServerIsLostAndBack() throws {
      let server = try server()
      _ = try open()
      try device.start()
      verify(notices.waits { if case .connected(let now) = $0 { now.count == 2 } else { false } })
      server.kills()
      verify(notices.waits { if case .lost = $0 { true } else { false } })
      device.close()
      server.end()
      verify(throws: DeviceError(.noServer)) { try device.open(DeviceWishes(), call: recorder.call) { _ in } }
      let next = try self.server()
      defer { next.end() }
      _ = try open()
      try device.start()
      verify(
        waitUntil { (try? device.ports().first { $0.name == "aucat:out_2" }?.connections) == ["sink:playback_FR"] })
      device.close()
    }
  }
}
