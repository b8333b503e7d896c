import RenderChain
import TestSupport
import Testing

/// A bypass lets the sound go past a component, without a click.
struct BypassTests {
  private let bundle = TestBundle()
  /// 20 ms at 48 kHz, in inaudible steps.
  private let smallStep: Float = 1.01 / 960

  @Test func theSoundGoesPastFromTheFirstFrameOnWithTheLatencyMadeUpFor() throws {
    for (name, channels) in [
      ("gain-stereo", 2), ("enabled", 2), ("mono-to-stereo", 1), ("gain-mono", 1), ("delay", 2), ("not-finite", 1),
    ] {
      let input = Samples.steps(3_000, channels: channels)
      let stage = bundle.stage(name, name == "delay" ? ["frames": 1_000] : [:], isBypassed: true)
      let (sound, report) = try bundle.render(input, stage)
      verify(sound == (name == "mono-to-stereo" ? [input[0], input[0]] : input), "\(name)")
      verify(report.framesWritten == 3_000 && report.latency == (name == "delay" ? 1_000 : 0), "\(name)")
    }
  }

  @Test func aBypassIsACrossfadeWhateverComesDuringIt() throws {
    let player = try bundle.player(bundle.stage("gain-mono", ["gain": 2]))
    verify(player.play(1, blocks: 1), equals: .constant(2, 512))
    try player.control.setBypassed(true, of: 0)
    let away = player.play(1, blocks: 3)
    verify(away.largestStep <= smallStep && away[0].first ?? 0 > 1.99 && away[0][960...].allSatisfy { $0 == 1 })
    try player.control.setBypassed(false, of: 0)
    var back = player.play(1, blocks: 3)
    verify(back.largestStep <= smallStep && back[0][960...].allSatisfy { $0 == 2 })
    for step in 0..<20 {
      try player.control.setBypassed(step % 2 == 0, of: 0)
      back[0] += player.play(1, blocks: 1, of: 77 + step)[0]
    }
    verify(back.largestStep <= smallStep)
    // This one does it itself.
    let own = try bundle.player(bundle.stage("enabled"), channels: 2)
    verify(own.play(1, blocks: 1), equals: .constant(-1, 512, channels: 2))
    for (isBypassed, value) in [(true, Float(1)), (false, -1)] {
      try own.control.setBypassed(isBypassed, of: 0)
      let sound = own.play(1, blocks: 2)
      verify(sound.largestStep <= 2.01 / 256 && sound[0].last == value)
      if isBypassed { try verify(own.value("enabled"), equals: 0) }
    }
  }

  @Test func theSoundThatGoesPastALatencyComesAsLate() throws {
    let player = try bundle.player(bundle.stage("delay", ["frames": 700]), channels: 2, block: 100)
    let input = Samples.steps(12_000, channels: 2)
    for start in stride(from: 0, to: 12_000, by: 1_000) {
      try player.control.setBypassed(start / 1_000 % 4 >= 2, of: 0)
      let block = player.play(input.frames(start..<start + 1_000))
      for channel in 0..<2 {
        let late = ([Float](repeating: 0, count: 700) + input[channel])[start..<start + 1_000]
        verify(zip(block[channel], late).allSatisfy { abs($0 - $1) < 1e-6 }, "both are the same sound")
      }
    }
    for latency in [131_071, 131_073, 131_583, 200_000] {
      let stage = bundle.stage("latency-lie", ["frames": Float(latency)], isBypassed: true)
      let player = try bundle.player(stage, channels: 2)
      let input = Samples.steps(132_500, channels: 2)
      let delay = min(latency, 131_072)
      verify(player.play(input) == input.map { [Float](repeating: 0, count: delay) + $0.dropLast(delay) }, "\(latency)")
    }
  }
}
