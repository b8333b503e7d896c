import Glibc
import RenderChain
import TestSupport
import Testing

/// What would hurt is not heard, its cause is named, and nothing clicks.
struct LiveProtectionTests {
  private let bundle = TestBundle()

  @Test func aComponentThatIsTooLoudIsMutedAndHeardAgain() throws {
    let player = try bundle.live(bundle.stage("gain-mono"), bundle.stage("loud"))
    verify(player.play(.constant(0.0156, 1_000), cycle: 100)[0].allSatisfy { abs($0 - 15.6) < 1e-4 }, "it is allowed")
    verify(player.events(), equals: [])
    let ending = player.play(.constant(0.02, 1_000), cycle: 100)
    verify(ending[0][128...].allSatisfy { $0 == 0 })
    verify(ending.largestStep < 15.6 * 1.6 / 128, "a fade of 128 frames")
    verify(abs(ending[0][0] - 15.6) < 15.6 * 1.6 / 128, "which goes on where the sound was")
    guard case .muted(.stage(1), .tooLoud(let decibels))? = player.chain.nextEvent() else {
      Issue.record("not told")
      return
    }
    verify(abs(decibels - 26.02) < 0.01)
    verify(player.chain.status.stages.map(\.state) == [.runs, .muted] && player.chain.status.stages[1].muted == 1)
    let quiet = player.play(.constant(0.001, 24_000), cycle: 100)
    verify(quiet[0].allSatisfy { $0 == 0 })
    let again = player.play(.constant(0.001, 2_000), cycle: 100)
    verify(again[0][0] == 0 && again[0][960...].allSatisfy { $0 == 1 } && again.largestStep < 1.6 / 960)
    verify(player.events(), equals: [.heard(.stage(1))])
    verify(player.chain.status.stages.map(\.state), equals: [.runs, .runs])
  }

  @Test func aLoudMomentStartsTheHalfSecondAnew() throws {
    let player = try bundle.live(bundle.stage("loud"))
    for _ in 0..<3 {
      _ = player.play(.constant(0.02, 100), cycle: 100)
      verify(player.play(.constant(0.001, 23_900), cycle: 100)[0][200...].allSatisfy { $0 == 0 })
    }
    verify(player.chain.status.stages[0].muted, equals: 1)
    verify(player.events().count, equals: 1)
  }

  @Test(arguments: [0, 1]) func aComponentWhoseSamplesAreNoNumbersIsMutedAndNobodyElse(kind: Float) throws {
    let player = try bundle.live(
      bundle.stage("gain-mono"), bundle.stage("not-finite", ["after": 1_050, "kind": kind]), bundle.stage("rings"),
      bundle.stage("gain-mono"))
    let sound = player.play(.constant(0.25, 3_000), cycle: 100)
    verify(sound[0].allSatisfy { $0.isFinite })
    verify(player.events(), equals: [.muted(.stage(1), .notFinite)])
    verify(player.chain.status.stages.map(\.muted), equals: [0, 1, 0, 0])
  }

  @Test func whatComesInIsLookedAtFirst() throws {
    let player = try bundle.live(bundle.stage("rings"), bundle.stage("rings"), inputs: 2)
    var input = Samples.constant(0.25, 1_000, channels: 2)
    input[1][555] = .nan
    let sound = player.play(input, cycle: 100)
    verify(sound.joined().allSatisfy { $0.isFinite })
    verify(player.events(), equals: [.muted(.input, .notFinite)])
    verify(player.chain.status.inputsMuted, equals: 1)
    verify(abs((sound[0].last ?? 0) - 1) < 1e-3, "the other channel is heard")
    verify(abs(sound[1].last ?? 1) < 1e-3)
    let later = player.play(.constant(0.25, 30_000, channels: 2), cycle: 100)
    verify(player.events(), equals: [.heard(.input)])
    verify(abs((later[1].last ?? 0) - 1) < 1e-3, "and a filter that keeps NaNs has none")
  }

  @Test(arguments: [Float.infinity, -.infinity, .nan, -.nan, 1e30, -16])
  func anythingAboveTheLimitIsNotLetIn(value: Float) throws {
    let player = try bundle.live(RenderChain(), inputs: 1)
    verify(player.play(.constant(value, 500), cycle: 100), equals: .constant(0, 500))
    guard case .muted(.input, _)? = player.chain.nextEvent() else {
      Issue.record("not told")
      return
    }
  }

  @Test("what a mute ends in is no louder than the sound was, or the next component would be blamed")
  func theEndIsNotLouder() throws {
    let player = try bundle.live(bundle.stage("loud"), bundle.stage("gain-mono"))
    var input: Samples = [(0..<1_000).map { $0 % 2 == 0 ? 0.0155 : -0.0155 }]
    input[0][777] = .nan
    let sound = player.play(input, cycle: 100)[0]
    verify(sound.allSatisfy { abs($0) < 15.6 })
    verify(player.events(), equals: [.muted(.input, .notFinite)])
  }

  @Test func theLimitIsTwentyFourDecibels() throws {
    let limit: Float = 15.848932
    let player = try bundle.live(RenderChain(), inputs: 1)
    verify(player.play(.constant(-limit, 500), cycle: 100), equals: .constant(-limit, 500))
    verify(player.chain.status.stages.isEmpty && player.events() == [])
    verify(player.play(.constant(limit.nextUp, 500), cycle: 100)[0].last, equals: 0)
  }

  @Test func aBypassedComponentIsNotBlamed() throws {
    var broken = bundle.stage("not-finite", ["after": 0])
    broken.isBypassed = true
    let player = try bundle.live(broken)
    verify(player.play(.steps(1_000), cycle: 100), equals: .steps(1_000))
    verify(player.events() == [] && player.chain.status.stages[0].state == .bypassed)
  }

