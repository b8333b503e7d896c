import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel

/// Nothing clicks at the device's outputs, whenever edits come: during a fade, too, and with bypasses, parameters and
/// snapshots.
struct OutputClickTests {
  private let bundle = TestBundle()

  private static let seed = ClickTests.seed

  /// How much the output may bend, as a share of the loudest sample close by: the sines' own bends and those of fades
  /// of 20 ms are below two thirds of this, and a step of 1 % of the loudest is above.
  private static let limit = 0.006
  /// As ``limit`` where values of parameters are ramped, in steps of 16 frames: two gains from nothing to all at once
  /// take 1/30 of the loudest at a step.
  private static let limitOfRamps = 0.05

  @Test("random edits, which don't wait for each other")
  func edits() throws { for part in [0, 1] { try check(part: part, edits: 15) } }

  @Test("the same of many", .part(.laws), arguments: 0..<10)
  func manyEdits(part: Int) throws { try check(part: part, edits: (ClickTests.edits + 9 - part) / 10) }

  private func check(part: Int, edits: Int) throws {
    var run = try Run(bundle, seed: Self.seed &+ UInt64(part), sets: part % 2 == 1)
    while run.begun < edits {
      let excess = try run.step()
      verify(
        excess <= 1,
        "AUCAT_TEST_SEED=\(Self.seed), part \(part), edit \(run.begun): \(run.last), \(excess) times what is allowed")
    }
    try run.settle()
    print(
      "OutputClickTests, part \(part): \(run.begun) edits, \(run.failed) refused, \(run.overlapping) during another, "
        + "worst \(run.worst) of the limit")
    verify(edits < 50 || run.begun > 2 * run.failed)
  }

  @Test("a click is found; recalls of snapshots while the device freewheels have none")
  func snapshots() throws {
    let sound = (0..<2_000).map { Float(0.2 * sin(2 * .pi * 210 * Double($0) / 48_000)) }
    verify(OutputMeter.excess([sound], 0..<2_000, limit: Self.limit) < 1)
    var step = sound
    for frame in 1_000..<2_000 { step[frame] += 0.004 }
    verify(OutputMeter.excess([step], 0..<2_000, limit: Self.limit) > 1)
    var gap = sound
    gap[1_111] = 0
    verify(OutputMeter.excess([gap], 0..<2_000, limit: Self.limit) > 1)
    try check(recalls: 40)
  }

  @Test("the same of a thousand recalls", .part(.laws)) func manySnapshots() throws { try check(recalls: 1_000) }

