import TestSupport
import Testing

@testable import LiveSound

/// What a JACK device does with a server, which is the test itself or a real one: one at a time, since the library of a
/// test has only one server, and what a library says goes to any device of the process.
@Suite(.serialized) struct JackDeviceTests {
  struct Opening {
    @Test(
      "it has its ports and the server's format, a name of its own, and opens once and again, in an old library as well"
    )
    func opens() throws {
      let fake = FakeDevice(DeviceWishes(inputs: 1, outputs: 3))
      verify(throws: DeviceError(.notOpen)) { try fake.device.start() }
      fake.device.setLatency(3)
      fake.device.stop()
      fake.device.close()
      verify(fake.device.load, equals: 0)
      for _ in 0..<2 {
        let format = try fake.open()
        verify(format, equals: DeviceFormat(clientName: "aucat", sampleRate: 48_000, blockLength: 64, isRealtime: true))
        verify(throws: DeviceError(.wish("the device is open already"))) { try fake.open() }
        let ports = try fake.device.ports()
        let own = ports.filter(\.isOwn)
        let names = ["in_1", "out_1", "out_2", "out_3", "midi_in", "midi_out"]
        verify(own.map(\.name), equals: names.map { "aucat:\($0)" })
        verify(own.map(\.kind), equals: [.audio, .audio, .audio, .audio, .midi, .midi])
        verify(own.map(\.isInput), equals: [true, false, false, false, true, false])
        verify(ports.first { $0.name == "system:playback_1" }?.isPhysical == true && fake.device.load == 0.125)
        let other = JackDevice(environment: ["AUCAT_JACK": FakeJack.path])
        let recorder = Recorder()
        try verify(other.open(DeviceWishes(), call: recorder.call) { _ in }.clientName, equals: "aucat-01")
        other.close()
        try fake.device.start()
        fake.cycle()
        fake.device.close()
        verify(fake.fake.clients, equals: 0)
      }
      verify(fake.recorder.count, equals: 2)
      let old = FakeDevice(library: FakeJack.oldPath)
      try verify(old.open().isRealtime, equals: false)
      try old.device.start()
      old.cycle()
      old.cycle()
      try verify(old.recorder.count == 2 && old.connections().count == 2)
      old.device.close()
    }

    @Test("names and channels that no server takes are refused, and a status of the server's is a cause")
    func refusals() {
      for name in ["", "a:b", "a\0b"] {
        verify(throws: DeviceError(.clientName(name))) { try FakeDevice(DeviceWishes(clientName: name)).open() }
      }
      for (inputs, outputs) in [(-1, 2), (65, 2), (2, 65)] {
        let error = verify(throws: DeviceError.self) {
          try FakeDevice(DeviceWishes(inputs: inputs, outputs: outputs)).open()
        }
        verify(error?.description.contains("a device has 0 to 64"), equals: true)
      }
      let refused = DeviceError.Cause.refused(action: "open a client")
      let statuses: [(Int, DeviceError.Cause)] = [
        (0x11, .noServer), (0x411, .versions), (0x03, .clientName("aucat")), (0x05, .clientName("aucat")),
        (0x21, refused), (0x01, refused), (0, refused),
      ]
      for (status, cause) in statuses {
        let fake = FakeDevice()
        fake.fake.fail("client_open")
        fake.fake.status(status)
        verify(verify(throws: DeviceError.self) { try fake.open() }?.cause, equals: cause, "\(status)")
      }
    }

    @Test("a function of the library that fails leaves nothing, and the device opens as soon as it works")
    func failures() throws {
      let format = "report its sample rate and block length"
      let callbacks = ["process", "buffer_size", "freewheel", "latency", "xrun", "port_connect"]
      for (function, action) in [
        ("activate", "activate the client"), ("port_register", "register a port"), ("get_sample_rate", format),
        ("get_buffer_size", format),
      ] + callbacks.map({ ("set_\($0)_callback", "set a callback") }) {
        let fake = FakeDevice()
        fake.fake.fail(function)
        verify(
          verify(throws: DeviceError.self) { try fake.start() }?.cause, equals: .refused(action: action), "\(function)")
        fake.device.close()
        verify(fake.fake.clients, equals: 0)
        fake.fake.mend()
        try fake.start()
        fake.cycle()
        verify(fake.recorder.count, equals: 1)
        fake.device.close()
      }
    }