  @Test func theStartAndNewConnectionsAreFadedIn() throws {
    let player = try bundle.live(bundle.stage("gain-stereo"), inputs: 2) { $0.ramp = 0.05 }
    let input = Samples.constant(1, 5_000, channels: 2)
    let start = player.play(input, cycle: 100)
    verify(start[0][0] == 0 && start[0][2_400...].allSatisfy { $0 == 1 } && start.largestStep < 1.6 / 2_400)
    verify(zip(start[0], start[0].dropFirst()).allSatisfy { $0 <= $1 } && start[0] == start[1])
    verify(player.play(input, cycle: 100), equals: input)
    let connected = player.play(input, cycle: 100, startsInput: 2)
    verify(connected[0] == input[0] && connected[1] == start[1])
    verify(player.play(input, cycle: 100, startsOutput: 1), equals: [start[0], input[1]])
    _ = player.play(input, cycle: 100, frames: 500, startsOutput: 1)
    let again = player.play(input, cycle: 100, startsOutput: 1)[0]
    verify(
      again, equals: Array(start[0][500...]) + [Float](repeating: 1, count: 500), "a fade that goes on is not restarted"
    )
  }

  @Test(arguments: [0.0, 0.05]) func theEndIsFadedOut(ramp: Double) throws {
    let player = try bundle.live(bundle.stage("gain-stereo"), inputs: 2) { $0.ramp = ramp }
    let input = Samples.constant(1, 5_000, channels: 2)
    _ = player.play(input, cycle: 100)
    verify(player.play(input, cycle: 100) == input && !player.chain.isSilent)
    player.chain.fadeOut()
    let end = player.play(input, cycle: 100)
    let length = Int(ramp * 48_000)
    verify(end[0][length...].allSatisfy { $0 == 0 } && end[0] == end[1] && player.chain.isSilent)
    verify(ramp == 0 || (end[0][0] == 1 && end.largestStep < 1.6 / 2_400))
    verify(player.play(input, cycle: 100), equals: .constant(0, 5_000, channels: 2))
  }

  @Test(arguments: [1, 32, 100, 128, 129, 256, 1_000]) func aMuteGoesOnWhereTheSoundWas(cycle: Int) throws {
    let player = try bundle.live(RenderChain(), inputs: 1)
    let wave = [(0..<1_000).map { 10 * Float(sin(Double($0) * .pi / 100)) }]
    let sound = player.play(wave, cycle: cycle)[0] + player.play(.constant(.infinity, 1_000), cycle: cycle)[0]
    verify(Array(sound[..<1_000]) == wave[0] && sound[1_128...].allSatisfy { $0 == 0 })
    // A wave bends by 0.01, a fade of it by as much again; a jump, or a slope that breaks off, by 0.3.
    let bends = zip(zip(sound, sound.dropFirst()), sound.dropFirst(2)).map { abs($0.0 - 2 * $0.1 + $1) }
    verify((bends.max() ?? 1) < 0.03)
  }

  @Test func whatEndsInItsMirrorImageIsNotLouder() throws {
    let player = try bundle.live(RenderChain(), inputs: 1)
    var input = Samples.constant(0, 1_000)
    for frame in 0..<500 { input[0][frame] = frame % 3 == 0 ? -15.5 : 15.5 }
    input[0][500] = .nan
    let sound = player.play(input, cycle: 100)
    verify(sound[0][0..<500], equals: input[0][0..<500])
    verify(sound[0].allSatisfy { abs($0) <= 15.848932 } && sound[0][700...].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [Double.nan, -1, .infinity, 1e9]) func aRampThatIsNoneEndsNothing(ramp: Double) throws {
    let player = try bundle.live(bundle.stage("gain-mono")) { $0.ramp = ramp }
    let sound = player.play(.constant(1, 50_000), cycle: 100)
    verify(sound[0].last == 1 && sound[0][0] == (ramp > 0 ? 0 : 1))
  }

  @Test(arguments: [Double.nan, 0, .infinity, 1e9]) func aSampleRateThatIsNoneIsAnError(rate: Double) throws {
    #expect { try bundle.live(bundle.stage("gain-mono"), rate: rate) } throws: {
      ($0 as? ChainError)?.code == .unsupported
    }
  }

  @Test func pluginsComputeWithoutDenormals() throws {
    let player = try bundle.live(bundle.stage("changes-fpu"), bundle.stage("denormal"), inputs: 2)
    _ = player.play(.constant(1, 1_000, channels: 2), cycle: 100)
    try verify(player.chain.control(1).value("flushed", of: 0), equals: 1)
  }

  @Test func aComponentThatWritesBeforeItsMemoryIsNamedOnce() throws {
    let player = try bundle.live(bundle.stage("gain-mono"), bundle.stage("nudge"))
    _ = player.play(.constant(0.5, 1_000), cycle: 100)
    verify(player.events(), equals: [.wroteOutside(stage: 1)])
  }

  @Test("those that share the memory are not named, in whole blocks and in split ones")
  func theNeighboursAreNotNamed() throws {
    let player = try bundle.live(
      bundle.stage("gain-mono"), bundle.stage("nudge"), bundle.stage("gain-mono"), bundle.stage("gain-mono"))
    _ = player.play(.constant(0.5, 1_000), cycle: 100)
    for stage in [0, 2, 3] { try player.chain.control(stage).set("gain", of: 0, to: 0.5) }
    verify(player.play(.constant(0.5, 2_000), cycle: 100)[0].last, equals: 0.0625)
    verify(player.events(), equals: [.wroteOutside(stage: 1)])
  }
}
