import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel

/// No edit clicks: thousands of random ones, on a sound so smooth that a click would show.
@Suite(.part(.laws)) struct ClickTests {
  private let bundle = TestBundle()

  /// How many edits are tried: 500, or `AUCAT_TEST_EDITS`.
  private static let edits = ProcessInfo.processInfo.environment["AUCAT_TEST_EDITS"].flatMap { Int($0) } ?? 500

  private static let seed = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "ClickTests")
    .seed

  @Test("random edits", arguments: 0..<10)
  func edits(part: Int) throws {
    let seed = Self.seed &+ UInt64(part)
    var run = try Run(bundle, seed: seed)
    for number in 0..<(Self.edits + 9 - part) / 10 {
      let excess = try run.edit()
      verify(
        excess <= 1,
        "AUCAT_TEST_SEED=\(Self.seed), part \(part), edit \(number): \(run.last), \(excess) times what is allowed")
    }
    print("ClickTests, part \(part): \(run.done) edits, \(run.refused) refused, worst \(run.worst) of the limit")
    verify(run.done > run.refused)
  }

  @Test("a fade that jumps, ends early or is misaligned is found", arguments: Fault.allCases)
  func faults(fault: Fault) throws {
    let player = try bundle.live(bundle.stage("gain-stereo"), inputs: 2, block: 64)
    try player.publish(
      .insert(bundle.stage("delay", ["frames": 1_000]), place: 1), player.newNumber())
    let progress = player.chain.loader.model.withLock { $0.graph.realtime.pointee.transition.progress }
    var isDue = true
    let sound = Samples.wave(210)
    let record = TransitionRecord(player, block: 64) {
      if isDue, progress.pointee.phase == fault.phase, progress.pointee.done > 400 {
        isDue = false
        fault.happen(to: progress)
      }
      return sound()
    }
    let excess = try demand(record).excess
    verify(fault == .none ? excess <= 1 : excess > 1.5, "\(excess)")
  }

  enum Fault: CaseIterable {
    case none, jump, end, misalignment

    var phase: RealtimeTransition.Phase { self == .misalignment ? .fade : .alignOld }

    func happen(to progress: UnsafeMutablePointer<RealtimeTransition.Progress>) {
      switch self {
      case .none: break
      case .jump: progress.pointee.done += 200
      case .end: progress.pointee.phase = .settled
      case .misalignment: progress.pointee.distance -= 100
      }
    }
  }

  /// A chain that plays and is edited at random.
  private struct Run {
    private let bundle: TestBundle
    private let player: LivePlayer
    private var random: SeededGenerator
    private var frame = 0
    private let block: Int
    private(set) var last = ""
    private(set) var (done, refused) = (0, 0)
    private(set) var worst = 0.0

    init(_ bundle: TestBundle, seed: UInt64) throws {
      self.bundle = bundle
      random = SeededGenerator(seed: seed)
      block = [64, 128, 256, 500].randomElement(using: &random) ?? 64
      player = try bundle.live(bundle.stage("gain-mono", ["gain": 0.5]), inputs: 1, outputs: 2, block: block)
    }

    /// Sines, whose bends are small.
    private mutating func sound() -> Samples {
      defer { frame += block }
      return [
        (0..<block).map {
          let time = Double(frame + $0) / 48_000
          return Float(0.2 * sin(2 * .pi * 210 * time) + 0.1 * sin(2 * .pi * 333 * time))
        }
      ]
    }

    /// - Returns: how much what is heard bends, as a share of what it may; 0 for an edit that isn't possible.
    mutating func edit() throws -> Double {
      let number = player.numbers.randomElement(using: &random)
      let (change, unit) = change(number)
      last = "\(change) of \(unit.map { "\($0.value)" } ?? "all")"
      do {
        try player.publish(change, unit)
      } catch let error as ChainError where error.code == .channels {
        refused += 1
        return 0
      }
      var copy = self
      let record = TransitionRecord(player, block: block) { copy.sound() }
      self = copy
      let excess = try demand(record).excess
      try demand(player.chain.loader.reap())
      done += 1
      worst = max(worst, excess)
      return excess
    }

    private mutating func change(_ number: UnitNumber?) -> (Edit.Change, UnitNumber?) {
      let count = player.numbers.count
      let kind = Int.random(in: 0..<10, using: &random)
      guard let number, kind > 3 || count >= 6 else {
        return (.insert(stage(), place: Int.random(in: 0...count, using: &random)), player.newNumber())
      }
      switch kind {
      case ..<6: return (.remove, number)
      case 6: return (.move(place: Int.random(in: 0..<count, using: &random)), number)
      case 7: return (.replace(stage()), number)
      case 8: return (preset(number), number)
      default:
        let stages = (0..<Int.random(in: 0...3, using: &random)).map { _ in (stage: stage(), number: player.newNumber())
        }
        return (.all(stages), nil)
      }
    }

    private func preset(_ number: UnitNumber) -> Edit.Change {
      let isGain = player.chain.status.stages.first { $0.number == number }?.component == TestPlugins.uri("gain-stereo")
      return .preset(isGain ? bundle.stage("gain-stereo", preset: "half").preset : nil)
    }

    private mutating func stage() -> RenderChain.Stage {
      var stage: RenderChain.Stage
      switch Int.random(in: 0..<8, using: &random) {
      case 0: stage = bundle.stage("gain-mono", ["gain": Float.random(in: 0...1.5, using: &random)])
      case 1: stage = bundle.stage("gain-stereo", ["gain": Float.random(in: 0...1.5, using: &random)])
      case 2: stage = bundle.stage("mono-to-stereo")
      case 3: stage = bundle.stage("stereo-to-mono")
      case 4: stage = bundle.stage("enabled")
      case 5: stage = bundle.stage("echo", ["frames": Float(Int.random(in: 1...900, using: &random)), "feedback": 0.4])
      case 6: stage = bundle.stage("gain-mono", ["gain": Float.random(in: 0...0.5, using: &random)])
      default: stage = bundle.stage("delay", ["frames": Float(Int.random(in: 0...3_000, using: &random))])
      }
      stage.isBypassed = Int.random(in: 0..<8, using: &random) == 0
      return stage
    }
  }
}