    @Test("servers are listed with their ports, and missing ones with a reason")
    func list() throws {
      let fake = FakeDevice()
      let list = DeviceList.all(environment: ["AUCAT_JACK": FakeJack.path])
      verify(list.map(\.device), equals: ["jack", "null"])
      verify(list[0].library?.hasSuffix("/libFakeJack.so") == true && list[0].version == "1.9.21")
      verify(list[0].format?.sampleRate == 48_000 && list[0].error == nil)
      verify(list[0].ports.map(\.name).first == "system:capture_1" && list[0].ports.count == 6)
      verify(list[0].ports.map(\.kind.rawValue).suffix(2), equals: ["midi", "midi"])
      verify(fake.fake.clients, equals: 0)
      fake.fake.server(isUp: false)
      let missing = DeviceList.all(environment: ["AUCAT_JACK": FakeJack.path])
      verify(missing[0].error == DeviceError(.noServer) && missing[0].format == nil && missing[0].ports == [])
      verify(missing[1], equals: DeviceListing(device: "null", ports: []))
      verify(DeviceList.all(environment: ["AUCAT_JACK": "/none"])[0].error?.cause, equals: .libraryMissing)
    }
  }

  struct Connecting {
    @Test("outputs lead to the machine's own, ports are connected in their order, and a client stands for its ports")
    func wishes() throws {
      let rows: [(DeviceWishes, [String])] = [
        (DeviceWishes(), ["aucat:out_1 system:playback_1", "aucat:out_2 system:playback_2"]),
        (DeviceWishes(outputs: 1), ["aucat:out_1 system:playback_1", "aucat:out_1 system:playback_2"]),
        (DeviceWishes(outputPorts: .none), []), (DeviceWishes(outputs: 0), []),
        (
          DeviceWishes(
            inputPorts: ["system:capture_2", "system:midi_capture_1", "system:capture_1", "system:capture_1"],
            outputPorts: .ports(["system:playback_2"])),
          [
            "aucat:out_1 system:playback_2", "system:capture_2 aucat:in_1", "system:capture_1 aucat:in_1",
            "system:capture_1 aucat:in_2", "system:midi_capture_1 aucat:midi_in",
          ]
        ),
        (
          DeviceWishes(
            inputs: 1, inputPorts: ["system"], outputPorts: .ports(["system", "system:midi_playback_1"])),
          [
            "aucat:out_1 system:playback_1", "aucat:out_2 system:playback_2", "aucat:midi_out system:midi_playback_1",
            "system:capture_1 aucat:in_1",
          ]
        ),
      ]
      for (wishes, connections) in rows {
        let fake = try FakeDevice.started(wishes)
        try verify(fake.connections().map { "\($0.source) \($0.target)" }, equals: connections)
        fake.device.close()
      }
    }

    @Test("a wish that can't be fulfilled, or a connection that fails, is an error; a server without ports plays")
    func errors() throws {
      let rows: [(DeviceWishes, DeviceError.Cause)] = [
        (DeviceWishes(inputPorts: ["system:capture_9"]), .noPort("system:capture_9")),
        // It receives, and can't be listened to.
        (DeviceWishes(inputPorts: ["system:playback_1"]), .wrongDirection("system:playback_1", sends: false)),
        (DeviceWishes(outputPorts: .ports(["nobody"])), .noPort("nobody")),
        (
          DeviceWishes(hasMIDI: false, inputPorts: ["system:midi_capture_1"]),
          .wish("\"system:midi_capture_1\" is a port for MIDI, for which there is no input")
        ),
        (
          DeviceWishes(outputs: 0, outputPorts: .ports(["system:playback_1"])),
          .wish("\"system:playback_1\" is a port for audio, for which there is no output")
        ),
      ]
      for (wishes, cause) in rows {
        let fake = FakeDevice(wishes)
        verify(verify(throws: DeviceError.self) { try fake.start() }?.cause, equals: cause)
        fake.cycle()
        verify(fake.recorder.count, equals: 0)
        fake.device.close()
      }
      let unconnected = FakeDevice()
      unconnected.fake.fail("connect")
      let pair = DeviceConnection("aucat:out_1", "system:playback_1")
      verify(verify(throws: DeviceError.self) { try unconnected.start() }?.cause, equals: .connection(pair))
      unconnected.device.close()
      let fake = FakeDevice()
      fake.fake.fail("get_ports")
      try fake.start()
      fake.cycle()
      verify(fake.recorder.count, equals: 1)
      fake.device.close()
    }

    @Test func connectionsComeAndGo() throws {
      let fake = try FakeDevice.started(DeviceWishes(outputPorts: .none))
      let device = fake.device
      let pair = DeviceConnection("system:capture_1", "aucat:in_1")
      for _ in 0..<2 { try device.connect(pair) }
      verify(fake.notices.waits(for: .connected([pair])))
      try device.disconnect(pair)
      verify(fake.notices.waits(for: .connected([])))
      verify(throws: DeviceError(.noPort("x"))) { try device.connect("x", "aucat:in_1") }
      verify(throws: DeviceError(.noPort("y"))) { try device.connect("system:capture_1", "y") }
      let kinds = DeviceConnection("system:midi_capture_1", "aucat:in_1")
      verify(throws: DeviceError(.connection(kinds))) { try device.connect(kinds) }
      fake.fake.fail("connect")
      verify(throws: DeviceError(.connection(pair))) { try device.connect(pair) }
    }
  }
}
