import ChainHosting
import Synchronization
import Testing

@testable import LiveSound

/// The device that is a clock.
@Suite struct NullDeviceTests {
  @Test func blocksCome() throws {
    let (device, recorder) = (NullDevice(), Recorder(inputs: 1, outputs: 2))
    let wishes = DeviceWishes(clientName: "x", inputs: 1, outputs: 2, sampleRate: 96_000, blockLength: 96)
    let format = try device.open(wishes, call: recorder.call) { _ in }
    #expect(format == DeviceFormat(clientName: "x", sampleRate: 96_000, blockLength: 96, isRealtime: false))
    try device.start()
    try device.start()
    #expect(waitUntil { recorder.count > 20 })
    device.stop()
    let count = recorder.count
    MonotonicClock.sleep(until: MonotonicClock.nanoseconds + 20_000_000)
    #expect(recorder.count == count)
    let blocks = recorder.blocks
    #expect(blocks.allSatisfy { $0.frames == 96 && $0.period == 1_000_000 && $0.inputs[0].count == 96 })
    #expect(blocks.allSatisfy { !$0.position.isFreewheeling && !$0.position.hasBeats && $0.position.speed == 0 })
    #expect(blocks[0].startsInput == 1 && blocks[0].startsOutput == 3)
    #expect(blocks.dropFirst().allSatisfy { $0.startsInput == 0 && $0.startsOutput == 0 })
    #expect(zip(blocks, blocks.dropFirst()).allSatisfy { $0.entry < $1.entry })
    try device.start()
    #expect(waitUntil { recorder.count > count })
    device.close()
    device.close()
  }

  /// A clock never gains on the time that passes.
  @Test func blocksAreNotTooMany() throws {
    let (device, recorder) = (NullDevice(), Recorder(inputs: 0, outputs: 1))
    _ = try device.open(
      DeviceWishes(inputs: 0, outputs: 1, sampleRate: 48_000, blockLength: 480), call: recorder.call
    ) { _ in }
    let start = MonotonicClock.nanoseconds
    try device.start()
    #expect(waitUntil { recorder.count >= 30 })
    let count = recorder.count
    #expect(Int64(count - 1) * 10_000_000 <= MonotonicClock.nanoseconds - start)
    device.close()
  }

  @Test func blocksThatTakeTooLongAreCounted() throws {
    let (device, recorder, notices) = (NullDevice(), Recorder(), NoticeLog())
    recorder.delay.store(30, ordering: .relaxed)
    _ = try device.open(DeviceWishes(sampleRate: 48_000, blockLength: 48), call: recorder.call, notice: notices.add)
    try device.start()
    #expect(notices.waits { if case .xrun(let count) = $0 { count >= 25 } else { false } })
    #expect(device.load == 1)
    device.close()
    #expect(device.load == 0)
  }

  @Test func nothingIsDoneBeforeItIsOpen() throws {
    let device = NullDevice()
    #expect(throws: DeviceError(.notOpen)) { try device.start() }
    device.setLatency(1)
    device.stop()
  }

  static let wishes: [(DeviceWishes, String)] = [
    (DeviceWishes(sampleRate: 999), "a sample rate is 1000 to 1000000 Hz, not 999.0"),
    (DeviceWishes(sampleRate: .nan), "a sample rate is 1000 to 1000000 Hz, not nan"),
    (DeviceWishes(blockLength: 0), "a block has 1 to 65536 frames, not 0"),
    (DeviceWishes(blockLength: 65_537), "a block has 1 to 65536 frames, not 65537"),
    (DeviceWishes(inputs: 65), "a device has 0 to 64 inputs, not 65"),
  ]

  @Test(arguments: wishes) func aWishThatNoneFulfils(wishes: DeviceWishes, text: String) {
    let recorder = Recorder()
    let error = #expect(throws: DeviceError.self) { _ = try NullDevice().open(wishes, call: recorder.call) { _ in } }
    #expect(error?.description == text)
  }

  @Test func theUsualFormat() throws {
    let recorder = Recorder()
    let format = try NullDevice().open(DeviceWishes(), call: recorder.call) { _ in }
    #expect(format.sampleRate == 48_000 && format.blockLength == 1_024)
  }
}
