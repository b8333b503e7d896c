import Foundation
import RenderChain
import Synchronization

/// A chain that a test renders as a device does.
final class LivePlayer {
  let chain: LiveChain
  /// What the device is at, for the next cycle.
  var position = LivePosition(speed: 1)
  var period: Int64 = 0
  private(set) var sent: [SentMIDI] = []
  private var room: UnsafeMutableBufferPointer<MIDIEvent>

  struct SentMIDI: Hashable {
    var frame: Int
    var bytes: [UInt8]
  }

  init(_ chain: LiveChain, room: Int = 1_024) {
    self.chain = chain
    self.room = .allocate(capacity: room)
  }

  deinit { room.deallocate() }

  /// Renders a sound in cycles of so many frames; the position goes on. The last cycle gets all later events.
  func play(
    _ input: Samples, cycle: Int, _ events: [SentMIDI] = [], frames: Int? = nil, startsInput: UInt64 = 0,
    startsOutput: UInt64 = 0
  ) -> Samples {
    let total = frames ?? input.first?.count ?? 0
    var sound = Samples(repeating: [], count: chain.outputCount)
    for start in stride(from: 0, to: total, by: cycle) {
      let end = min(start + cycle, total)
      let now = events.filter { $0.frame >= start && ($0.frame < end || end == total) }.map {
        SentMIDI(frame: $0.frame - start, bytes: $0.bytes)
      }
      let block = render(
        input.map { Array($0[start..<end]) }, end - start, now, start == 0 ? startsInput : 0,
        start == 0 ? startsOutput : 0)
      for channel in sound.indices { sound[channel] += block[channel] }
    }
    return sound
  }

  private func render(
    _ input: Samples, _ frames: Int, _ events: [SentMIDI], _ startsInput: UInt64, _ startsOutput: UInt64
  ) -> Samples {
    let bytes = events.map { event in
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(event.bytes.count, 1))
      copy.update(from: event.bytes, count: event.bytes.count)
      return copy
    }
    defer { for copy in bytes { copy.deallocate() } }
    let midi = zip(events, bytes).map {
      MIDIEvent(frame: UInt32($0.frame), size: UInt32($0.bytes.count), bytes: UnsafePointer($1))
    }
    var count = 0
    let sound = input.rendered(outputs: chain.outputCount, frames: frames) { sources, targets in
      midi.withUnsafeBufferPointer { midi in
        chain.render(
          LiveCycle(
            inputs: sources, outputs: targets, frames: frames, startsInput: startsInput, startsOutput: startsOutput,
            midi: midi, sent: room, sentCount: &count, position: position, period: period))
      }
    }
    let before = Int(position.frame)
    sent += room.prefix(count).map {
      SentMIDI(
        frame: before &+ Int($0.frame), bytes: Array(UnsafeBufferPointer(start: $0.bytes, count: Int($0.size))))
    }
    if position.speed != 0 { position.frame &+= Int64(frames) }
    return sound
  }

  /// Everything that has happened and was not yet taken.
  func events() -> [LiveEvent] {
    var events: [LiveEvent] = []
    while let event = chain.nextEvent() { events.append(event) }
    return events
  }
}

extension TestBundle {
  /// Loads a chain as for a device, without fades.
  func live(
    _ stages: RenderChain.Stage..., inputs: Int = 1, outputs: Int? = nil, rate: Double = 48_000, block: Int = 256,
    configure: (inout LiveSettings) -> Void = { _ in }
  ) throws -> LivePlayer {
    try live(RenderChain(stages), inputs: inputs, outputs: outputs, rate: rate, block: block, configure: configure)
  }

  func live(
    _ chain: RenderChain, inputs: Int, outputs: Int? = nil, rate: Double = 48_000, block: Int = 256,
    configure: (inout LiveSettings) -> Void = { _ in }
  ) throws -> LivePlayer {
    var settings = LiveSettings(host: HostSettings(sampleRate: rate, blockLength: block))
    settings.ramp = 0
    configure(&settings)
    return LivePlayer(try LiveChain(chain, inputs: inputs, outputs: outputs ?? max(inputs, 1), settings: settings))
  }
}

/// A thread that repeats a piece of work.
final class Background: @unchecked Sendable {
  private let isDone = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the thread; keep the value until ``stop()``.
  init(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    let thread = Thread { [self] in
      while !isDone.load(ordering: .acquiring) { body() }
      ended.signal()
    }
    thread.start()
  }

  /// Ends the thread after the current repetition.
  func stop() {
    isDone.store(true, ordering: .releasing)
    ended.wait()
  }
}
