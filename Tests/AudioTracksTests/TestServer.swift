import ChainHosting
import LiveSound
import Synchronization

@testable import AudioTracks

/// A server that goes and comes back when a test says so. Its blocks are rendered by the test.
final class TestServer: AudioDevice {
  let name = "test"
  let load = 0.0

  private struct State {
    var isThere = true
    var call: DeviceCall?
    var notice: (@Sendable (DeviceNotice) -> Void)?
    var isRunning = false
  }

  private let state = Mutex(State())
  private let rate: Mutex<Double>
  private let channelCount: Int

  init(rate: Double = 48_000, channels: Int = 2) {
    self.rate = Mutex(rate)
    channelCount = channels
  }

  func open(
    _ wishes: DeviceWishes, call: DeviceCall, notice: @escaping @Sendable (DeviceNotice) -> Void
  ) throws(DeviceError) -> DeviceFormat {
    try state.withLock { state throws(DeviceError) in
      guard state.isThere else { throw DeviceError(.noServer) }
      (state.call, state.notice) = (call, notice)
      return DeviceFormat(clientName: "test", sampleRate: rate.withLock { $0 }, blockLength: 256, isRealtime: false)
    }
  }

  func start() throws(DeviceError) { state.withLock { $0.isRunning = true } }
  func stop() { state.withLock { $0.isRunning = false } }
  func close() { state.withLock { ($0.call, $0.isRunning) = (nil, false) } }
  func setLatency(_ frames: Int) {}

  func lose() {
    let notice = state.withLock { state in
      state.isThere = false
      return state.notice
    }
    notice?(.lost(reason: "a test"))
  }

  /// - Parameter rate: another one than before.
  func comeBack(rate: Double? = nil) {
    state.withLock { $0.isThere = true }
    if let rate { self.rate.withLock { $0 = rate } }
  }

  /// Goes on at another rate.
  func change(rate: Double) {
    self.rate.withLock { $0 = rate }
    state.withLock { $0.notice }?(.sampleRate(rate))
  }

  var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Renders a block, if it runs.
  ///
  /// - Returns: the first channel; nil if it does not run.
  func block(_ frames: Int = 256) -> [Float]? {
    // SAFETY: All of it lives as long as this call, with as many frames as the cycle says.
    state.withLock { state in
      guard state.isRunning, let call = state.call else { return nil }
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, channelCount * frames))
      memory.initialize(repeating: .nan, count: channelCount * frames)
      defer { memory.deallocate() }
      var count = 0
      (0..<channelCount).map { memory + $0 * frames }.withUnsafeBufferPointer { channels in
        guard let start = channels.baseAddress else { return }
        withUnsafeMutablePointer(to: &count) { count in
          var cycle = LiveCycle(
            inputs: nil, outputs: start, frames: frames, sent: UnsafeMutableBufferPointer(start: nil, count: 0),
            sentCount: count, position: LivePosition())
          call.function(call.context, &cycle)
        }
      }
      return Array(UnsafeBufferPointer(start: memory, count: frames))
    }
  }
}

extension TrackPlayer {
  /// Turns of the feeding thread, until nothing more happens.
  func settle() { while step() {} }
}

/// A device for a recording: a server, and a clock while that is away, in blocks of one frame.
///
/// What has to happen at a frame, happens before the next one, so that all is as exact as offline.
final class TestDevice {
  let server: TestServer
  private let standIn: TestServer
  private let recording: Recording
  private let player: TrackPlayer

  init(_ recording: Recording, rate: Double) throws {
    (self.recording, server) = (recording, TestServer(rate: rate, channels: 1))
    standIn = TestServer(rate: rate, channels: 1)
    player = TrackPlayer(
      recording.coordinator, on: server, DeviceWishes(inputs: 0, outputs: 1, hasMIDI: false), standIn: standIn,
      retryInterval: .zero
    ) { _ in }
    try player.startDevice()
  }

  deinit { player.stop() }

  /// Renders so many frames.
  func render(_ count: Int) throws {
    for _ in 0..<count {
      settle()
      recording.append(block(1))
    }
    settle()
  }

  private func block(_ frames: Int) -> [Float] { (server.isRunning ? server : standIn).block(frames) ?? [] }

  /// Feeds and tells until nothing more happens.
  private func settle() {
    var last = -1
    while recording.lines.count != last {
      last = recording.lines.count
      player.settle()
      _ = block(0)
      player.settle()
    }
  }
}
