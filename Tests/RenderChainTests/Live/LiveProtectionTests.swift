import Glibc
import RenderChain
import TestSupport
import Testing

/// What would hurt is not heard, its cause is named, and nothing clicks.
struct LiveProtectionTests {
  private let bundle = TestBundle()

  @Test func aComponentThatIsTooLoudIsMutedUntilItWasQuietForHalfASecond() throws {
    let player = try bundle.live(bundle.stage("gain-mono"), bundle.stage("loud"))
    verify(player.play(0.0156, 1_000)[0].allSatisfy { abs($0 - 15.6) < 1e-4 }, "it is allowed")
    verify(player.events(), equals: [])
    let ending = player.play(0.02, 1_000)
    verify(ending[0][128...].allSatisfy { $0 == 0 })
    verify(ending.largestStep < 15.6 * 1.6 / 128, "a fade of 128 frames")
    verify(abs(ending[0][0] - 15.6) < 15.6 * 1.6 / 128, "which goes on where the sound was")
    guard case .muted(.stage(1), .tooLoud(let decibels))? = player.chain.nextEvent() else {
      Issue.record("not told")
      return
    }
    verify(abs(decibels - 26.02) < 0.01)
    verify(player.chain.status.stages.map(\.state) == [.runs, .muted] && player.chain.status.stages[1].muted == 1)
    for _ in 0..<2 {
      verify(player.play(0.001, 23_000)[0].allSatisfy { $0 == 0 })
      verify(player.play(0.02, 100)[0].allSatisfy { $0 == 0 }, "a loud moment starts the half second anew")
    }
    verify(player.play(0.001, 24_000)[0].allSatisfy { $0 == 0 })
    let again = player.play(0.001, 2_000)
    verify(again[0][0] == 0 && again[0][960...].allSatisfy { $0 == 1 } && again.largestStep < 1.6 / 960)
    verify(player.events(), equals: [.heard(.stage(1))])
    verify(player.chain.status.stages.map(\.state) == [.runs, .runs] && player.chain.status.stages[1].muted == 1)
  }

  @Test func onlyWhoeverGivesWhatIsNoNumberIsMuted() throws {
    for kind: Float in [0, 1] {
      let player = try bundle.live(
        bundle.stage("gain-mono"), bundle.stage("not-finite", ["after": 1_050, "kind": kind]), bundle.stage("rings"),
        bundle.stage("gain-mono"))
      verify(player.play(0.25, 3_000)[0].allSatisfy { $0.isFinite })
      verify(player.events(), equals: [.muted(.stage(1), .notFinite)])
      verify(player.chain.status.stages.map(\.muted), equals: [0, 1, 0, 0])
    }
    let bypassed = try bundle.live(bundle.stage("not-finite", ["after": 0], isBypassed: true))
    verify(bypassed.play(.steps(1_000)), equals: .steps(1_000))
    verify(bypassed.events() == [] && bypassed.chain.status.stages[0].state == .bypassed)
    // What comes in is looked at first.
    let player = try bundle.live(bundle.stage("rings"), bundle.stage("rings"), inputs: 2)
    var input = Samples.constant(0.25, 1_000, channels: 2)
    input[1][555] = .nan
    let sound = player.play(input)
    verify(sound.joined().allSatisfy { $0.isFinite })
    verify(player.events(), equals: [.muted(.input, .notFinite)])
    verify(player.chain.status.inputsMuted, equals: 1)
    verify(abs((sound[0].last ?? 0) - 1) < 1e-3, "the other channel is heard")
    verify(abs(sound[1].last ?? 1) < 1e-3)
    let later = player.play(0.25, 30_000)
    verify(player.events(), equals: [.heard(.input)])
    verify(abs((later[1].last ?? 0) - 1) < 1e-3, "and a filter that keeps NaNs has none")
  }

  @Test func theLimitIsTwentyFourDecibelsAndAnythingAboveItIsNotLetIn() throws {
    let limit: Float = 15.848932
    for value in [.infinity, -.infinity, .nan, -.nan, 1e30, -16, limit.nextUp] {
      let player = try bundle.live(RenderChain(), inputs: 1)
      verify(player.play(value, 500), equals: .constant(0, 500))
      if case .muted(.input, _)? = player.chain.nextEvent() {} else { Issue.record("not told: \(value)") }
    }
    let player = try bundle.live(RenderChain(), inputs: 1)
    verify(player.play(-limit, 500), equals: .constant(-limit, 500))
    verify(player.chain.status.stages.isEmpty && player.events() == [])
  }

