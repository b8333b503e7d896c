import Foundation
import RenderChain
import Synchronization
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel
@testable import Linux

/// A chain whose components fall, played until something has happened.
private final class Stage {
  let player: LivePlayer
  let block = 256
  private(set) var events: [LiveEvent] = []
  private(set) var (heard, given): (Samples, Samples) = ([[], []], [[], []])
  private var frame = 0

  init(
    _ bundle: TestBundle, _ stages: RenderChain.Stage..., isolation: PluginIsolation = .each,
    period: Int64 = 400_000_000, suspects: Set<String> = []
  ) throws {
    player = try bundle.live(RenderChain(stages), inputs: 2, block: block) {
      $0.isolate(isolation)
      $0.suspects = suspects
      $0.collectsEvents = true
    }
    // So long that a busy machine makes nothing late.
    player.period = period
  }

  /// Plays a block of a sound whose samples all differ.
  func play(_ input: Samples? = nil) {
    let sound = input ?? [saw(1), saw(-1)]
    let output = player.play(sound, cycle: block)
    for channel in 0..<2 {
      given[channel] += sound[channel]
      heard[channel] += output[channel]
    }
    frame += block
    events += player.events()
  }

  private func saw(_ factor: Float) -> [Float] {
    (0..<block).map { place in
      let step = Float((frame + place + 1) % 4_096)
      return step / 16_384 * factor
    }
  }

  /// Plays until it is so, for some seconds.
  func play(_ input: Samples? = nil, until isSo: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while try !isSo() {
      guard .now < end else { return false }
      play(input)
      usleep(1_000)
    }
    return true
  }

  var falls: [(unit: UnitNumber, error: ChainError, restarts: Bool)] {
    events.compactMap { if case .fell(let unit, let error, let restarts) = $0 { (unit, error, restarts) } else { nil } }
  }

  func hasSettled(_ unit: Int) -> Bool {
    events.contains { if case .settled(UnitNumber(value: UInt32(unit)), _) = $0 { true } else { false } }
  }

  func forgetEvents() { events = [] }

  var units: [LiveUnit] { player.chain.loader.model.withLock { $0.units } }
  /// The numbers of the processes' supervisors.
  var processes: [Int32] { units.compactMap { $0.remote?.process.identifier } }

  /// The process that hosts a component.
  func child(_ place: Int) throws -> Int32 {
    let process = try demand(units[place].remote).process.identifier
    let text = try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return try demand(Int32(text.split(separator: " ").first ?? ""))
  }

  /// What is heard is what was given, times a gain, bit for bit; all but a little of it where a busy machine has made
  /// one of the others late, which then passes its input on.
  func expectGain(_ gain: Float, at others: [Int]) {
    let stages = player.chain.status.stages
    let late = others.reduce(0) { $0 + stages[$1].missed }
    let wrong = zip(heard[0], given[0]).count { $0 != $1 * gain } + zip(heard[1], given[1]).count { $0 != $1 * gain }
    verify(late == 0 ? wrong == 0 : wrong < heard[0].count / 2, "\(wrong) of \(2 * heard[0].count), \(late) late")
  }

  /// Whether a component is there, or is to be.
  func plans(_ unit: UnitNumber) -> Bool { player.chain.loader.model.withLock { $0.planned.contains(unit) } }

  var states: [LiveStatus.State] { player.chain.status.stages.map(\.state) }

  /// Ends the chain, and waits until its processes are gone.
  func end() -> Bool {
    let processes = processes
    player.chain.deactivate()
    let end = ContinuousClock.now + .seconds(5)
    while .now < end {
      if processes.allSatisfy({ kill($0, 0) != 0 }) { return true }
      usleep(5_000)
    }
    return false
  }
}

/// Components that fail in processes of their own: the sound goes on.
struct FallTests {
  private let bundle = TestBundle()

  private func gain(_ value: Float) -> RenderChain.Stage { bundle.stage("gain-stereo", ["gain": value]) }

  private static let hangs = "the plugin did not return within 0.25 s while it was rendering"
  private static let faults = [
    "crash-run": "the plugin crashed with signal 11 (segmentation fault) while it was rendering",
    "exit-run": "the plugin ended the process with status 0 while it was rendering", "hang-run": hangs,
    "abort-run": "the plugin crashed with signal 6 (aborted) while it was rendering", "spin-run": hangs,
    "stop-run": hangs, "eat-run": "the plugin crashed with signal 11 (segmentation fault) while it was rendering",
    "limit-run": "the plugin crashed with signal 11 (segmentation fault) while it was rendering",
  ]

