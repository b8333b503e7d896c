import Testing

@testable import LiveSound

/// What a JACK device does with a server, which is the test itself or a real one: one at a time, since the library of a test has
/// only one server, and what a library says goes to any device of the process.
@Suite(.serialized) struct JackDeviceTests {
  @Suite struct Opening {
    @Test func itHasItsPortsAndTheServersFormat() throws {
      let fake = FakeDevice(DeviceWishes(inputs: 1, outputs: 3))
      let format = try fake.open()
      #expect(format == DeviceFormat(clientName: "aucat", sampleRate: 48_000, blockLength: 64, isRealtime: true))
      let own = try fake.device.ports().filter(\.isOwn)
      #expect(own.map(\.name) == ["in_1", "out_1", "out_2", "out_3", "midi_in", "midi_out"].map { "aucat:\($0)" })
      #expect(own.map(\.kind) == [.audio, .audio, .audio, .audio, .midi, .midi])
      #expect(own.map(\.isInput) == [true, false, false, false, true, false])
      #expect(try fake.device.ports().first { $0.name == "system:playback_1" }?.isPhysical == true)
      #expect(fake.device.load == 0.125)
      fake.device.close()
      #expect(fake.fake.clients == 0)
    }

    @Test func aNameIsTakenOnce() throws {
      let fake = FakeDevice()
      try fake.open()
      let other = JackDevice(environment: ["AUCAT_JACK": FakeJack.path])
      let recorder = Recorder()
      #expect(try other.open(fake.wishes, call: recorder.call) { _ in }.clientName == "aucat-01")
      other.close()
    }

    @Test(arguments: ["", "a:b", "a\0b"]) func aNameThatNoServerTakesIsRefused(name: String) {
      let fake = FakeDevice(DeviceWishes(clientName: name))
      #expect(throws: DeviceError(.clientName(name))) { try fake.open() }
    }

    @Test(arguments: [(-1, 2), (65, 2), (2, 65)]) func channelsAreCounted(inputs: Int, outputs: Int) {
      let fake = FakeDevice(DeviceWishes(inputs: inputs, outputs: outputs))
      let error = #expect(throws: DeviceError.self) { try fake.open() }
      #expect(error?.description.contains("a device has 0 to 64") == true)
    }

    @Test func asManyChannelsAsThereMayBe() throws {
      let fake = try FakeDevice.started(DeviceWishes(inputs: 64, outputs: 64, outputPorts: .none))
      for channel in 1...64 { try fake.device.connect("aucat:out_\(channel)", "aucat:in_\(channel)") }
      fake.cycle()
      #expect(fake.recorder.blocks.map(\.startsInput) == [.max] && fake.recorder.blocks.map(\.startsOutput) == [.max])
      #expect(fake.output(64) == [Float](repeating: 2 * 63.25, count: 64))
    }

    static let failures: [(String, DeviceError.Cause)] =
      [
        ("activate", .refused(action: "activate the client")), ("port_register", .refused(action: "register a port")),
        ("get_sample_rate", .refused(action: "report its sample rate and block length")),
        ("get_buffer_size", .refused(action: "report its sample rate and block length")),
      ]
      + ["process", "buffer_size", "freewheel", "latency", "xrun", "port_connect"].map {
        ("set_\($0)_callback", .refused(action: "set a callback"))
      }

    @Test(arguments: failures) func whatFailsLeavesNothing(function: String, cause: DeviceError.Cause) throws {
      let fake = FakeDevice()
      fake.fake.fail(function)
      let error = #expect(throws: DeviceError.self) { try fake.start() }
      #expect(error?.cause == cause)
      fake.device.close()
      #expect(fake.fake.clients == 0)
      fake.fake.mend()
      try fake.start()
      fake.cycle()
      #expect(fake.recorder.count == 1)
    }

    static let statuses: [(Int, DeviceError.Cause)] = [
      (0x11, .noServer), (0x411, .versions), (0x03, .clientName("aucat")), (0x05, .clientName("aucat")),
      (0x21, .refused(action: "open a client")), (0x01, .refused(action: "open a client")),
      (0, .refused(action: "open a client")),
    ]

    @Test(arguments: statuses) func theServersStatusIsACause(status: Int, cause: DeviceError.Cause) {
      let fake = FakeDevice()
      fake.fake.fail("client_open")
      fake.fake.status(status)
      let error = #expect(throws: DeviceError.self) { try fake.open() }
      #expect(error?.cause == cause)
    }

    @Test func nothingIsDoneBeforeItIsOpen() {
      let device = FakeDevice().device
      #expect(throws: DeviceError(.notOpen)) { try device.start() }
      device.setLatency(3)
      device.stop()
      device.close()
      #expect(device.load == 0)
    }

