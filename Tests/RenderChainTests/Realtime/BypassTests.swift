import RenderChain
import TestSupport
import Testing

/// A bypass lets the sound go past a component, without a click.
struct BypassTests {
  private let bundle = TestBundle()
  /// 20 ms at 48 kHz, in inaudible steps.
  private let smallStep: Float = 1.01 / 960

  @Test(arguments: ["gain-stereo", "enabled", "delay", "mono-to-stereo", "gain-mono"])
  func fromTheFirstFrameOn(name: String) throws {
    let channels = name.contains("mono") ? 1 : 2
    var stage = bundle.stage(name)
    stage.isBypassed = true
    let input = Samples.steps(3_000, channels: channels)
    let (sound, report) = try bundle.render(input, stage)
    verify(sound == (name == "mono-to-stereo" ? [input[0], input[0]] : input))
    verify(report.framesWritten, equals: 3_000)
  }

  @Test func aBypassIsACrossfade() throws {
    let player = try bundle.player(bundle.stage("gain-mono", ["gain": 2]))
    verify(player.play(1, blocks: 1), equals: .constant(2, 512))
    try player.control.setBypassed(true, of: 0)
    let away = player.play(1, blocks: 3)
    verify(away.largestStep <= smallStep && away[0].first ?? 0 > 1.99 && away[0][960...].allSatisfy { $0 == 1 })
    try player.control.setBypassed(false, of: 0)
    let back = player.play(1, blocks: 3)
    verify(back.largestStep <= smallStep && back[0][960...].allSatisfy { $0 == 2 })
  }

  @Test func aChangeOfMindIsNoClickEither() throws {
    let player = try bundle.player(bundle.stage("gain-mono", ["gain": 2]))
    var sound = player.play(1, blocks: 1)
    for step in 0..<20 {
      try player.control.setBypassed(step % 2 == 0, of: 0)
      sound[0] += player.play(1, blocks: 1, of: 77 + step)[0]
    }
    verify(sound.largestStep <= smallStep)
  }

  @Test func aPluginWithItsOwnBypassDoesItItself() throws {
    let player = try bundle.player(bundle.stage("enabled"), channels: 2)
    verify(player.play(1, blocks: 1), equals: .constant(-1, 512, channels: 2))
    try player.control.setBypassed(true, of: 0)
    let away = player.play(1, blocks: 2)
    verify(away.largestStep <= 2.01 / 256 && away[0].last == 1)
    try verify(player.value("enabled"), equals: 0)
    try player.control.setBypassed(false, of: 0)
    let back = player.play(1, blocks: 2)
    verify(back.largestStep <= 2.01 / 256 && back[0].last == -1)
  }

  @Test func theSoundThatGoesPastALatencyComesAsLate() throws {
    let player = try bundle.player(bundle.stage("delay", ["frames": 700]), channels: 2, block: 100)
    let input = Samples.steps(20_000, channels: 2)
    var sound = Samples(repeating: [], count: 2)
    for start in stride(from: 0, to: 20_000, by: 1_000) {
      try player.control.setBypassed(start / 1_000 % 4 >= 2, of: 0)
      let block = player.play(input.map { Array($0[start..<start + 1_000]) })
      for channel in 0..<2 { sound[channel] += block[channel] }
    }
    for channel in 0..<2 {
      let late = [Float](repeating: 0, count: 700) + input[channel].dropLast(700)
      verify(zip(sound[channel], late).allSatisfy { abs($0 - $1) < 1e-6 }, "both are the same sound")
    }
  }

  @Test(arguments: [131_071, 131_072, 131_073, 131_300, 131_583, 131_584, 200_000])
  func theLongestDelayIsExact(latency: Int) throws {
    var stage = bundle.stage("latency-lie", ["frames": Float(latency)])
    stage.isBypassed = true
    let player = try bundle.player(stage, channels: 2)
    let input = Samples.steps(140_000, channels: 2)
    let delay = min(latency, 131_072)
    let late = input.map { [Float](repeating: 0, count: delay) + $0.dropLast(delay) }
    verify(player.play(input), equals: late)
  }

  @Test func aBypassedLatencyIsStillMadeUpFor() throws {
    var stage = bundle.stage("delay", ["frames": 1_000])
    stage.isBypassed = true
    let input = Samples.steps(5_000, channels: 2)
    let (sound, report) = try bundle.render(input, stage)
    verify(sound == input && report.latency == 1_000)
  }

  @Test func theNumbersOfABypassedPluginDoNotMatter() throws {
    var broken = bundle.stage("not-finite", ["after": 0])
    broken.isBypassed = true
    try verify(bundle.render(.steps(2_000), broken).sound, equals: .steps(2_000))
  }
}