  @Test func aMuteGoesOnWhereTheSoundWasAndIsNoLouder() throws {
    for cycle in [1, 100, 128, 129, 1_000] {
      let player = try bundle.live(RenderChain(), inputs: 1)
      let wave = [(0..<1_000).map { 10 * Float(sin(Double($0) * .pi / 100)) }]
      let sound = player.play(wave, cycle: cycle)[0] + player.play(.infinity, 1_000, cycle: cycle)[0]
      verify(Array(sound[..<1_000]) == wave[0] && sound[1_128...].allSatisfy { $0 == 0 })
      // A wave bends by 0.01, a fade of it by as much again; a jump, or a slope that breaks off, by 0.3.
      let bends = zip(zip(sound, sound.dropFirst()), sound.dropFirst(2)).map { abs($0.0 - 2 * $0.1 + $1) }
      verify((bends.max() ?? 1) < 0.03, "\(cycle)")
    }
    // What ends in its mirror image: the next component would be blamed.
    for (period, place) in [(3, 500), (2, 777)] {
      let level: Float = period == 3 ? 15.5 : 0.0155
      let stages = period == 3 ? [] : [bundle.stage("loud"), bundle.stage("gain-mono")]
      let player = try bundle.live(RenderChain(stages), inputs: 1)
      var input: Samples = [(0..<1_000).map { $0 % period == 0 ? -level : level }]
      input[0][place] = .nan
      let sound = player.play(input)[0]
      verify(sound.allSatisfy { abs($0) <= 15.6 } && sound[(place + 200)...].allSatisfy { $0 == 0 })
      verify(player.events(), equals: [.muted(.input, .notFinite)])
    }
  }

  @Test func theStartAndNewConnectionsAreFadedInAndTheEndOut() throws {
    let player = try bundle.live(bundle.stage("gain-stereo"), inputs: 2) { $0.ramp = 0.05 }
    let input = Samples.constant(1, 5_000, channels: 2)
    let start = player.play(input)
    verify(start[0][0] == 0 && start[0][2_400...].allSatisfy { $0 == 1 } && start.largestStep < 1.6 / 2_400)
    verify(zip(start[0], start[0].dropFirst()).allSatisfy { $0 <= $1 } && start[0] == start[1])
    verify(player.play(input), equals: input)
    let connected = player.play(input, startsInput: 2)
    verify(connected[0] == input[0] && connected[1] == start[1])
    verify(player.play(input, startsOutput: 1), equals: [start[0], input[1]])
    _ = player.play(input, frames: 500, startsOutput: 1)
    let again = player.play(input, startsOutput: 1)[0]
    verify(
      again, equals: Array(start[0][500...]) + [Float](repeating: 1, count: 500), "a fade that goes on is not restarted"
    )
    for ramp in [0, 0.05] {
      let player = try bundle.live(bundle.stage("gain-stereo"), inputs: 2) { $0.ramp = ramp }
      _ = player.play(input)
      verify(player.play(input) == input && !player.chain.isSilent)
      player.chain.fadeOut()
      let end = player.play(input)
      verify(end[0][Int(ramp * 48_000)...].allSatisfy { $0 == 0 } && end[0] == end[1] && player.chain.isSilent)
      verify(ramp == 0 || (end[0][0] == 1 && end.largestStep < 1.6 / 2_400))
      verify(player.play(input), equals: .constant(0, 5_000, channels: 2))
    }
    for ramp in [Double.nan, -1, .infinity, 1e9] {
      let player = try bundle.live(bundle.stage("gain-mono")) { $0.ramp = ramp }
      let sound = player.play(1, 50_000)
      verify(sound[0].last == 1 && sound[0][0] == (ramp > 0 ? 0 : 1), "\(ramp)")
    }
  }

  @Test("a component that writes before its memory is named once, and not its neighbours; denormals are zero")
  func memory() throws {
    let player = try bundle.live(
      bundle.stage("gain-mono"), bundle.stage("nudge"), bundle.stage("gain-mono"), bundle.stage("gain-mono"))
    _ = player.play(0.5, 1_000)
    // In split blocks, too.
    for stage in [0, 2, 3] { try player.chain.control(stage).set("gain", of: 0, to: 0.5) }
    verify(player.play(0.5, 2_000)[0].last, equals: 0.0625)
    verify(player.events(), equals: [.wroteOutside(stage: 1)])
    let numbers = try bundle.live(bundle.stage("changes-fpu"), bundle.stage("denormal"), inputs: 2)
    _ = numbers.play(1, 1_000)
    try verify(numbers.value("flushed", of: 1), equals: 1)
  }
}
