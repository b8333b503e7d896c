internal import Synchronization

/// A device whose blocks come when its owner asks for them, in the owner's thread: for renders and tests.
public final class FreewheelDevice: AudioDevice {
  /// `freewheel`
  public let name = "freewheel"

  private struct State {
    var format: DeviceFormat?
    var wishes = DeviceWishes()
    var call: DeviceCall?
    var notice: (@Sendable (DeviceNotice) -> Void)?
    var isRunning = false
    var starts: (inputs: UInt64, outputs: UInt64) = (0, 0)
    var latency = 0
  }

  private let state = Mutex(State())
  private let transport = ClockTransport()

  /// A MIDI message at a frame of what is run.
  public struct Event: Hashable, Sendable {
    /// Its place.
    public var frame: Int
    /// Its bytes, the status byte first.
    public var bytes: [UInt8]

    /// Creates a message.
    public init(frame: Int, bytes: [UInt8]) {
      self.frame = frame
      self.bytes = bytes
    }
  }

  /// What comes out.
  public struct Sound: Hashable, Sendable {
    /// The samples of each output.
    public var channels: [[Float]]
    /// The messages that were sent.
    public var events: [Event]
  }

  /// A device, which is not open.
  public init() {}

  /// As ``AudioDevice/open(_:call:notice:)``.
  public func open(
    _ wishes: DeviceWishes, call: DeviceCall, notice: @escaping @Sendable (DeviceNotice) -> Void
  ) throws(DeviceError) -> DeviceFormat {
    let format = try wishes.clockFormat()
    return try state.withLock { state throws(DeviceError) in
      guard state.format == nil else { throw DeviceError(.wish("the device is open already")) }
      (state.format, state.wishes, state.call, state.notice) = (format, wishes, call, notice)
      return format
    }
  }

  /// As ``AudioDevice/start()``.
  public func start() throws(DeviceError) {
    try state.withLock { state throws(DeviceError) in
      guard state.format != nil else { throw DeviceError(.notOpen) }
      state.isRunning = true
      state.starts = (BlockMemory.bits(state.wishes.inputs), BlockMemory.bits(state.wishes.outputs))
    }
  }

  /// As ``AudioDevice/stop()``.
  public func stop() { state.withLock { $0.isRunning = false } }

  /// As ``AudioDevice/close()``.
  public func close() { state.withLock { $0 = State() } }

  /// As ``AudioDevice/setLatency(_:)``.
  public func setLatency(_ frames: Int) { state.withLock { $0.latency = frames } }

  /// What ``setLatency(_:)`` was told.
  public var latency: Int { state.withLock { $0.latency } }

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
  public var load: Double { 0 }

  /// Blocks have another length from now on.
  ///
  /// - Throws: ``DeviceError`` where the device is not open, or no block has this length.
  public func setBlockLength(_ frames: Int) throws(DeviceError) {
    let notice = try state.withLock { state throws(DeviceError) in
      guard state.format != nil else { throw DeviceError(.notOpen) }
      var wishes = state.wishes
      wishes.blockLength = frames
      state.format?.blockLength = try wishes.clockFormat().blockLength
      return state.notice
    }
    notice?(.blockLength(frames))
  }

  /// Runs one block of silence.
  ///
  /// - Returns: what comes out.
  /// - Throws: ``DeviceError`` where the device doesn't run.
  @discardableResult
  public func cycle() throws(DeviceError) -> Sound {
    guard let length = state.withLock({ $0.format?.blockLength }) else { throw DeviceError(.notOpen) }
    return try run([], frames: length)
  }

  /// Runs blocks, the last of which may be shorter, through the call. From the call itself this would never return.
  ///
  /// - Parameters:
  ///   - input: the samples of each input; silence where there are none.
  ///   - frames: how many frames are run; nil for as many as the longest input has.
  ///   - events: MIDI messages, by ascending frames.
  /// - Returns: what comes out.
  /// - Throws: ``DeviceError`` where the device doesn't run.
  public func run(_ input: [[Float]], frames: Int? = nil, events: [Event] = []) throws(DeviceError) -> Sound {
    try state.withLock { state throws(DeviceError) in
      guard let format = state.format, let call = state.call, state.isRunning else { throw DeviceError(.notOpen) }
      let wishes = state.wishes
      let memory = BlockMemory(inputs: wishes.inputs, outputs: wishes.outputs, most: format.blockLength)
      let total = frames ?? input.map(\.count).max() ?? 0
      var sound = Sound(channels: [[Float]](repeating: [], count: wishes.outputs), events: [])
      var start = 0
      while start < total {
        let count = min(format.blockLength, total - start)
        for channel in 0..<wishes.inputs {
          Self.fill(
            memory.input(channel), from: channel < input.count ? input[channel] : [], start: start, count: count)
        }
        let block = BlockMemory.Block(
          frames: count, startsInput: state.starts.inputs, startsOutput: state.starts.outputs,
          position: transport.position(isFreewheeling: true), entry: MonotonicClock.nanoseconds, period: 0)
        state.starts = (0, 0)
        Self.run(
          memory, call: call, block: block, events: events.filter { (start..<start + count).contains($0.frame) },
          start: start)
        transport.advance(count, from: block.position)
        for channel in 0..<wishes.outputs { sound.channels[channel] += memory.output(channel).prefix(count) }
        // SAFETY: the bytes of what was sent stay until the next call.
        sound.events += memory.events.map { event in
          Event(
            frame: start + Int(event.frame),
            bytes: [UInt8](UnsafeBufferPointer(start: event.bytes, count: Int(event.size))))
        }
        start += count
      }
      return sound
    }
  }

  private static func fill(
    _ target: UnsafeMutableBufferPointer<Float>, from samples: [Float], start: Int, count: Int
  ) {
    // SAFETY: a block is not longer than its memory.
    for frame in 0..<count { target[frame] = start + frame < samples.count ? samples[start + frame] : 0 }
  }

  /// Makes the call with events, whose bytes stay where they are meanwhile.
  private static func run(
    _ memory: BlockMemory, call: DeviceCall, block: BlockMemory.Block, events: [Event], start: Int
  ) {
    // SAFETY: offsets lie within the bytes of all events, and the buffers outlive the call.
    let bytes = events.flatMap(\.bytes) + [0]
    bytes.withUnsafeBufferPointer { bytes in
      guard var next = bytes.baseAddress else { return }
      let received = events.prefix(DeviceCycle.mostEvents).map { event in
        defer { next += event.bytes.count }
        return DeviceMIDI(frame: UInt32(event.frame - start), size: UInt32(event.bytes.count), bytes: next)
      }
      received.withUnsafeBufferPointer { memory.run(call, block, received: $0) }
    }
  }
}
