internal import CJack
internal import Linux
internal import ChainHosting
internal import Synchronization

/// A clock that discards the sound: for trying out a chain, and while a server is gone.
///
/// Its thread has no real-time priority, since nobody hears late blocks.
package final class NullDevice: AudioDevice {
  package let name = "null"

  private struct State {
    var format: DeviceFormat?
    var wishes = DeviceWishes()
    var call: DeviceCall?
    var notice: (@Sendable (DeviceNotice) -> Void)?
    var clock: Clock?
    var thread: BackgroundThread?
    var xruns = 0
  }

  private let state = Mutex(State())

  /// Creates a device, which is not yet open.
  package init() {}

  deinit { close() }

  package func open(
    _ wishes: DeviceWishes, call: DeviceCall, notice: @escaping @Sendable (DeviceNotice) -> Void
  ) throws(DeviceError) -> DeviceFormat {
    let format = try wishes.clockFormat()
    return try state.withLock { state throws(DeviceError) in
      guard state.format == nil else { throw DeviceError(.wish("the device is open already")) }
      (state.format, state.wishes, state.call, state.notice) = (format, wishes, call, notice)
      state.xruns = 0
      return format
    }
  }

  package func start() throws(DeviceError) {
    try state.withLock { state throws(DeviceError) in
      guard let format = state.format, let call = state.call, let notice = state.notice else {
        throw DeviceError(.notOpen)
      }
      guard state.clock == nil else { return }
      let clock = Clock(format, wishes: state.wishes, call: call, notice: notice, xruns: state.xruns)
      do throws(SystemError) {
        state.thread = try BackgroundThread { clock.run() }
      } catch {
        throw DeviceError(.system("no thread can be started: \(error.reasonAndRemedy)"))
      }
      state.clock = clock
    }
  }

  package func stop() {
    state.withLock { state in
      state.clock?.isEnding.store(true, ordering: .releasing)
      state.thread?.join()
      state.xruns = state.clock?.xruns.load(ordering: .relaxed) ?? state.xruns
      (state.clock, state.thread) = (nil, nil)
    }
  }

  package func close() {
    stop()
    state.withLock { $0 = State() }
  }

  package func setLatency(_ frames: Int) {}

  package var load: Double { state.withLock { $0.clock?.load.withLock { $0 } ?? 0 } }
}

/// The loop of a ``NullDevice``'s thread.
private final class Clock: Sendable {
  let isEnding = Atomic(false)
  let xruns: Atomic<Int>
  /// The share of the last block's time that was used.
  let load = Mutex(0.0)
  private let format: DeviceFormat
  private let wishes: DeviceWishes
  private let call: DeviceCall
  private let notice: @Sendable (DeviceNotice) -> Void

  init(
    _ format: DeviceFormat, wishes: DeviceWishes, call: DeviceCall,
    notice: @escaping @Sendable (DeviceNotice) -> Void, xruns: Int
  ) {
    (self.format, self.wishes, self.call, self.notice) = (format, wishes, call, notice)
    self.xruns = Atomic(xruns)
  }

  /// Calls the function once per block. All inputs share one silent buffer.
  func run() {
    // SAFETY: each array has the length that is accessed, and lives until the function returns; no call lasts longer.
    let length = format.blockLength
    let samples = Self.array((1 + wishes.outputs) * length, of: Float(0))
    let inputs = Self.array(wishes.inputs, of: UnsafePointer(samples))
    let outputs = Self.array(wishes.outputs, of: samples)
    for channel in 0..<wishes.outputs { outputs[channel] = samples + (1 + channel) * length }
    let room = Int(aucatJackMostEvents)
    let sent = UnsafeMutableBufferPointer<MIDIEvent>.allocate(capacity: room)
    let sentCount = Self.array(1, of: 0)
    defer {
      samples.deallocate()
      inputs.deallocate()
      outputs.deallocate()
      sent.deallocate()
      sentCount.deallocate()
    }
    let period = Int64(Double(length) * 1_000_000_000 / format.sampleRate)
    var cycle = LiveCycle(
      inputs: wishes.inputs > 0 ? UnsafePointer(inputs) : nil, outputs: UnsafePointer(outputs), frames: length,
      startsInput: Self.bits(wishes.inputs), startsOutput: Self.bits(wishes.outputs), sent: sent,
      sentCount: sentCount, position: LivePosition(), period: period)
    var next = MonotonicClock.nanoseconds
    while !isEnding.load(ordering: .acquiring) {
      cycle.entry = MonotonicClock.nanoseconds
      sentCount.pointee = 0
      call.function(call.context, &cycle)
      (cycle.startsInput, cycle.startsOutput) = (0, 0)
      let now = MonotonicClock.nanoseconds
      load.withLock { $0 = min(1, Double(now - cycle.entry) / Double(period)) }
      next = wait(until: next + period, now, period)
    }
  }

  private static func array<Element>(_ count: Int, of value: Element) -> UnsafeMutablePointer<Element> {
    // SAFETY: the caller releases it.
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(count, 1))
    memory.initialize(repeating: value, count: max(count, 1))
    return memory
  }

  /// A bit for each channel.
  private static func bits(_ count: Int) -> UInt64 { count >= 64 ? .max : (1 << UInt64(max(0, count))) - 1 }

  /// Sleeps until the next block.
  ///
  /// - Returns: when that block begins.
  private func wait(until time: Int64, _ now: Int64, _ period: Int64) -> Int64 {
    let lost = (now - time) / period
    if now >= time, lost > 0 {
      let count = xruns.add(Int(lost), ordering: .relaxed).newValue
      notice(.xrun(count: count))
      return time + lost * period
    }
    var left = time
    // Long blocks must not delay the end.
    while !isEnding.load(ordering: .acquiring) {
      left = min(time, MonotonicClock.nanoseconds + 50_000_000)
      MonotonicClock.sleep(until: left)
      if left == time { break }
    }
    return time
  }
}

extension DeviceWishes {
  /// The format of a device without a server.
  func clockFormat() throws(DeviceError) -> DeviceFormat {
    try check()
    let (rate, length) = (sampleRate ?? Self.standardSampleRate, blockLength ?? Self.standardBlockLength)
    guard (1_000...1_000_000).contains(rate) else {
      throw DeviceError(.wish("a sample rate is 1000 to 1000000 Hz, not \(rate)"))
    }
    guard (1...65_536).contains(length) else {
      throw DeviceError(.wish("a block has 1 to 65536 frames, not \(length)"))
    }
    return DeviceFormat(clientName: clientName, sampleRate: rate, blockLength: length, isRealtime: false)
  }
}
