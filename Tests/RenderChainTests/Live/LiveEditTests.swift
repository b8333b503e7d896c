import ComponentModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel

/// A chain is edited while it plays: from any thread, in order, in time, and nothing stays behind.
struct LiveEditTests {
  private let bundle = TestBundle()

  /// A device that plays on a thread of its own until the test ends.
  private struct Device {
    let player: LivePlayer
    private let thread: Background

    init(_ player: LivePlayer) {
      self.player = player
      let input = Samples.constant(0.5, 64, channels: player.chain.inputCount)
      thread = Background {
        _ = player.play(input, cycle: 64)
        usleep(200)
      }
    }

    func stop() { thread.stop() }
  }

  /// Collects what edits tell.
  private final class Results: Sendable {
    private let results = Mutex<[Result<UnitNumber?, ChainError>]>([])

    var done: EditDone { { result in self.results.withLock { $0.append(result) } } }

    /// In memory of its own: the thread sanitizer can't see when a shared array is released.
    var all: [Result<UnitNumber?, ChainError>] { results.withLock { $0.map { $0 } } }

    /// Waits until so many have come.
    func wait(_ count: Int) -> Bool {
      for _ in 0..<6_000 {
        if all.count >= count { return true }
        usleep(10_000)
      }
      return false
    }
  }

  private func gains(_ chain: LiveChain) throws -> [Float] {
    try chain.saved().stages.map { $0.parameters["gain"] ?? -1 }
  }

  private func gain(_ value: Float) -> RenderChain.Stage { bundle.stage("gain-mono", ["gain": value]) }

  /// How often an edit has been told to be over.
  private func settled(_ player: LivePlayer) -> Int {
    player.events().count { if case .settled = $0 { true } else { false } }
  }

  // MARK: what edits do

  @Test func everyEditIsHeard() throws {
    let device = Device(try bundle.live(gain(0.5), gain(0.25)))
    defer { device.stop() }
    let (chain, results) = (device.player.chain, Results())
    verify(chain.status.stages.map(\.number.value), equals: [1, 2])
    let third = try chain.insert(gain(1), at: 1, done: results.done)
    verify(third == UnitNumber(value: 3) && results.wait(1))
    verify(chain.status.stages.map(\.number.value), equals: [1, 3, 2])
    try verify(gains(chain), equals: [0.5, 1, 0.25])
    try chain.move(third, to: 2, done: results.done)
    verify(results.wait(2) && chain.status.stages.map(\.number.value) == [1, 2, 3])
    try chain.set("gain", of: third, to: 2)
    try chain.setBypassed(true, of: third)
    try chain.restart(third, done: results.done)
    verify(results.wait(3))
    try verify(gains(chain) == [0.5, 0.25, 2] && chain.saved().stages[2].isBypassed)
    try chain.replace(third, with: gain(0.75), done: results.done)
    try chain.remove(UnitNumber(value: 1), done: results.done)
    verify(results.wait(5))
    try verify(gains(chain) == [0.25, 0.75] && chain.status.stages.map(\.number.value) == [2, 3])
    try chain.replaceAll(with: RenderChain([gain(1), gain(0.125)]), done: results.done)
    verify(results.wait(6) && chain.status.stages.map(\.number.value) == [4, 5])
    for result in results.all { verify(throws: Never.self) { try result.get() } }
    verify(settled(device.player), equals: 6)
  }

  @Test func anEditThatNobodyPlaysSleeps() throws {
    let player = try bundle.live(gain(0.5), gain(0.25))
    let loader = Mutex("")
    let results = Results()
    // An edit of a chain that plays tells which thread carries edits out.
    try player.chain.remove(UnitNumber(value: 1)) { result in
      let thread = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      loader.withLock { $0 = thread ?? "" }
      results.done(result)
    }
    while results.all.isEmpty { _ = player.play(0.5, 64) }
    try player.chain.remove(UnitNumber(value: 2), done: results.done)
    usleep(300_000)
    let before = try switches(of: loader.withLock { $0 })
    usleep(300_000)
    try verify(switches(of: loader.withLock { $0 }), equals: before)
    verify(results.all.count, equals: 1)
    _ = player.play(0.5, 6_400)
    verify(results.wait(2))
  }

