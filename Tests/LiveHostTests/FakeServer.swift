import AudioDevices
import Synchronization

/// A server that does what a test tells it: it goes and comes, and its rate and blocks change. Its sound runs in the test's thread.
final class FakeServer: AudioDevice {
  let name = "fake"
  private let inner = FreewheelDevice()

  private struct State {
    var isThere = true
    var sampleRate = 48_000.0
    var blockLength = 64
    var refusesStart = false
    var refusal = DeviceError(.noServer)
    var missing: [[DeviceConnection]] = []
    var notice: (@Sendable (DeviceNotice) -> Void)?
    var log: [String] = []
    var load = 0.25
  }

  private let state = Mutex(State())

  /// What was done with it, in order.
  var log: [String] { state.withLock { $0.log } }
  /// The latency that it was told.
  var latency: Int { inner.latency }

  private func note(_ word: String) { state.withLock { $0.log.append(word) } }

  func open(
    _ wishes: DeviceWishes, call: DeviceCall, notice: @escaping @Sendable (DeviceNotice) -> Void
  ) throws(DeviceError) -> DeviceFormat {
    var wishes = wishes
    let isThere = state.withLock { state in
      (wishes.sampleRate, wishes.blockLength) = (state.sampleRate, state.blockLength)
      return state.isThere
    }
    note(isThere ? "open" : "no server")
    guard isThere else { throw state.withLock { $0.refusal } }
    state.withLock { $0.notice = notice }
    return try inner.open(wishes, call: call, notice: notice)
  }

  func start() throws(DeviceError) {
    note("start")
    if state.withLock({ $0.refusesStart }) { throw DeviceError(.noPort("nowhere")) }
    try inner.start()
  }

  func stop() {
    note("stop")
    inner.stop()
  }

  func close() {
    note("close")
    inner.close()
  }

  func reconnect() -> [DeviceConnection] {
    note("reconnect")
    return state.withLock { $0.missing.isEmpty ? [] : $0.missing.removeFirst() }
  }

  func setLatency(_ frames: Int) { inner.setLatency(frames) }
  func ports() throws(DeviceError) -> [DevicePort] { [] }
  func connect(_ source: String, _ target: String) throws(DeviceError) {}
  func disconnect(_ source: String, _ target: String) throws(DeviceError) {}
  func setPlaying(_ isPlaying: Bool) throws(DeviceError) { try inner.setPlaying(isPlaying) }
  func locate(_ frame: Int64) throws(DeviceError) { try inner.locate(frame) }
  var load: Double { state.withLock { $0.load } }

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

  func setBlockLength(_ frames: Int) throws { try inner.setBlockLength(frames) }

  /// The sound of a constant input.
  func run(_ value: Float, frames: Int) throws -> [[Float]] { try run(value, frames: frames, events: []).channels }

  /// The sound of a constant input, and messages.
  func run(_ value: Float, frames: Int, events: [FreewheelDevice.Event]) throws -> FreewheelDevice.Sound {
    let channel = [Float](repeating: value, count: frames)
    return try inner.run([channel, channel], frames: frames, events: events)
  }
}
