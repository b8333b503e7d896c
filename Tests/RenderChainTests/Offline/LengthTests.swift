import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel
@testable import RenderChain

/// How long a render is, and where it begins: latency and tails.
struct LengthTests {
  private let bundle = TestBundle()

  @Test(arguments: [0, 1, 100, 512, 5_000, 48_000]) func latencyIsMadeUpFor(delay: Float) throws {
    let input = Samples.steps(10_000, channels: 2)
    let (sound, report) = try bundle.render(input, bundle.stage("delay", ["frames": delay]))
    verify(sound, equals: input)
    verify(
      report,
      equals: RenderReport(framesRead: 10_000, framesWritten: 10_000, latency: Int(delay), framesSkipped: Int(delay)))
  }

  @Test func latenciesAddUp() throws {
    let input = Samples.steps(3_000, channels: 2)
    let (sound, report) = try bundle.render(
      input, bundle.stage("delay", ["frames": 20]), bundle.stage("gain-mono"), bundle.stage("delay", ["frames": 3_000]))
    verify(sound == input && report.latency == 3_020)
  }

  @Test func latencyCanBeLeftAlone() throws {
    let (sound, report) = try bundle.render(.steps(1_000, channels: 2), bundle.stage("delay", ["frames": 100])) {
      $0.tail = .seconds(0)
      $0.compensatesLatency = false
    }
    verify(sound[0], equals: [Float](repeating: 0, count: 100) + Samples.steps(900)[0])
    verify(report, equals: RenderReport(framesRead: 1_000, framesWritten: 1_000, latency: 100, framesSkipped: 0))
  }

  @Test func aShortSoundSurvivesALongLatency() throws {
    let input = Samples.steps(3, channels: 2)
    try verify(bundle.render(input, bundle.stage("delay", ["frames": 48_000])).sound, equals: input)
  }

  @Test func aLatencyThatComesLateCounts() throws {
    let input = Samples.constant(0, 6_000, channels: 2).map { $0 + Samples.steps(4_000)[0] }
    let (sound, report) = try bundle.render(input, bundle.stage("late-latency"))
    verify(report.latency == 256 && report.framesSkipped == 256)
    verify(sound, equals: input, "what is heard after the change is in its place")
  }

  @Test(arguments: [0, 0.001, 0.25, 1, 2.5]) func aTailOfSecondsIsExact(seconds: Double) throws {
    for (name, channels) in [("echo", 1), ("delay", 2), ("fixed-block", 2), ("gain-mono", 3)] {
      let (sound, report) = try bundle.render(.steps(700, channels: channels), bundle.stage(name), rate: 8_000) {
        $0.tail = .seconds(seconds)
      }
      verify(sound.map(\.count), equals: [Int](repeating: 700 + Int(seconds * 8_000), count: channels), "\(name)")
      verify(report.framesWritten, equals: sound[0].count)
    }
  }

  @Test func aTailIsHeard() throws {
    let (sound, _) = try bundle.render(.impulse(1_000), bundle.stage("echo", ["frames": 900, "feedback": 0.5])) {
      $0.tail = .seconds(0.1)
    }
    verify(sound[0].indices.filter { sound[0][$0] != 0 }, equals: Array(stride(from: 0, to: 5_800, by: 900)))
    verify(sound[0][900] == 0.5 && sound[0][5_400] == 1 / 64)
  }

  @Test func anAutomaticTailEndsWithTheLastSampleThatIsHeard() throws {
    // 0.5 to the power of 14 is the last above -90 dBFS.
    let (sound, report) = try bundle.render(.impulse(1_000), bundle.stage("echo", ["frames": 10_000, "feedback": 0.5]))
    {
      $0.tail = .automatic
    }
    verify(report.framesWritten == sound[0].count && report.framesRead == 1_000)
    verify(sound[0].last(where: { $0 != 0 }), equals: 0.000_061_035_156_25)
    verify((140_001...140_001 + 1_024).contains(sound[0].count), "\(sound[0].count)")
  }

  @Test func silenceHasNoTail() throws {
    for name in ["echo", "gain-mono"] {
      try verify(
        bundle.render(.constant(0, 1_000), bundle.stage(name)) { $0.tail = .automatic }.sound,
        equals: .constant(0, 1_000)
      )
    }
    try verify(
      bundle.render(.steps(1_000, channels: 2), bundle.stage("delay")) { $0.tail = .automatic }.sound,
      equals: .steps(1_000, channels: 2), "and what a latency holds back is no tail")
  }

  @Test func soundThatNeverEndsIsCutAtHalfAMinute() throws {
    let (sound, _) = try bundle.render([], bundle.stage("generator"), rate: 8_000) { $0.tail = .automatic }
    verify(sound, equals: .constant(0.5, 240_000))
  }

  @Test(arguments: [RenderOptions.Tail.seconds(0), .seconds(0.5), .automatic])
  func noInputIsALength(tail: RenderOptions.Tail) throws {
    let (sound, report) = try bundle.render([[], []], bundle.stage("delay"), rate: 8_000) { $0.tail = tail }
    verify(sound, equals: .constant(0, tail == .seconds(0.5) ? 4_000 : 0, channels: 2))
    verify(report.framesRead == 0 && report.framesWritten == sound[0].count)
  }
}