  /// How often a thread of this process has waited for something.
  private func switches(of thread: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(thread)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return try demand(line.flatMap { $0.split(separator: "\t").last }.flatMap { Int($0) })
  }

  @Test func aPresetTakesThePlaceOfSettingsAndOnlyTheLastOfManyIsLoaded() throws {
    let player = try bundle.live(bundle.stage("gain-stereo", ["gain": 2]), inputs: 2)
    let half = bundle.stage("gain-stereo", preset: "half").preset
    for (preset, value) in [(half, Float(0.25)), (nil, 0.5)] {
      try player.publish(.preset(preset), player.numbers[0])
      verify(player.play(0.5, 10_000)[0].last, equals: value)
      verify(player.chain.loader.reap() && player.numbers == [UnitNumber(value: 1)])
    }
    _ = player.events()
    let results = Results()
    for number in 0..<50 {
      try player.chain.setPreset(number == 49 ? nil : half, of: player.numbers[0], done: results.done)
    }
    let device = Device(player)
    defer { device.stop() }
    verify(results.wait(50))
    try verify(player.chain.saved().stages[0].parameters, equals: ["gain": 1])
    verify(settled(player) <= 2, "one that was being loaded, and the last")
  }

  @Test func whatIsNotThereCannotBeEdited() throws {
    let chain = try bundle.live(gain(1)).chain
    let none = UnitNumber(value: 7)
    let edits: [() throws -> Void] = [
      { try chain.remove(none) }, { try chain.move(none, to: 0) }, { try chain.replace(none, with: gain(1)) },
      { try chain.setPreset(nil, of: none) }, { try chain.restart(none) }, { try chain.set("gain", of: none, to: 1) },
      { _ = try chain.value("gain", of: none) }, { try chain.setBypassed(true, of: none) },
    ]
    for (number, edit) in edits.enumerated() { verify(throws: ChainError(.noUnit(number: 7)), "\(number)", edit) }
    verify(throws: ChainError(.noComponent(number: 2, count: 1))) { try chain.insert(gain(1), at: 2) }
    verify(throws: ChainError(.noComponent(number: -1, count: 1))) { try chain.insert(gain(1), at: -1) }
    verify(throws: ChainError(.noComponent(number: 1, count: 1))) { try chain.move(UnitNumber(value: 1), to: 1) }
    chain.deactivate()
    verify(throws: ChainError(.notLive)) { try chain.insert(gain(1), at: 0) }
  }

  @Test func anEditThatFailsChangesNothing() throws {
    let device = Device(try bundle.live(gain(0.5), gain(0.25)))
    defer { device.stop() }
    let (chain, results) = (device.player.chain, Results())
    let failing = [
      bundle.stage("null-instantiate"), bundle.stage("unknown-feature"), bundle.stage("three-in"),
      gain(77), RenderChain.Stage(component: "urn:none", bundle: "/nowhere"),
    ]
    for stage in failing { try chain.insert(stage, at: 2, done: results.done) }
    try chain.replaceAll(with: RenderChain(failing), done: results.done)
    verify(results.wait(6))
    for result in results.all { verify(throws: ChainError.self) { try result.get() } }
    try verify(gains(chain), equals: [0.5, 0.25])
    try chain.insert(gain(1), at: 2, done: results.done)
    verify(results.wait(7))
    try verify(gains(chain), equals: [0.5, 0.25, 1])
  }

  @Test func editsWaitForEachOtherAndTheEndEndsThem() throws {
    let player = try bundle.live(RenderChain(), inputs: 1)
    let (chain, results) = (player.chain, Results())
    var numbers: [UnitNumber] = []
    for place in 0..<5 { numbers.append(try chain.insert(gain(0.5), at: place, done: results.done)) }
    try chain.remove(numbers[1], done: results.done)
    verify(throws: ChainError(.noUnit(number: 2))) { try chain.remove(numbers[1]) }
    try chain.move(numbers[4], to: 0, done: results.done)
    usleep(50_000)
    verify(results.all.isEmpty, "no cycle has been rendered")
    let device = Device(player)
    defer { device.stop() }
    verify(results.wait(7) && player.numbers == [5, 1, 3, 4].map { UnitNumber(value: $0) })

    let (other, ended) = (try bundle.live(gain(1)), Results())
    for _ in 0..<3 { try other.chain.insert(gain(0.5), at: 0, done: ended.done) }
    usleep(50_000)
    other.chain.deactivate()
    verify(ended.all.count == 3 && other.chain.status.stages.count <= 2)
  }