  @Test(
    "whatever a component does to its process, the sound is that of the others, bit for bit, and it is named",
    arguments: ["crash-run", "hang-run"])
  func faults(name: String) throws { try check(name) }

  /// Whether a thread of this process may have real-time priority.
  private static let allowsRealtime: Bool = {
    let seen = Seen()
    let thread = try? BackgroundThread {
      var parameters = sched_param()
      parameters.sched_priority = 1
      seen.isRealtime = sched_setscheduler(0, SCHED_FIFO, &parameters) == 0
    }
    thread?.join()
    return seen.isRealtime
  }()

  private final class Seen: @unchecked Sendable {
    // SAFETY: written by a thread that is waited for before it is read.
    var (before, after) = (0, 0)
    var isRealtime = false
  }

  @Test(
    "a host's thread with real-time priority keeps its processors and its priority",
    .enabled(if: Self.allowsRealtime && CurrentProcess.processorCount > 1, "there is no real-time priority"))
  func processors() throws {
    nonisolated(unsafe) let stage = try Stage(bundle, gain(0.5))
    let seen = Seen()
    let thread = try BackgroundThread {
      var parameters = sched_param()
      parameters.sched_priority = 1
      sched_setscheduler(0, SCHED_FIFO, &parameters)
      seen.before = CurrentProcess.processorCount
      for _ in 0..<20 { stage.play() }
      seen.after = CurrentProcess.processorCount
      seen.isRealtime = sched_getscheduler(0) == SCHED_FIFO
    }
    thread.join()
    verify(seen.before > 1 && seen.after == seen.before && seen.isRealtime, "\(seen.before) \(seen.after)")
    stage.expectGain(0.5, at: [0])
  }

  @Test("the same of more", .part(.faults), arguments: ["abort", "exit", "spin", "stop", "eat", "limit"])
  func moreFaults(name: String) throws { try check(name + "-run") }

  private func check(_ name: String) throws {
    let stage = try Stage(bundle, gain(0.5), bundle.stage(name, ["after": 4_000]), gain(0.5))
    try demand(stage.play { stage.falls.count == 2 })
    verify(stage.falls.map(\.restarts), equals: [true, false])
    for fall in stage.falls {
      verify(fall.unit.value == 2 && fall.error.component == "urn:aucat:test:\(name)" && fall.error.code == .failed)
      verify(fall.error.detail, equals: Self.faults[name] ?? "")
    }
    verify(stage.hasSettled(2) && stage.states == [.runs, .fallen, .runs])
    // By hand it may be tried again.
    stage.forgetEvents()
    try stage.player.chain.restart(UnitNumber(value: 2))
    try demand(stage.play { stage.hasSettled(2) })
    try demand(stage.play { stage.falls.count == 1 })
    verify(stage.falls[0].restarts, equals: false)
    stage.expectGain(0.25, at: [0, 2])
    verify(stage.end())
  }

  @Test("what a component does that harms its process alone is not heard", .part(.faults))
  func harmless() throws {
    for name in ["closes-descriptors", "threads"] {
      let stage = try Stage(bundle, gain(0.5), bundle.stage(name), bundle.stage("forks-in-run", ["kind": 0]))
      for _ in 0..<60 { stage.play() }
      stage.expectGain(0.5, at: [0, 1, 2])
      verify(stage.falls.isEmpty && stage.states == [.runs, .runs, .runs], "\(name)")
      // Its state can still be asked for.
      try verify(stage.player.chain.saved().stages.count, equals: 3)
      verify(stage.end())
    }
  }

  @Test("the sound leads to the input, delayed by the latency, without a click")
  func fade() throws {
    let stage = try Stage(bundle, bundle.stage("delay", ["frames": 77]), gain(0.25))
    let still = Samples.constant(0.5, stage.block, channels: 2)
    for _ in 0..<20 { stage.play(still) }
    for place in [1, 0] {
      verify(kill(try stage.child(place), SIGKILL), equals: 0)
      try demand(stage.play(still) { stage.falls.count == 2 - place })
    }
    try demand(stage.play(still) { stage.hasSettled(1) && stage.hasSettled(2) })
    verify(stage.falls.allSatisfy { $0.error == ChainError(.killed) && $0.restarts })
    // From 0.125 to 0.5 within 5 ms.
    let samples = stage.heard[0].dropFirst(200)
    let steps = zip(samples, samples.dropFirst()).map { abs($0 - $1) }
    verify(steps.max() ?? 1 < 0.375 * 1.6 / 240)
    verify(samples.max() == 0.5 && samples.last == 0.125)
  }