    @Test func itOpensOnceAndAgain() throws {
      let fake = FakeDevice()
      for _ in 0..<3 {
        try fake.start()
        #expect(throws: DeviceError(.wish("the device is open already"))) { try fake.open() }
        fake.cycle()
        fake.device.close()
        #expect(fake.fake.clients == 0)
      }
      #expect(fake.recorder.count == 3)
    }

    @Test func anOldLibraryServes() throws {
      let fake = FakeDevice(library: FakeJack.oldPath)
      #expect(try fake.open().isRealtime == false)
      try fake.device.start()
      fake.cycle()
      fake.cycle()
      #expect(fake.recorder.count == 2)
      #expect(try fake.connections().count == 2)
    }
  }

  @Suite struct Connecting {
    private func connections(_ wishes: DeviceWishes) throws -> [String] {
      let fake = try FakeDevice.started(wishes)
      defer { fake.device.close() }
      return try fake.connections().map { "\($0.source) \($0.target)" }
    }

    @Test func outputsLeadToTheMachinesOwn() throws {
      #expect(
        try connections(DeviceWishes()) == ["aucat:out_1 system:playback_1", "aucat:out_2 system:playback_2"])
    }

    @Test func aSingleOutputSoundsOnBothSides() throws {
      #expect(
        try connections(DeviceWishes(outputs: 1)) == ["aucat:out_1 system:playback_1", "aucat:out_1 system:playback_2"])
    }

    @Test func nothingIsConnectedUnasked() throws {
      #expect(try connections(DeviceWishes(outputPorts: .none)) == [])
      #expect(try connections(DeviceWishes(outputs: 0)) == [])
    }

    @Test func portsAreConnectedInTheirOrder() throws {
      let wishes = DeviceWishes(
        inputPorts: ["system:capture_2", "system:midi_capture_1", "system:capture_1", "system:capture_1"],
        outputPorts: .ports(["system:playback_2"]))
      #expect(
        try connections(wishes) == [
          "aucat:out_1 system:playback_2", "system:capture_2 aucat:in_1", "system:capture_1 aucat:in_1",
          "system:capture_1 aucat:in_2", "system:midi_capture_1 aucat:midi_in",
        ])
    }

    @Test func aClientStandsForItsPorts() throws {
      let wishes = DeviceWishes(
        inputs: 1, inputPorts: ["system"], outputPorts: .ports(["system", "system:midi_playback_1"]))
      #expect(
        try connections(wishes) == [
          "aucat:out_1 system:playback_1", "aucat:out_2 system:playback_2", "aucat:midi_out system:midi_playback_1",
          "system:capture_1 aucat:in_1",
        ])
    }

    static let errors: [(DeviceWishes, DeviceError.Cause)] = [
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

    @Test(arguments: errors) func aWishThatCannotBeIsAnError(wishes: DeviceWishes, cause: DeviceError.Cause) throws {
      let fake = FakeDevice(wishes)
      try fake.open()
      let error = #expect(throws: DeviceError.self) { try fake.device.start() }
      #expect(error?.cause == cause)
      fake.cycle()
      #expect(fake.recorder.count == 0)
    }

    @Test func connectionsComeAndGo() throws {
      let fake = try FakeDevice.started(DeviceWishes(outputPorts: .none))
      let device = fake.device
      try device.connect("system:capture_1", "aucat:in_1")
      try device.connect("system:capture_1", "aucat:in_1")
      #expect(fake.notices.waits(for: .connected([DeviceConnection("system:capture_1", "aucat:in_1")])))
      try device.disconnect("system:capture_1", "aucat:in_1")
      #expect(fake.notices.waits(for: .connected([])))
      let pair = DeviceConnection("system:capture_1", "aucat:in_1")
      #expect(throws: DeviceError(.noPort("x"))) { try device.connect("x", "aucat:in_1") }
      #expect(throws: DeviceError(.noPort("y"))) { try device.connect("system:capture_1", "y") }
      let kinds = DeviceConnection("system:midi_capture_1", "aucat:in_1")
      #expect(throws: DeviceError(.connection(kinds))) { try device.connect(kinds.source, kinds.target) }
      fake.fake.fail("connect")
      #expect(throws: DeviceError(.connection(pair))) { try device.connect(pair.source, pair.target) }
    }

    @Test func aFailedConnectionAtTheStartIsSaid() throws {
      let fake = FakeDevice()
      fake.fake.fail("connect")
      let error = #expect(throws: DeviceError.self) { try fake.start() }
      #expect(error?.cause == .connection(DeviceConnection("aucat:out_1", "system:playback_1")))
    }

    @Test func aServerWithoutPortsPlays() throws {
      let fake = FakeDevice()
      fake.fake.fail("get_ports")
      try fake.start()
      fake.cycle()
      #expect(fake.recorder.count == 1)
    }
  }
}
