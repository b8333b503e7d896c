import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel

/// No edit clicks: random ones, on a sound so smooth that a click would show.
struct ClickTests {
  private let bundle = TestBundle()

  /// How many edits are tried: 500, or `AUCAT_TEST_EDITS`.
  static let edits = ProcessInfo.processInfo.environment["AUCAT_TEST_EDITS"].flatMap { Int($0) } ?? 500

  static let seed = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "ClickTests")
    .seed

  @Test("random edits") func edits() throws { try check(part: 0, edits: 30) }

  @Test("the same of many", .part(.laws), arguments: 0..<10)
  func manyEdits(part: Int) throws { try check(part: part, edits: (Self.edits + 9 - part) / 10) }

  private func check(part: Int, edits: Int) throws {
    let run = try Run(bundle, seed: Self.seed &+ UInt64(part))
    for number in 0..<edits {
      let excess = try run.edit()
      verify(
        excess <= 1,
        "AUCAT_TEST_SEED=\(Self.seed), part \(part), edit \(number): \(run.last), \(excess) times what is allowed")
    }
    print("ClickTests, part \(part): \(run.done) edits, \(run.refused) refused, worst \(run.worst) of the limit")
    verify(edits < 50 || run.done > run.refused)
  }

  @Test("a fade that jumps, ends early or is misaligned is found")
  func faults() throws {
    typealias Progress = RealtimeTransition.Progress
    let faults: [(phase: RealtimeTransition.Phase, happen: ((inout Progress) -> Void)?)] = [
      (.alignOld, nil), (.alignOld, { $0.done += 200 }), (.alignOld, { $0.phase = .settled }),
      (.fade, { $0.distance -= 100 }),
    ]
    for (number, fault) in faults.enumerated() {
      let player = try bundle.live(bundle.stage("gain-stereo"), inputs: 2, block: 64)
      try player.publish(
        .insert(bundle.stage("delay", ["frames": 1_000]), place: 1), player.newNumber())
      let progress = player.chain.loader.model.withLock { $0.graph.realtime.pointee.transition.progress }
      var happen = fault.happen
      let sound = Samples.wave(210)
      let record = TransitionRecord(player, block: 64) {
        if progress.pointee.phase == fault.phase, progress.pointee.done > 400 {
          happen?(&progress.pointee)
          happen = nil
        }
        return sound()
      }
      let excess = try demand(record).excess
      verify(fault.happen == nil ? excess <= 1 : excess > 1.5, "\(number): \(excess)")
    }
  }

  /// A chain that plays and is edited at random.
  private final class Run {
    private let bundle: TestBundle
    private let player: LivePlayer
    private var random: SeededGenerator
    private let block: Int
    private let sines: Sines
    private(set) var last = ""
    private(set) var (done, refused) = (0, 0)
    private(set) var worst = 0.0

    init(_ bundle: TestBundle, seed: UInt64) throws {
      self.bundle = bundle
      random = SeededGenerator(seed: seed)
      block = [64, 128, 256, 500].randomElement(using: &random) ?? 64
      sines = Sines(block: block)
      player = try bundle.live(bundle.stage("gain-mono", ["gain": 0.5]), inputs: 1, outputs: 2, block: block)
    }

    /// - Returns: how much what is heard bends, as a share of what it may; 0 for an edit that isn't possible.
    func edit() throws -> Double {
      let (change, unit) = change(player.numbers.randomElement(using: &random))
      last = "\(change) of \(unit.map { "\($0.value)" } ?? "all")"
      do {
        try player.publish(change, unit)
      } catch let error as ChainError where error.code == .channels {
        refused += 1
        return 0
      }
      let excess = try demand(TransitionRecord(player, block: block) { [sines.next()] }).excess
      try demand(player.chain.loader.reap())
      done += 1
      worst = max(worst, excess)
      return excess
    }

    private func change(_ number: UnitNumber?) -> (Edit.Change, UnitNumber?) {
      let count = player.numbers.count
      let kind = Int.random(in: 0..<10, using: &random)
      guard let number, kind > 3 || count >= 6 else {
        let place = Int.random(in: 0...count, using: &random)
        return (.insert(bundle.smoothStage(&random, narrows: true), place: place), player.newNumber())
      }
      switch kind {
      case ..<6: return (.remove, number)
      case 6: return (.move(place: Int.random(in: 0..<count, using: &random)), number)
      case 7: return (.replace(bundle.smoothStage(&random, narrows: true)), number)
      case 8:
        let isGain = player.chain.status.stages.contains {
          $0.number == number && $0.component == TestPlugins.uri("gain-stereo")
        }
        return (.preset(isGain ? bundle.stage("gain-stereo", preset: "half").preset : nil), number)
      default:
        let stages = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          (stage: bundle.smoothStage(&random, narrows: true), number: player.newNumber())
        }
        return (.all(stages), nil)
      }
    }
  }
}
