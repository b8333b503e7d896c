internal import Synchronization

/// The transport of a device without a server.
final class ClockTransport: Sendable {
  private let isPlaying = Atomic(false)
  private let frame = Atomic<Int64>(0)

  func setPlaying(_ isPlaying: Bool) { self.isPlaying.store(isPlaying, ordering: .relaxed) }

  func locate(_ frame: Int64) { self.frame.store(max(0, frame), ordering: .relaxed) }

  /// Where it is.
  func position(isFreewheeling: Bool) -> DevicePosition {
    var position = DevicePosition()
    position.frame = frame.load(ordering: .relaxed)
    position.speed = isPlaying.load(ordering: .relaxed) ? 1 : 0
    position.isFreewheeling = isFreewheeling
    return position
  }

  /// Goes on after a block that began at a position, unless it has been moved meanwhile.
  func advance(_ frames: Int, from position: DevicePosition) {
    guard position.speed > 0 else { return }
    _ = frame.compareExchange(expected: position.frame, desired: position.frame + Int64(frames), ordering: .relaxed)
  }
}
