import Glibc
import RenderChain
import TestSupport
import Testing

/// Samples that are no numbers, numbers that are too small, and plugins that change how a thread computes.
struct NumberTests {
  private let bundle = TestBundle()

  @Test(arguments: [0, 1, 511, 512, 20_000] as [Float], [0, 1] as [Float])
  func whatIsNonFiniteIsNamed(after: Float, kind: Float) throws {
    let bad = bundle.stage("not-finite", ["after": after, "kind": kind])
    let error = try #require(throws: ChainError.self) {
      try bundle.render(.steps(30_000), bundle.stage("gain-mono"), bad, bundle.stage("gain-mono"))
    }
    verify(error.code == .nonFinite && error.component == "urn:aucat:test:not-finite")
    verify(error.detail.hasPrefix("it gave samples that are not finite within the first "))
    verify(error.detail.hasSuffix(" s"))
  }

  @Test func aTailIsLookedAtToo() {
    verify(throws: ChainError.self) {
      try bundle.render(.steps(100), bundle.stage("not-finite", ["after": 1_000])) { $0.tail = .seconds(1) }
    }
    verify(throws: Never.self) { try bundle.render(.steps(1_000), bundle.stage("not-finite", ["after": 1_000])) }
  }

  @Test func theyAreRenderedWhereTheyAreAllowed() throws {
    let (sound, _) = try bundle.render(.constant(1, 1_000), bundle.stage("not-finite", ["after": 400, "kind": 1])) {
      $0.tail = .seconds(0)
      $0.allowsNonFinite = true
    }
    verify(sound, equals: [[Float](repeating: 1, count: 400) + [Float](repeating: .infinity, count: 600)])
  }

  @Test func anAutomaticTailOfNonsenseHasAnEnd() throws {
    let (sound, _) = try bundle.render(.constant(1, 1_000), bundle.stage("not-finite", ["after": 400]), rate: 8_000) {
      $0.allowsNonFinite = true
    }
    verify(sound[0].count, equals: 241_000)
  }

  @Test func liveTheyAreSilencedAndNoted() throws {
    let player = try bundle.player(
      bundle.stage("gain-mono"), bundle.stage("not-finite", ["after": 100]), bundle.stage("echo"), mode: .live)
    verify(player.control.nonFiniteStage == nil)
    verify(player.play(1, blocks: 3, of: 64)[0].prefix(64), equals: [Float](repeating: 1, count: 64)[...])
    verify(player.control.nonFiniteStage, equals: 1)
    verify(player.play(1, blocks: 3).joined().allSatisfy { $0.isFinite })
  }

  @Test func anInputThatIsNonFiniteIsNoPluginsFault() throws {
    var input = Samples.steps(1_000)
    input[0][500] = .nan
    let error = try #require(throws: ChainError.self) { try bundle.render(input, bundle.stage("gain-mono")) }
    verify(error.code == .input && error.component == nil)
  }

  @Test func denormalNumbersAreZeroWhilePluginsRunAndNotAfterwards() throws {
    let rules = FloatingPointRules()
    let player = try bundle.player(bundle.stage("denormal"))
    _ = player.play(.constant(1, 10))
    try verify(player.value("flushed") == 1 && player.value("as_zero") == 1)
    verify(FloatingPointRules(), equals: rules)
  }

  @Test func aPluginThatChangesFloatingPointRulesAffectsNoOther() throws {
    let rules = FloatingPointRules()
    let input = Samples.steps(1_000, channels: 2).times(1.1)
    let expected = try bundle.render(input, bundle.stage("gain-stereo", ["gain": 0.3])).sound
    try verify(
      bundle.render(input, bundle.stage("changes-fpu"), bundle.stage("gain-stereo", ["gain": 0.3])).sound,
      equals: expected)
    let player = try bundle.player(bundle.stage("changes-fpu"), bundle.stage("denormal"), channels: 2)
    _ = player.play(1, blocks: 2)
    try verify(player.value("flushed", of: 1) == 1 && player.value("as_zero", of: 1) == 1)
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