  // MARK: time

  /// Where an impulse is heard tells the latency.
  private func delay(_ player: LivePlayer) -> Int? {
    player.play(.impulse(12_000, channels: player.chain.inputCount), cycle: 256)[0].firstIndex { abs($0) > 0.2 }
  }

  private func delay(_ frames: Int) -> RenderChain.Stage { bundle.stage("delay", ["frames": Float(frames)]) }

  @Test func latencyIsFollowed() throws {
    for (before, after) in [(0, 500), (3_000, 100), (100, 3_000), (200, 200)] {
      let player = try bundle.live(delay(before), bundle.stage("gain-stereo"), inputs: 2)
      verify(delay(player) == before && player.chain.latency == before)
      try player.publish(.replace(delay(after)), player.numbers[0])
      _ = player.play(0, 24_000, cycle: 256)
      verify(player.chain.loader.reap())
      verify(delay(player) == after && player.chain.latency == after, "\(before), \(after)")
      verify(player.events().contains(.settled(UnitNumber(value: 1), latency: after)))
    }
  }

  @Test("old and new sound are aligned during the fade, whether the latency rises or falls")
  func bothSoundsAreAligned() throws {
    // A sound and its delayed self would be heard as a comb; aligned, they are the same at every gain. 1,050 frames are
    // half of a period more: in the middle of a fade without alignment, nothing would be heard.
    for (before, after) in [(nil, 1_050), (4_800, 2_000), (4_800, nil)] as [(Int?, Int?)] {
      let player = try bundle.live(before.map(delay) ?? bundle.stage("gain-stereo"), inputs: 2, block: 64)
      let sound = Samples.wave(480)
      for _ in 0..<100 { _ = player.play(sound(), cycle: 64) }
      if before == nil {
        try player.publish(.insert(delay(after ?? 0), place: 1), player.newNumber())
      } else {
        try player.publish(after.map { .replace(delay($0)) } ?? .remove, player.numbers[0])
      }
      let record = try demand(TransitionRecord(player, block: 64, sound))
      let fade = record.phases.indices.filter { record.phases[$0].phase == .fade }
      // The later one is what is heard.
      let later = before == nil ? record.new[0] : record.old[0]
      for frame in fade { try demand(abs(record.heard[0][frame] - later[frame]) < 1e-5, "frame \(frame)") }
      verify(record.distance == (after ?? 0) - (before ?? 0) && fade.count >= 960)
    }
  }

  // MARK: blocks

  @Test func whatNeedsFixedBlocksLeavesTheOthersAlone() throws {
    let player = try bundle.live(bundle.stage("gain-stereo", ["gain": 0.5]), inputs: 2, block: 256)
    try player.publish(.insert(bundle.stage("fixed-block"), place: 1), player.newNumber())
    func halves() -> Bool {
      player.play(0.5, 10_000)[0].allSatisfy { $0 == 0.25 }
    }
    verify(halves() && player.chain.loader.reap())
    verify(player.chain.status.stages.map(\.state), equals: [.runs, .unsuited])
    verify(!player.chain.suits(blockLength: 100))
    try player.publish(.remove, player.numbers[1])
    verify(halves() && player.chain.loader.reap() && halves())
    verify(player.chain.status.stages.map(\.state) == [.runs] && player.chain.suits(blockLength: 100))
  }

  // MARK: what is set meanwhile

  @Test func whatIsSetWhileAComponentIsLoadedAgainStays() throws {
    let player = try bundle.live(bundle.stage("gain-stereo"), inputs: 2)
    let (loader, unit) = (player.chain.loader, player.numbers[0])
    let again = try loader.prepare(Edit(change: .restart, unit: unit, done: nil))
    try player.chain.set("gain", of: unit, to: 1.5)
    loader.publish(again)
    try verify(gains(player.chain), equals: [1.5])
    _ = player.play(0, 6_000, cycle: 256)
    try demand(loader.reap())
    let preset = bundle.stage("gain-stereo", preset: "half").preset
    let other = try loader.prepare(Edit(change: .preset(preset), unit: unit, done: nil))
    try player.chain.setBypassed(true, of: unit)
    loader.publish(other)
    try verify(gains(player.chain) == [0.5] && player.chain.saved().stages[0].isBypassed)
  }

