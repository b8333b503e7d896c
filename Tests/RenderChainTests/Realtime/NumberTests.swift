import Glibc
import RenderChain
import TestSupport
import Testing

/// Samples that are no numbers, numbers that are too small, and plugins that change how a thread computes.
struct NumberTests {
  private let bundle = TestBundle()

  private func bad(after: Float, kind: Float = 0) -> RenderChain.Stage {
    bundle.stage("not-finite", ["after": after, "kind": kind])
  }

  @Test func whatIsNonFiniteIsNamedInTheTailTooOrRenderedWhereItIsAllowed() throws {
    let gain = bundle.stage("gain-mono")
    for (after, kind) in [(0, 0), (511, 1), (512, 0), (20_000, 1)] as [(Float, Float)] {
      let error = verify(throws: ChainError.self) {
        try bundle.render(.steps(30_000), gain, bad(after: after, kind: kind), gain)
      }
      verify(error?.code == .nonFinite && error?.component == "urn:aucat:test:not-finite")
      verify(error?.detail.hasPrefix("it gave samples that are not finite within the first "), equals: true)
    }
    verify(throws: ChainError.self) {
      try bundle.render(.steps(100), bad(after: 1_000)) { $0.tail = .seconds(1) }
    }
    verify(throws: Never.self) { try bundle.render(.steps(1_000), bad(after: 1_000)) }
    let (sound, _) = try bundle.render(.constant(1, 1_000), bad(after: 400, kind: 1)) { $0.allowsNonFinite = true }
    verify(sound, equals: [[Float](repeating: 1, count: 400) + [Float](repeating: .infinity, count: 600)])
  }

  @Test func liveTheyAreSilencedAndNoted() throws {
    let player = try bundle.player(
      bundle.stage("gain-mono"), bad(after: 100), bundle.stage("echo"), mode: .live)
    verify(player.control.nonFiniteStage == nil)
    verify(player.play(1, blocks: 3, of: 64)[0].prefix(64), equals: [Float](repeating: 1, count: 64)[...])
    verify(player.control.nonFiniteStage, equals: 1)
    verify(player.play(1, blocks: 3).joined().allSatisfy { $0.isFinite })
  }

  @Test func denormalsAreZeroWhilePluginsRunAndNoPluginChangesTheRulesOfOthers() throws {
    let rules = FloatingPointRules()
    let input = Samples.steps(1_000, channels: 2).times(1.1)
    let gain = bundle.stage("gain-stereo", ["gain": 0.3])
    let expected = try bundle.render(input, gain).sound
    try verify(bundle.render(input, bundle.stage("changes-fpu"), gain).sound, equals: expected)
    let player = try bundle.player(
      bundle.stage("denormal"), bundle.stage("changes-fpu"), bundle.stage("denormal"), channels: 2)
    _ = player.play(1, blocks: 2)
    for stage in [0, 2] { try verify(player.values(["flushed", "as_zero"], of: stage), equals: [1, 1]) }
    verify(FloatingPointRules(), equals: rules)
  }
}

/// How this thread rounds and treats small numbers, as its results tell.
private struct FloatingPointRules: Equatable {
  private var keepsDenormals = true
  private var third: UInt32 = 0
  private var rounding: Int32 = 0

  @inline(never) init(_ small: Float = .leastNormalMagnitude, _ one: Float = 1) {
    keepsDenormals = small / 2 != 0
    third = (one / 3).bitPattern
    rounding = fegetround()
  }
}