  private func check(recalls: Int) throws {
    let player = try bundle.live(
      bundle.stage("gain-stereo"), bundle.stage("echo", ["frames": 300, "feedback": 0.3]), bundle.stage("enabled"),
      bundle.stage("delay", ["frames": 64]), bundle.stage("gain-stereo"), inputs: 2, outputs: 2, block: 64)
    player.position = LivePosition(speed: 1, isFreewheeling: true)
    var random = SeededGenerator(seed: Self.seed)
    let base = player.chain.savedAsFarAsPossible().chain
    let snapshots = (0..<3).map { _ in
      var chain = base
      for place in [0, 4] { chain.stages[place].parameters["gain"] = Float.random(in: 0.2...1.4, using: &random) }
      for place in chain.stages.indices { chain.stages[place].isBypassed = Bool.random(using: &random) }
      return chain
    }
    let sines = Sines(block: 64)
    var meter = OutputMeter(limit: Self.limitOfRamps)
    for number in 0..<recalls {
      let wanted = try demand(snapshots.randomElement(using: &random))
      try player.set(demand(player.chain.savedAsFarAsPossible().chain.settings(toBecome: wanted)))
      // Also before the fade of the one before is over.
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let sound = sines.next()
        let excess = meter.excess(of: player.play([sound, sound], cycle: 64))
        verify(excess <= 1, "AUCAT_TEST_SEED=\(Self.seed), recall \(number): \(excess)")
      }
      verify(player.chain.savedAsFarAsPossible().chain.settings(toBecome: wanted), equals: [])
    }
    print("OutputClickTests, snapshots: worst \(meter.worst) of the limit")
  }

  /// Compares how much the output bends with how loud it is, 20 ms before and after.
  private struct OutputMeter {
    let limit: Double
    private(set) var worst = 0.0
    private var past: Samples = []

    /// What is heard before and after, in frames.
    private static let margin = 1_024

    init(limit: Double) { self.limit = limit }

    /// How far the sound of 20 ms ago bends above what is allowed.
    mutating func excess(of block: Samples) -> Double {
      if past.isEmpty { past = block.map { _ in [] } }
      for channel in block.indices { past[channel] += block[channel] }
      let count = past[0].count
      let length = (block.first?.count ?? 0) + 2
      guard count >= 2 * Self.margin + length else { return 0 }
      let judged = count - Self.margin - length..<count - Self.margin
      let excess = Self.excess(past, judged, limit: limit)
      for channel in past.indices { past[channel] = Array(past[channel].suffix(2 * Self.margin + length)) }
      worst = max(worst, excess)
      return excess
    }

    static func excess(_ samples: Samples, _ judged: Range<Int>, limit: Double) -> Double {
      samples.map { channel in
        let peak = Double(channel.map(abs).max() ?? 0)
        return Bends.largest(channel[judged]) / (limit * max(peak, 0.001))
      }.max() ?? 0
    }
  }

  /// A chain that plays, and is edited by several at once.
  private struct Run {
    private let bundle: TestBundle
    private let player: LivePlayer
    private let sets: Bool
    private let block: Int
    private let sines: Sines
    private var random: SeededGenerator
    private var meter: OutputMeter
    private(set) var last = ""
    private(set) var (begun, overlapping) = (0, 0)
    private let outcomes = Outcomes()

    private final class Outcomes: Sendable {
      let counts = Mutex((finished: 0, failed: 0))
    }

    var failed: Int { outcomes.counts.withLock { $0.failed } }
    var worst: Double { meter.worst }
    private var open: Int { begun - outcomes.counts.withLock { $0.finished } }

    init(_ bundle: TestBundle, seed: UInt64, sets: Bool) throws {
      self.bundle = bundle
      self.sets = sets
      random = SeededGenerator(seed: seed)
      block = [64, 128, 256].randomElement(using: &random) ?? 64
      sines = Sines(block: block)
      meter = OutputMeter(limit: sets ? limitOfRamps : limit)
      player = try bundle.live(bundle.stage("gain-mono", ["gain": 0.5]), inputs: 1, outputs: 2, block: block)
    }

    /// Begins an edit, unless many wait, and plays a little.
    mutating func step() throws -> Double {
      if open < 3 { try edit() }
      var excess = 0.0
      for _ in 0..<Int.random(in: 1...12, using: &random) { excess = max(excess, play()) }
      return excess
    }

    private mutating func play() -> Double {
      let output = player.play([sines.next()], cycle: block)
      // The loader works meanwhile, as it does beside a device.
      if open > 0 { usleep(100) }
      return meter.excess(of: output)
    }

    mutating func settle() throws {
      for _ in 0..<200_000 where open > 0 { _ = play() }
      try demand(open == 0)
    }

    private mutating func edit() throws {
      let numbers = player.chain.loader.model.withLock { $0.planned }
      let outcomes = outcomes
      let done: EditDone = { result in
        outcomes.counts.withLock { counts in
          counts.finished += 1
          if case .failure = result { counts.failed += 1 }
        }
      }
      if open > 0 { overlapping += 1 }
      begun += 1
      let kind = Int.random(in: 0..<12, using: &random)
      last = "\(kind)"
      do throws(ChainError) {
        guard let number = numbers.randomElement(using: &random), kind > 3 || numbers.count >= 6 else {
          try player.chain.insert(
            bundle.smoothStage(&random, narrows: false), at: Int.random(in: 0...numbers.count, using: &random),
            done: done)
          return
        }
        switch kind {
        case ..<6: try player.chain.remove(number, done: done)
        case 6: try player.chain.move(number, to: Int.random(in: 0..<numbers.count, using: &random), done: done)
        case 7: try player.chain.replace(number, with: bundle.smoothStage(&random, narrows: false), done: done)
        case 8: try player.chain.restart(number, done: done)
        default:
          // One that is still being loaded can't be set.
          let playing = player.numbers.randomElement(using: &random) ?? number
          // This one does its bypass by itself, with corners.
          let isOwn = player.chain.status.stages.contains {
            $0.number == playing && $0.component == TestPlugins.uri("enabled")
          }
          if sets, kind > 9 {
            try? player.chain.set("gain", of: playing, to: Float.random(in: 0...1.5, using: &random))
          } else if !isOwn {
            try player.chain.setBypassed(Bool.random(using: &random), of: playing)
          }
          done(.success(nil))
        }
      } catch {
        done(.failure(error))
      }
    }
  }
}
