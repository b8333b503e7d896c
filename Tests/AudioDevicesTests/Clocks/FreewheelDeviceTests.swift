import Testing

@testable import AudioDevices

/// The device whose blocks come when they are asked for.
@Suite struct FreewheelDeviceTests {
  private let device = FreewheelDevice()
  private let recorder = Recorder()
  private let notices = NoticeLog()

  private func start(_ length: Int = 64) throws {
    _ = try device.open(DeviceWishes(blockLength: length), call: recorder.call, notice: notices.add)
    try device.start()
  }

  @Test func soundOfAnyLengthGoesThrough() throws {
    try start()
    let input: [[Float]] = [(0..<150).map { Float($0) }, (0..<100).map { Float(-$0) }]
    let sound = try device.run(input)
    #expect(sound.channels[0] == input[0].map { 2 * $0 })
    #expect(sound.channels[1] == input[1].map { 2 * $0 } + [Float](repeating: 0, count: 50))
    #expect(recorder.blocks.map(\.frames) == [64, 64, 22])
    #expect(recorder.blocks.map(\.startsInput) == [3, 0, 0])
    #expect(recorder.blocks.allSatisfy { $0.period == 0 && $0.position.isFreewheeling })
    device.close()
  }

  @Test func eventsHaveTheirPlaceInTheWhole() throws {
    try start()
    recorder.reply([.init(frame: 3, bytes: [0xF8]), .init(frame: 20, bytes: [0x90, 1, 2])])
    let events: [FreewheelDevice.Event] = [
      .init(frame: 0, bytes: [0x90, 1, 2]), .init(frame: 63, bytes: []), .init(frame: 64, bytes: [0x80, 1, 2]),
      .init(frame: 64, bytes: [0xF8]), .init(frame: 500, bytes: [0xFA]),
    ]
    let sound = try device.run([], frames: 128, events: events)
    #expect(
      recorder.blocks.map(\.events) == [
        [events[0], events[1]], [.init(frame: 0, bytes: [0x80, 1, 2]), .init(frame: 0, bytes: [0xF8])],
      ])
    #expect(sound.events.map(\.frame) == [3, 20, 67, 84] && sound.events[3].bytes == [0x90, 1, 2])
    device.close()
  }

  @Test func blocksChange() throws {
    try start()
    try device.cycle()
    try device.setBlockLength(32)
    try device.cycle()
    #expect(notices.all == [.blockLength(32)])
    #expect(recorder.blocks.map(\.frames) == [64, 32])
    #expect(throws: DeviceError.self) { try device.setBlockLength(0) }
    device.close()
    #expect(throws: DeviceError(.notOpen)) { try device.setBlockLength(64) }
  }

  @Test func theTransportRolls() throws {
    try start()
    try device.setPlaying(true)
    for _ in 0..<2 { try device.cycle() }
    try device.locate(5)
    _ = try device.run([], frames: 65)
    try device.setPlaying(false)
    for _ in 0..<2 { try device.cycle() }
    #expect(recorder.blocks.map(\.position.frame) == [0, 64, 5, 69, 70, 70])
    #expect(recorder.blocks.map(\.position.speed) == [1, 1, 1, 1, 0, 0])
    device.close()
  }

  @Test func itRunsOnlyWhereItIsStarted() throws {
    #expect(throws: DeviceError(.notOpen)) { try device.cycle() }
    try start()
    device.stop()
    #expect(throws: DeviceError(.notOpen)) { try device.cycle() }
    try device.start()
    device.setLatency(9)
    #expect(device.latency == 9)
    try device.cycle()
    device.close()
    #expect(throws: DeviceError(.notOpen)) { try device.start() }
    #expect(throws: DeviceError.withoutPorts) { try device.connect("a", "b") }
  }
}
