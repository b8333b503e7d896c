internal import Synchronization

/// The ring of a ``RingPlayer``, and the thread that feeds it.
final class RingFeeder: @unchecked Sendable {
  // SAFETY: The memory stays as long as this object, which the feeding thread and the player keep; the player's owner
  // keeps that until no device makes calls. `read` and `scratch` are used only by the feeding thread, and before it
  // runs by the one that starts it. Everything else is atomic, or protected by a lock.

  private let player: UnsafeMutablePointer<RealtimePlayer>
  /// The ring, and room for one more portion.
  private let memory: UnsafeMutablePointer<Float>
  private let scratch: [UnsafeMutablePointer<Float>]
  private let read: RingPlayer.Reading
  private let requests = Mutex<[@Sendable (_ nextFrame: Int) throws -> Void]>([])
  private let failure = Mutex<(any Error)?>(nil)
  private let isEnding = Atomic(false)

  private static let portion = 1_024
  /// The time between two checks of the ring, in nanoseconds.
  private static let patience: Int64 = 3_000_000

  /// - Parameter frames: the least number to read ahead.
  init(channels: Int, outputs: Int, sampleRate: Double, frames: Int, read: @escaping RingPlayer.Reading) {
    var capacity = 4 * Self.portion
    while capacity < frames { capacity *= 2 }
    let room = channels * (capacity + Self.portion)
    memory = .allocate(capacity: max(1, room))
    memory.initialize(repeating: 0, count: max(1, room))
    let behind = memory + channels * capacity
    scratch = (0..<channels).map { behind + $0 * Self.portion }
    player = .allocate(capacity: 1)
    // A fade of 5 ms doesn't click.
    player.initialize(
      to: RealtimePlayer(memory, channels: channels, outputs: outputs, capacity: capacity, fade: Int(sampleRate / 200)))
    // The very beginning isn't faded.
    player.pointee.gain = 1
    self.read = read
  }

  deinit {
    player.deinitialize(count: 1)
    player.deallocate()
    memory.deallocate()
  }

  var call: DeviceCall { DeviceCall(RealtimePlayer.render, context: player) }

  func setPlaying(_ plays: Bool) { player.pointee.plays.store(plays, ordering: .relaxed) }

  func move(_ change: @escaping @Sendable (_ nextFrame: Int) throws -> Void) {
    requests.withLock { $0.append(change) }
  }

  var state: RingPlayer.State {
    let isAsked = requests.withLock { !$0.isEmpty }
    let played = player.pointee.taken.load(ordering: .acquiring)
    return RingPlayer.State(
      played: played, missing: player.pointee.missing.load(ordering: .relaxed),
      isOver: !isAsked && played >= player.pointee.end.load(ordering: .acquiring),
      failure: failure.withLock { $0 })
  }

  func end() { isEnding.store(true, ordering: .relaxed) }

  /// Fills the ring before the thread starts.
  func fill() { while feed() {} }

  /// The loop of the thread.
  func run() {
    while !isEnding.load(ordering: .relaxed) {
      takeRequests()
      if !feed() { MonotonicClock.sleep(until: MonotonicClock.nanoseconds + Self.patience) }
    }
  }

  private func takeRequests() {
    let asked = requests.withLock { $0 }
    guard !asked.isEmpty else { return }
    let next = player.pointee.written.load(ordering: .relaxed)
    do {
      for request in asked { try request(next) }
      player.pointee.end.store(.max, ordering: .releasing)
    } catch {
      fail(error, at: next)
    }
    player.pointee.skipped.store(next, ordering: .releasing)
    requests.withLock { $0.removeFirst(asked.count) }
  }

  /// Reads a portion into the ring.
  ///
  /// - Returns: false if there is no room or nothing to read.
  private func feed() -> Bool {
    let written = player.pointee.written.load(ordering: .relaxed)
    let used = written - player.pointee.taken.load(ordering: .acquiring)
    let isAtEnd = player.pointee.end.load(ordering: .relaxed) != .max
    guard !isAtEnd, player.pointee.capacity - used >= Self.portion else { return false }
    do {
      let count = try read(scratch, Self.portion)
      write(count, at: written)
      player.pointee.written.store(written + count, ordering: .releasing)
      if count < Self.portion { player.pointee.end.store(written + count, ordering: .releasing) }
    } catch {
      fail(error, at: written)
    }
    return true
  }

  private func write(_ count: Int, at start: Int) {
    let capacity = player.pointee.capacity
    let place = start & (capacity - 1)
    let first = min(count, capacity - place)
    for (channel, source) in scratch.enumerated() {
      let target = player.pointee.samples + channel * capacity
      (target + place).update(from: source, count: first)
      target.update(from: source + first, count: count - first)
    }
  }

  private func fail(_ error: any Error, at frame: Int) {
    failure.withLock { $0 = $0 ?? error }
    player.pointee.end.store(frame, ordering: .releasing)
  }
}
