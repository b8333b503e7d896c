import ChainHosting
import Synchronization
import TestSupport
import Testing

@testable import LiveSound

/// The device that is a clock.
struct NullDeviceTests {
  @Test("blocks come, never more of them than the time that passes, until it stops")
  func blocks() throws {
    let (device, recorder) = (NullDevice(), Recorder(inputs: 1, outputs: 2))
    verify(throws: DeviceError(.notOpen)) { try device.start() }
    device.setLatency(1)
    device.stop()
    let wishes = DeviceWishes(clientName: "x", inputs: 1, outputs: 2, sampleRate: 96_000, blockLength: 96)
    let format = try device.open(wishes, call: recorder.call) { _ in }
    verify(format, equals: DeviceFormat(clientName: "x", sampleRate: 96_000, blockLength: 96, isRealtime: false))
    let start = MonotonicClock.nanoseconds
    try device.start()
    try device.start()
    verify(waitUntil { recorder.count > 20 })
    device.stop()
    let count = recorder.count
    verify(Int64(count - 1) * 1_000_000 <= MonotonicClock.nanoseconds - start)
    MonotonicClock.sleep(until: MonotonicClock.nanoseconds + 20_000_000)
    verify(recorder.count, equals: count)
    let blocks = recorder.blocks
    verify(blocks.allSatisfy { $0.frames == 96 && $0.period == 1_000_000 && $0.inputs[0].count == 96 })
    verify(blocks.allSatisfy { !$0.position.isFreewheeling && !$0.position.hasBeats && $0.position.speed == 0 })
    verify(blocks[0].startsInput == 1 && blocks[0].startsOutput == 3)
    verify(blocks.dropFirst().allSatisfy { $0.startsInput == 0 && $0.startsOutput == 0 })
    verify(zip(blocks, blocks.dropFirst()).allSatisfy { $0.entry < $1.entry })
    try device.start()
    verify(waitUntil { recorder.count > count })
    device.close()
    device.close()
  }

  @Test func blocksThatTakeTooLongAreCounted() throws {
    let (device, recorder, notices) = (NullDevice(), Recorder(), NoticeLog())
    recorder.delay.store(30, ordering: .relaxed)
    _ = try device.open(DeviceWishes(sampleRate: 48_000, blockLength: 48), call: recorder.call, notice: notices.add)
    try device.start()
    verify(notices.waits { if case .xrun(let count) = $0 { count >= 25 } else { false } })
    verify(device.load, equals: 1)
    device.close()
    verify(device.load, equals: 0)
  }

  @Test("a wish that none fulfils is an error; without wishes, the format is the usual one")
  func wishes() throws {
    let recorder = Recorder()
    for (wishes, text) in [
      (DeviceWishes(sampleRate: 999), "a sample rate is 1000 to 1000000 Hz, not 999.0"),
      (DeviceWishes(sampleRate: .nan), "a sample rate is 1000 to 1000000 Hz, not nan"),
      (DeviceWishes(blockLength: 0), "a block has 1 to 65536 frames, not 0"),
      (DeviceWishes(blockLength: 65_537), "a block has 1 to 65536 frames, not 65537"),
      (DeviceWishes(inputs: 65), "a device has 0 to 64 inputs, not 65"),
    ] {
      let error = verify(throws: DeviceError.self) { try NullDevice().open(wishes, call: recorder.call) { _ in } }
      verify(error?.description, equals: text)
    }
    let format = try NullDevice().open(DeviceWishes(), call: recorder.call) { _ in }
    verify(format.sampleRate == 48_000 && format.blockLength == 1_024)
  }
}