  @Test("a component that fell starts again from its last state, with what was set meanwhile")
  func state() throws {
    let stage = try Stage(bundle, bundle.stage("state", ["seed": 5]), gain(0.5))
    for _ in 0..<10 { stage.play() }
    let saved = try stage.player.chain.saved()
    verify(saved.stages[0].state.count, equals: 5)
    for place in [0, 1] { verify(kill(try stage.child(place), SIGKILL), equals: 0) }
    try stage.player.chain.set("gain", of: UnitNumber(value: 2), to: 0.125)
    try demand(stage.play { stage.hasSettled(1) && stage.hasSettled(2) })
    let again = try stage.player.chain.saved()
    verify(again.stages[0] == saved.stages[0] && again.stages[1].parameters == ["gain": 0.125])
  }

  @Test("a block that is late is its input, and the component goes on with the next one in time")
  func late() throws {
    let stage = try Stage(bundle, gain(0.5), bundle.stage("slow"), gain(0.5), period: 100_000_000)
    for _ in 0..<10 { stage.play() }
    try stage.player.chain.set("microseconds", of: UnitNumber(value: 2), to: 90_000)
    stage.play()
    try stage.player.chain.set("microseconds", of: UnitNumber(value: 2), to: 0)
    try demand(stage.play { stage.player.chain.status.stages[1].missed > 0 })
    usleep(100_000)
    for _ in 0..<20 { stage.play() }
    verify(stage.falls.isEmpty && stage.states == [.runs, .runs, .runs])
    stage.expectGain(0.25, at: [0, 2])
  }

  @Test("a component that is late with more than half of its blocks for two seconds is bypassed", .part(.faults))
  func slow() throws {
    let stage = try Stage(bundle, bundle.stage("slow", ["microseconds": 30_000]), gain(0.5), period: 20_000_000)
    try demand(stage.play { stage.falls.count == 2 })
    verify(
      stage.falls.map(\.error), equals: Array(repeating: ChainError(.late, component: "urn:aucat:test:slow"), count: 2))
  }

  @Test(
    "of neighbours that share a process, one that falls takes the others along, and each comes back alone",
    .part(.faults), arguments: ["crash-run", "hang-run"])
  func neighbours(name: String) throws {
    let stage = try Stage(
      bundle, gain(0.5), bundle.stage(name, ["after": 4_000]), gain(0.5), bundle.stage("gain-mono"),
      isolation: .chain, suspects: ["urn:aucat:test:gain-mono"])
    verify(Set(stage.processes).count == 2 && Set(stage.processes.prefix(3)).count == 1)
    try demand(stage.play { [1, 2, 3].allSatisfy(stage.hasSettled) })
    verify(stage.falls.filter(\.restarts).map(\.unit.value).sorted(), equals: [1, 2, 3])
    verify(stage.falls.allSatisfy { $0.error.component == "urn:aucat:test:\(name)" })
    verify(Set(stage.processes).count, equals: 4)
    for _ in 0..<4 { stage.play() }
    let last = zip(stage.heard[0], stage.given[0]).suffix(512)
    verify(last.allSatisfy { $0 == $1 * 0.25 })
    verify(stage.end())
  }

  @Test("which components share a process is changed while the chain plays, without a gap")
  func change() throws {
    let stage = try Stage(bundle, gain(0.5), bundle.stage("delay", ["frames": 0]), gain(0.5), isolation: .none)
    for (isolation, count) in [(PluginIsolation.each, 3), (.chain, 1), (.none, 0)] {
      stage.forgetEvents()
      try stage.player.chain.setIsolation(isolation)
      try demand(stage.play { stage.events.contains { if case .settled = $0 { true } else { false } } })
      verify(Set(stage.processes).count, equals: count)
      for _ in 0..<4 { stage.play() }
    }
    stage.expectGain(0.25, at: [0, 1, 2])
  }

  @Test("a component that is muted can be bypassed, and tried again", .part(.faults))
  func muted() throws {
    for isolation in [PluginIsolation.each, .none] {
      let stage = try Stage(bundle, bundle.stage("not-finite", ["after": 20_000]), isolation: isolation)
      try demand(stage.play { stage.states == [.muted] })
      let unit = UnitNumber(value: 1)
      try stage.player.chain.setBypassed(true, of: unit)
      try demand(stage.play { stage.states == [.bypassed] })
      for _ in 0..<8 { stage.play() }
      verify(zip(stage.heard[0], stage.given[0]).suffix(1_000).allSatisfy { $0 == $1 })
      try stage.player.chain.setBypassed(false, of: unit)
      try demand(stage.play { stage.states == [.muted] })
      stage.forgetEvents()
      try stage.player.chain.restart(unit)
      try demand(stage.play { stage.hasSettled(1) })
      verify(stage.states == [.runs] && stage.falls.isEmpty)
    }
  }

