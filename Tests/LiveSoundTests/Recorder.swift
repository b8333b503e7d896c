import ChainHosting
import Synchronization

@testable import LiveSound

/// What a device calls in a test: it keeps what it gets, and answers with twice the sound.
final class Recorder: Sendable {
  /// A MIDI message at a frame of its block.
  struct Event: Hashable {
    var frame: Int
    var bytes: [UInt8]
  }

  struct Block: Sendable {
    var frames: Int
    var startsInput: UInt64
    var startsOutput: UInt64
    var position: LivePosition
    var entry: Int64
    var period: Int64
    var inputs: [[Float]]
    var events: [Event]
  }

  private struct State: Sendable {
    var blocks: [Block] = []
    var count = 0
    var reply: [Event] = []
  }

  private let state = Mutex(State())
  private let channels: (inputs: Int, outputs: Int)
  private let keeps: Int
  /// Each call takes so long, in milliseconds.
  let delay = Atomic(0)
  private nonisolated(unsafe) let replyBytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)

  /// - Parameter keeps: how many blocks are kept at most.
  init(inputs: Int = 2, outputs: Int = 2, keeps: Int = 10_000) {
    (channels, self.keeps) = ((inputs, outputs), keeps)
    replyBytes.initialize(repeating: 0, count: 1 << 16)
  }

  deinit { replyBytes.deallocate() }

  /// Keep the recorder as long as the device may call.
  var call: DeviceCall {
    DeviceCall(
      { context, cycle in
        guard let context else { return }
        Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue()
          .take(cycle.assumingMemoryBound(to: LiveCycle.self).pointee)
      }, context: Unmanaged.passUnretained(self).toOpaque())
  }

  var blocks: [Block] { state.withLock { $0.blocks } }
  /// How often it was called.
  var count: Int { state.withLock { $0.count } }
  /// What is sent in each block from now on.
  func reply(_ events: [Event]) { state.withLock { $0.reply = events } }
  func forget() { state.withLock { $0.blocks = [] } }

  private func take(_ cycle: LiveCycle) {
    let wait = delay.load(ordering: .relaxed)
    if wait > 0 { MonotonicClock.sleep(until: MonotonicClock.nanoseconds + Int64(wait) * 1_000_000) }
    var block = Block(
      frames: cycle.frames, startsInput: cycle.startsInput, startsOutput: cycle.startsOutput, position: cycle.position,
      entry: cycle.entry, period: cycle.period, inputs: [], events: [])
    for channel in 0..<channels.inputs {
      block.inputs.append(Array(UnsafeBufferPointer(start: cycle.inputs?[channel], count: cycle.frames)))
    }
    for channel in 0..<channels.outputs {
      for frame in 0..<cycle.frames {
        cycle.outputs[channel][frame] = channel < block.inputs.count ? 2 * block.inputs[channel][frame] : 1
      }
    }
    block.events = cycle.midi.map { event in
      Event(
        frame: Int(event.frame), bytes: Array(UnsafeBufferPointer(start: event.bytes, count: Int(event.size))))
    }
    state.withLock { state in
      send(state.reply, cycle)
      state.count += 1
      if state.blocks.count < keeps { state.blocks.append(block) }
    }
  }

  private func send(_ events: [Event], _ cycle: LiveCycle) {
    var next = 0
    for (index, event) in events.prefix(cycle.sent.count).enumerated() {
      for (offset, byte) in event.bytes.enumerated() { replyBytes[next + offset] = byte }
      cycle.sent[index] = MIDIEvent(
        frame: UInt32(event.frame), size: UInt32(event.bytes.count), bytes: replyBytes + next)
      next += event.bytes.count
      cycle.sentCount.pointee = index + 1
    }
  }
}

/// The notices of a device in a test.
final class NoticeLog: Sendable {
  private let state = Mutex<[DeviceNotice]>([])

  var add: @Sendable (DeviceNotice) -> Void { { [self] notice in state.withLock { $0.append(notice) } } }

  /// In memory of its own: the thread sanitizer can't see when a shared array is released.
  var all: [DeviceNotice] { state.withLock { $0.map { $0 } } }

  /// Waits for a notice that fits.
  func waits(_ fits: (DeviceNotice) -> Bool) -> Bool { waitUntil { all.contains(where: fits) } }

  /// Waits for a notice.
  func waits(for notice: DeviceNotice) -> Bool { waits { $0 == notice } }
}

/// Waits until something is true; half a minute passes only where it never will be.
func waitUntil(_ seconds: Double = 30, _ isTrue: () throws -> Bool) rethrows -> Bool {
  let end = MonotonicClock.nanoseconds + Int64(seconds * 1_000_000_000)
  while try !isTrue() {
    if MonotonicClock.nanoseconds > end { return false }
    MonotonicClock.sleep(until: MonotonicClock.nanoseconds + 2_000_000)
  }
  return true
}