  // MARK: MIDI

  /// Whenever a note ends or begins, the device hears of no note that does not end.
  @Test func noNoteHangsWhereAComponentGoes() throws {
    for block in stride(from: 0, to: 32, by: 3) {
      let player = try bundle.live(bundle.stage("midi-gate"), block: 64)
      _ = player.play(.constant(1, 640), cycle: 64, [.noteOn(60, at: 3)])
      try player.publish(.replace(gain(1)), player.numbers[0])
      let frame = block * 64 + 9
      _ = player.play(.constant(1, 6_400), cycle: 64, [.noteOff(60, at: frame), .noteOn(61, at: frame)])
      verify(player.chain.loader.reap())
      verify(player.sent.notesEnded(at: 0) == [] && player.sent.first?.bytes == [0x90, 60, 100], "\(block)")
    }
    // Those of one that is not the last end, too.
    let player = try bundle.live(bundle.stage("midi-gate"), bundle.stage("midi-gate"), block: 64)
    verify(player.play(.constant(1, 640), cycle: 64, [.noteOn(60, at: 3)])[0].last, equals: 1)
    try player.publish(.replace(gain(1)), player.numbers[0])
    let sound = player.play(1, 6_400, cycle: 64)
    verify(player.chain.loader.reap())
    verify(sound[0].last, equals: 0, "the second one has been told")
    verify(player.sent.filter { $0.bytes[0] == 0x80 && $0.bytes[1] == 60 }.count, equals: 1)
  }

  // MARK: threads and memory

  @Test func severalThreadsEditWhileItPlays() throws {
    let device = Device(try bundle.live(gain(1), bundle.stage("worker"), inputs: 2))
    let chain = device.player.chain
    let (group, half, quarter) = (DispatchGroup(), gain(0.5), gain(0.25))
    for number in 0..<4 {
      DispatchQueue.global().async(group: group) {
        var random = SystemRandomNumberGenerator()
        for round in 0..<6 {
          let numbers = chain.status.stages.map(\.number)
          let one = numbers.randomElement(using: &random) ?? UnitNumber(value: 1)
          switch (number + round) % 4 {
          case 0: _ = try? chain.insert(half, at: 0)
          case 1: if numbers.count > 2 { try? chain.remove(one) }
          case 2: try? chain.move(one, to: 0)
          default: try? chain.replace(one, with: quarter)
          }
          for _ in 0..<10 {
            try? chain.set("gain", of: one, to: Float.random(in: 0...1, using: &random))
            try? chain.setBypassed(Bool.random(using: &random), of: one)
            _ = try? chain.saved()
            while chain.nextEvent() != nil {}
            usleep(500)
          }
        }
      }
    }
    group.wait()
    let results = Results()
    try chain.replaceAll(with: RenderChain([gain(0.5)]), done: results.done)
    verify(results.wait(1) && chain.status.stages.count == 1)
    device.stop()
    chain.deactivate()
  }

  @Test func nothingOfWhatWasReplacedStays() throws {
    final class Weak {
      weak var unit: LoadedStages?
      weak var graph: LiveGraph?
      init(_ edit: PreparedEdit) {
        unit = edit.units.first?.loaded
        graph = edit.graph
      }
    }
    let player = try bundle.live(bundle.stage("delay"), inputs: 2)
    var all: [Weak] = []
    for number in 0..<20 {
      all.append(
        Weak(try player.publish(.replace(bundle.stage(number % 2 == 0 ? "worker" : "delay")), player.numbers[0])))
      _ = player.play(0.5, 6_000, cycle: 256)
      try demand(player.chain.loader.reap())
    }
    verify(all.filter { $0.unit != nil }.count == 1 && all.filter { $0.graph != nil }.count == 1)
  }
}
