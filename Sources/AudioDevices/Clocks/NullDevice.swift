internal import Linux
internal import Synchronization

/// A clock that plays to nobody: for trying out a chain, and while a server is away.
///
/// Its thread has no real-time priority, since nobody hears what comes late.
public final class NullDevice: AudioDevice {
  /// `null`
  public let name = "null"

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
  private let transport = ClockTransport()

  /// A device, which is not open.
  public init() {}

  deinit { close() }

  /// As ``AudioDevice/open(_:call:notice:)``.
  public func open(
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

  /// As ``AudioDevice/start()``.
  public func start() throws(DeviceError) {
    try state.withLock { state throws(DeviceError) in
      guard let format = state.format, let call = state.call, let notice = state.notice else {
        throw DeviceError(.notOpen)
      }
      guard state.clock == nil else { return }
      let clock = Clock(
        format, wishes: state.wishes, call: call, notice: notice, transport: transport, xruns: state.xruns)
      do throws(SystemError) {
        state.thread = try BackgroundThread { clock.run() }
      } catch {
        throw DeviceError(.system("no thread can be started: \(error.reasonAndRemedy)"))
      }
      state.clock = clock
    }
  }

  /// As ``AudioDevice/stop()``.
  public func stop() {
    state.withLock { state in
      state.clock?.isEnding.store(true, ordering: .releasing)
      state.thread?.join()
      state.xruns = state.clock?.xruns.load(ordering: .relaxed) ?? state.xruns
      (state.clock, state.thread) = (nil, nil)
    }
  }

  /// As ``AudioDevice/close()``.
  public func close() {
    stop()
    state.withLock { $0 = State() }
  }

  /// As ``AudioDevice/setLatency(_:)``.
  public func setLatency(_ frames: Int) {}

  /// As ``AudioDevice/ports()``.
  public func ports() throws(DeviceError) -> [DevicePort] { [] }

  /// As ``AudioDevice/connect(_:_:)``.
  public func connect(_ source: String, _ target: String) throws(DeviceError) { throw .withoutPorts }

  /// As ``AudioDevice/disconnect(_:_:)``.
  public func disconnect(_ source: String, _ target: String) throws(DeviceError) { throw .withoutPorts }

  /// As ``AudioDevice/setPlaying(_:)``.
  public func setPlaying(_ isPlaying: Bool) throws(DeviceError) { transport.setPlaying(isPlaying) }

  /// As ``AudioDevice/locate(_:)``.
  public func locate(_ frame: Int64) throws(DeviceError) { transport.locate(frame) }

  /// As ``AudioDevice/load``.
  public var load: Double { state.withLock { $0.clock?.load.withLock { $0 } ?? 0 } }
}

/// What the thread of a ``NullDevice`` does.
private final class Clock: Sendable {
  let isEnding = Atomic(false)
  let xruns: Atomic<Int>
  /// How much of the last block's time was used.
  let load = Mutex(0.0)
  private let format: DeviceFormat
  private let wishes: DeviceWishes
  private let call: DeviceCall
  private let notice: @Sendable (DeviceNotice) -> Void
  private let transport: ClockTransport

  init(
    _ format: DeviceFormat, wishes: DeviceWishes, call: DeviceCall,
    notice: @escaping @Sendable (DeviceNotice) -> Void,
    transport: ClockTransport, xruns: Int
  ) {
    (self.format, self.wishes, self.call, self.notice, self.transport) = (format, wishes, call, notice, transport)
    self.xruns = Atomic(xruns)
  }

  func run() {
    let memory = BlockMemory(inputs: wishes.inputs, outputs: wishes.outputs, most: format.blockLength)
    let period = Int64(Double(format.blockLength) * 1_000_000_000 / format.sampleRate)
    var next = MonotonicClock.nanoseconds
    var isFirst = true
    while !isEnding.load(ordering: .acquiring) {
      let position = transport.position(isFreewheeling: false)
      let entry = MonotonicClock.nanoseconds
      let block = BlockMemory.Block(
        frames: format.blockLength, startsInput: isFirst ? BlockMemory.bits(wishes.inputs) : 0,
        startsOutput: isFirst ? BlockMemory.bits(wishes.outputs) : 0, position: position, entry: entry, period: period)
      // SAFETY: no events are no memory.
      memory.run(call, block, received: UnsafeBufferPointer(start: nil, count: 0))
      transport.advance(format.blockLength, from: position)
      isFirst = false
      let now = MonotonicClock.nanoseconds
      load.withLock { $0 = min(1, Double(now - entry) / Double(period)) }
      next = wait(until: next + period, now, period)
    }
  }

  /// Sleeps until the next block.
  ///
  /// - Returns: when that began.
  private func wait(until time: Int64, _ now: Int64, _ period: Int64) -> Int64 {
    let lost = (now - time) / period
    if now >= time, lost > 0 {
      let count = xruns.add(Int(lost), ordering: .relaxed).newValue
      notice(.xrun(count: count))
      return time + lost * period
    }
    var left = time
    // Long blocks don't hold up the end.
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

extension DeviceError {
  /// What a device says that is connected to nothing.
  static let withoutPorts = DeviceError(.unsupported("this device has no ports to connect"))
}
