import Foundation
import RenderChain
import Synchronization
import TestSupport

@testable import ChainHosting
@testable import ChainModel

/// A chain that a test renders as a device does.
final class LivePlayer {
  let chain: LiveChain
  /// What the device is at, for the next cycle.
  var position = LivePosition(speed: 1)
  var period: Int64 = 0
  private(set) var sent: [MIDIMessage] = []
  private var room: UnsafeMutableBufferPointer<MIDIEvent>

  init(_ chain: LiveChain, room: Int = 1_024) {
    self.chain = chain
    self.room = .allocate(capacity: room)
  }

  deinit { room.deallocate() }

  /// Renders a sound in cycles of so many frames; the position goes on. The last cycle gets all later events.
  func play(
    _ input: Samples, cycle: Int = 100, _ events: [MIDIMessage] = [], frames: Int? = nil, startsInput: UInt64 = 0,
    startsOutput: UInt64 = 0
  ) -> Samples {
    let total = frames ?? input.first?.count ?? 0
    var sound = Samples(repeating: [], count: chain.outputCount)
    for start in stride(from: 0, to: total, by: cycle) {
      let end = min(start + cycle, total)
      let now = events.filter { $0.frame >= start && ($0.frame < end || end == total) }
      var count = 0
      let block = input.frames(start..<end).rendered(outputs: chain.outputCount, frames: end - start) {
        sources, targets in
        now.withEvents(from: start) { midi in
          chain.render(
            LiveCycle(
              inputs: sources, outputs: targets, frames: end - start, startsInput: start == 0 ? startsInput : 0,
              startsOutput: start == 0 ? startsOutput : 0, midi: midi, sent: room, sentCount: &count,
              position: position, period: period))
        }
      }
      for channel in sound.indices { sound[channel] += block[channel] }
      let before = Int(position.frame)
      sent += room.prefix(count).map {
        MIDIMessage(
          frame: before &+ Int($0.frame), bytes: Array(UnsafeBufferPointer(start: $0.bytes, count: Int($0.size))))
      }
      if position.speed != 0 { position.frame &+= Int64(end - start) }
    }
    return sound
  }

  /// Renders a sound that stands still, on all inputs.
  func play(_ value: Float, _ frames: Int, cycle: Int = 100) -> Samples {
    play(.constant(value, frames, channels: chain.inputCount), cycle: cycle)
  }

  /// What a control port of a component holds.
  func value(_ symbol: String, of stage: Int = 0) throws -> Float { try chain.control(stage).value(symbol, of: 0) }

  /// What several control ports hold.
  func values(_ symbols: [String], of stage: Int = 0) throws -> [Float] { try symbols.map { try value($0, of: stage) } }

  /// Everything that has happened and was not yet taken.
  func events() -> [LiveEvent] {
    var events: [LiveEvent] = []
    while let event = chain.nextEvent() { events.append(event) }
    return events
  }

  /// Recalls settings, as of a snapshot.
  func set(_ settings: [StageSetting]) throws {
    for setting in settings {
      let unit = numbers[setting.place]
      for (symbol, value) in setting.parameters { try chain.set(symbol, of: unit, to: value) }
      for symbol in setting.released { try chain.release(symbol, of: unit) }
      if let isBypassed = setting.isBypassed { try chain.setBypassed(isBypassed, of: unit) }
    }
  }

  /// Carries out an edit on this thread, as far as the render thread comes in.
  @discardableResult func publish(_ change: Edit.Change, _ unit: UnitNumber? = nil) throws -> PreparedEdit {
    let prepared = try chain.loader.prepare(Edit(change: change, unit: unit, done: nil))
    chain.loader.publish(prepared)
    return prepared
  }

  /// A number for what is inserted.
  func newNumber() -> UnitNumber { chain.loader.model.withLock { $0.newNumber() } }

  /// Those that play, in their order.
  var numbers: [UnitNumber] { chain.status.stages.map(\.number) }
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

extension LiveSettings {
  /// Has components in processes of their own, by the aucat-render that was built with the tests.
  mutating func isolate(_ isolation: PluginIsolation = .each) {
    self.isolation = isolation
    renderer = Child.products + "/aucat-render"
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
