import LiveSound
import ChainHosting
import Synchronization

/// A server that does what a test tells it: it goes and comes, and its rate and blocks change. Its sound runs in the
/// test's thread, as fast as that asks for it.
final class FakeServer: AudioDevice {
  let name = "fake"

  /// A MIDI message at a frame of what is run.
  struct Event: Hashable {
    var frame: Int
    var bytes: [UInt8]
  }

  /// The output.
  struct Sound {
    var channels: [[Float]] = [[], []]
    var events: [Event] = []
  }

  private struct State {
    var isThere = true
    var sampleRate = 48_000.0
    var blockLength = 64
    var refusesStart = false
    var refusal = DeviceError(.noServer)
    var missing: [[DeviceConnection]] = []
    var notice: (@Sendable (DeviceNotice) -> Void)?
    /// Nil while it is closed.
    var call: DeviceCall?
    var isRunning = false
    /// Whether the next block is the first one since the start.
    var isFirst = false
    var latency = 0
    var log: [String] = []
  }

  private let state = Mutex(State())

  /// What was done with it, in order.
  var log: [String] { state.withLock { $0.log } }
  /// The latency that it was told.
  var latency: Int { state.withLock { $0.latency } }

  func open(
    _ wishes: DeviceWishes, call: DeviceCall, notice: @escaping @Sendable (DeviceNotice) -> Void
  ) throws(DeviceError) -> DeviceFormat {
    try state.withLock { state throws(DeviceError) in
      state.log.append(state.isThere ? "open" : "no server")
      guard state.isThere else { throw state.refusal }
      (state.call, state.notice) = (call, notice)
      return DeviceFormat(
        clientName: wishes.clientName, sampleRate: state.sampleRate, blockLength: state.blockLength, isRealtime: false)
    }
  }

  func start() throws(DeviceError) {
    try state.withLock { state throws(DeviceError) in
      state.log.append("start")
      if state.refusesStart { throw DeviceError(.noPort("nowhere")) }
      (state.isRunning, state.isFirst) = (true, true)
    }
  }

  func stop() {
    state.withLock { state in
      state.log.append("stop")
      state.isRunning = false
    }
  }

  func close() {
    state.withLock { state in
      state.log.append("close")
      (state.call, state.isRunning, state.latency) = (nil, false, 0)
    }
  }

  func reconnect() -> [DeviceConnection] {
    state.withLock { state in
      state.log.append("reconnect")
      return state.missing.isEmpty ? [] : state.missing.removeFirst()
    }
  }

  func setLatency(_ frames: Int) { state.withLock { $0.latency = frames } }
  var load: Double { 0.25 }

  // MARK: What a test does

  func tell(_ notice: DeviceNotice) { state.withLock { $0.notice }?(notice) }

  /// The server goes.
  func lose() {
    state.withLock { $0.isThere = false }
    tell(.lost(reason: "gone for a test"))
  }

  /// The server comes back, perhaps another one.
  func comeBack(sampleRate: Double = 48_000, blockLength: Int = 64) {
    state.withLock { ($0.isThere, $0.sampleRate, $0.blockLength) = (true, sampleRate, blockLength) }
  }

  /// The server refuses to be opened for a reason.
  func refuse(_ cause: DeviceError.Cause) { state.withLock { $0.refusal = DeviceError(cause) } }

  /// What is still missing after each of the next calls of ``reconnect()``.
  func miss(_ connections: [[DeviceConnection]]) { state.withLock { $0.missing = connections } }

  func refuseStart(_ refuses: Bool) { state.withLock { $0.refusesStart = refuses } }

  /// Changes the length of the blocks that follow.
  func setBlockLength(_ frames: Int) {
    state.withLock { $0.blockLength = frames }
    tell(.blockLength(frames))
  }

  /// The sound of a constant input.
  func run(_ value: Float, frames: Int) throws -> [[Float]] { try run(value, frames: frames, events: []).channels }

  /// The sound of a constant input, and messages. It is run in blocks, the last of which may be shorter.
  func run(_ value: Float, frames: Int, events: [Event]) throws -> Sound {
    try state.withLock { state in
      guard let call = state.call, state.isRunning else { throw DeviceError(.notOpen) }
      var sound = Sound()
      for start in stride(from: 0, to: frames, by: state.blockLength) {
        let block = start..<min(start + state.blockLength, frames)
        Self.run(call, value, block, events.filter { block.contains($0.frame) }, isFirst: state.isFirst, into: &sound)
        state.isFirst = false
      }
      return sound
    }
  }

  private static func run(
    _ call: DeviceCall, _ value: Float, _ block: Range<Int>, _ events: [Event], isFirst: Bool, into sound: inout Sound
  ) {
    // Both inputs are one channel.
    let samples = memory([Float](repeating: value, count: 3 * block.count))
    let inputs = memory([UnsafePointer(samples), UnsafePointer(samples)])
    let outputs = memory([samples + block.count, samples + 2 * block.count])
    let bytes = memory(events.flatMap(\.bytes))
    var next = bytes
    let received = memory(
      events.map { event in
        defer { next += event.bytes.count }
        return MIDIEvent(
          frame: UInt32(event.frame - block.lowerBound), size: UInt32(event.bytes.count), bytes: UnsafePointer(next))
      })
    let sent = memory([MIDIEvent](repeating: MIDIEvent(frame: 0, size: 0, bytes: bytes), count: 64))
    let sentCount = memory([0])
    defer {
      samples.deallocate()
      inputs.deallocate()
      outputs.deallocate()
      bytes.deallocate()
      received.deallocate()
      sent.deallocate()
      sentCount.deallocate()
    }
    var cycle = LiveCycle(
      inputs: inputs, outputs: outputs, frames: block.count, startsInput: isFirst ? 3 : 0,
      startsOutput: isFirst ? 3 : 0,
      midi: UnsafeBufferPointer(start: received, count: events.count),
      sent: UnsafeMutableBufferPointer(start: sent, count: 64), sentCount: sentCount,
      position: LivePosition(isFreewheeling: true))
    call.function(call.context, &cycle)
    for channel in 0..<2 { sound.channels[channel] += UnsafeBufferPointer(start: outputs[channel], count: block.count) }
    sound.events += (0..<sentCount.pointee).map { index in
      Event(
        frame: block.lowerBound + Int(sent[index].frame),
        bytes: Array(UnsafeBufferPointer(start: sent[index].bytes, count: Int(sent[index].size))))
    }
  }

  private static func memory<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count + 1)
    _ = memory.initialize(from: elements)
    return memory.baseAddress.unsafelyUnwrapped
  }
}