  @Test("a process that can't be started is an error, and nothing is left")
  func missing() {
    let error = verify(throws: ChainError.self) {
      _ = try bundle.live(bundle.stage("gain-mono")) {
        $0.isolation = .each
        $0.renderer = "/nonexistent/aucat-render"
      }
    }
    if case .programUnavailable? = error?.cause {} else { Issue.record("\(String(describing: error))") }
    let crash = verify(throws: ChainError.self) {
      _ = try bundle.live(bundle.stage("crash-instantiate"), inputs: 2) { $0.isolate() }
    }
    verify(crash?.component, equals: "urn:aucat:test:crash-instantiate")
    verify(crash?.detail, equals: "the plugin crashed with signal 11 (segmentation fault) while it was being loaded")
  }

  /// Stops the process of the first component.
  private func stop(_ stage: Stage) throws -> Int32 {
    let child = try stage.child(0)
    verify(kill(child, SIGSTOP), equals: 0)
    let isStopped = { try String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8).contains(") T ") }
    for _ in 0..<1_000 where try !isStopped() { usleep(1_000) }
    return child
  }

  @Test("a change of position that a component misses comes with its next block")
  func position() throws {
    let stage = try Stage(bundle, bundle.stage("tempo"), period: 20_000_000)
    for _ in 0..<4 { stage.play() }
    let child = try stop(stage)
    // This block is asked for, and not answered in time.
    stage.play()
    stage.player.position.frame = 480_000
    stage.play()
    verify(kill(child, SIGCONT), equals: 0)
    try demand(stage.play { try stage.player.value("frame") >= 480_000 })
    verify(stage.falls.isEmpty && stage.player.chain.status.stages[0].missed >= 2)
  }

  @Test("what a component tells in a block that is late is heeded")
  func lateEvents() throws {
    let stage = try Stage(bundle, bundle.stage("state-changed"), period: 20_000_000)
    for _ in 0..<4 { stage.play() }
    let unit = UnitNumber(value: 1)
    let child = try stop(stage)
    try stage.player.chain.set("change", of: unit, to: 7)
    stage.play()
    verify(stage.player.chain.status.stages[0].missed > 0 && kill(child, SIGCONT) == 0)
    let hasTold = {
      stage.events.contains { if case .plugin(let event) = $0 { event.tellsState } else { false } }
    }
    verify(stage.play { hasTold() } && stage.falls.isEmpty)
  }

  @Test("falls of random kinds at random places, with random edits in between", .part(.faults))
  func random() throws {
    let environment = ProcessInfo.processInfo.environment
    var random = SeededGenerator(environment: environment, purpose: "FallTests")
    let count = environment["AUCAT_TEST_FALLS"].flatMap(Int.init) ?? 50
    let kinds = Self.faults.keys.sorted()
    let stage = try Stage(bundle, gain(1), gain(1), gain(1))
    for number in 0..<count {
      let chain = stage.player.chain
      let kind = try demand(kinds.randomElement(using: &random))
      let place = Int.random(in: 0...stage.units.count, using: &random)
      stage.forgetEvents()
      let unit = try chain.insert(
        bundle.stage(kind, ["after": Float.random(in: 0...9_000, using: &random)]), at: place)
      // It may fall while it is warmed, and is then not inserted.
      let isOver = {
        stage.falls.contains { $0.unit == unit } || stage.hasSettled(Int(unit.value)) || !stage.plans(unit)
      }
      try demand(stage.play(until: isOver), "\(number) \(kind)")
      let others = stage.units.map(\.number).filter { $0 != unit }
      if let other = others.randomElement(using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try chain.move(other, to: Int.random(in: 0..<others.count, using: &random))
        case 1: try chain.restart(other)
        case 2: try chain.setBypassed(Bool.random(using: &random), of: other)
        default: try chain.set("gain", of: other, to: 1)
        }
      }
      if stage.plans(unit) {
        if Bool.random(using: &random) {
          try demand(stage.play { stage.falls.contains { $0.unit == unit && !$0.restarts } }, "\(number) \(kind)")
        }
        try chain.remove(unit)
        try demand(stage.play { !stage.units.contains { $0.number == unit } }, "\(number) \(kind)")
      }
    }
    for _ in 0..<20 { stage.play() }
    stage.expectGain(1, at: Array(stage.units.indices))
    verify(stage.end())
  }
}
