import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel
@testable import RenderChain

/// How long a render is, and where it begins: latency and tails.
struct LengthTests {
  private let bundle = TestBundle()

  private func delay(_ frames: Int) -> RenderChain.Stage { bundle.stage("delay", ["frames": Float(frames)]) }

  @Test func latencyIsMadeUpForOrLeftAlone() throws {
    let input = Samples.steps(5_000, channels: 2)
    for frames in [0, 1, 512, 48_000] {
      let (sound, report) = try bundle.render(input, delay(frames))
      verify(sound == input, "\(frames)")
      verify(
        report,
        equals: RenderReport(framesRead: 5_000, framesWritten: 5_000, latency: frames, framesSkipped: frames))
    }
    let (sum, sumReport) = try bundle.render(input, delay(20), bundle.stage("gain-mono"), delay(3_000))
    verify(sum == input && sumReport.latency == 3_020)
    let short = Samples.steps(3, channels: 2)
    try verify(bundle.render(short, delay(48_000)).sound, equals: short)
    let (late, report) = try bundle.render(input, delay(100)) { $0.compensatesLatency = false }
    verify(late[0], equals: [Float](repeating: 0, count: 100) + input[0].dropLast(100))
    verify(report, equals: RenderReport(framesRead: 5_000, framesWritten: 5_000, latency: 100, framesSkipped: 0))
    // One that comes late counts, and what is heard after the change is in its place.
    let quiet = Samples.constant(0, 6_000, channels: 2).map { $0 + input[0] }
    let (changed, changedReport) = try bundle.render(quiet, bundle.stage("late-latency"))
    verify(changed == quiet && changedReport.latency == 256 && changedReport.framesSkipped == 256)
  }

  @Test func aTailOfSecondsIsExactAndHeard() throws {
    for seconds in [0, 0.001, 0.25, 2.5] {
      for (name, channels) in [("echo", 1), ("delay", 2), ("fixed-block", 2), ("gain-mono", 3)] {
        let (sound, report) = try bundle.render(.steps(700, channels: channels), bundle.stage(name), rate: 8_000) {
          $0.tail = .seconds(seconds)
        }
        verify(sound.map(\.count) == [Int](repeating: 700 + Int(seconds * 8_000), count: channels), "\(name)")
        verify(report.framesWritten, equals: sound[0].count)
      }
    }
    let echo = bundle.stage("echo", ["frames": 900, "feedback": 0.5])
    let sound = try bundle.render(.impulse(1_000), echo) { $0.tail = .seconds(0.1) }.sound[0]
    verify(sound.indices.filter { sound[$0] != 0 }, equals: Array(stride(from: 0, to: 5_800, by: 900)))
    verify(sound[900] == 0.5 && sound[5_400] == 1 / 64)
  }

  @Test func anAutomaticTailEndsWithTheLastSampleThatIsHeardAndAfterHalfAMinute() throws {
    // 0.5 to the power of 14 is the last above -90 dBFS.
    let echo = bundle.stage("echo", ["frames": 10_000, "feedback": 0.5])
    let (sound, report) = try bundle.render(.impulse(1_000), echo) { $0.tail = .automatic }
    verify(report.framesWritten == sound[0].count && report.framesRead == 1_000)
    verify(sound[0].last { $0 != 0 }, equals: 0.000_061_035_156_25)
    verify((140_001...140_001 + 1_024).contains(sound[0].count), "\(sound[0].count)")
    for (name, input) in [
      ("echo", .constant(0, 1_000)), ("gain-mono", .constant(0, 1_000)), ("delay", .steps(1_000, channels: 2)),
    ] as [(String, Samples)] {
      try verify(bundle.render(input, bundle.stage(name)) { $0.tail = .automatic }.sound == input, "\(name)")
    }
    let endless = try bundle.render([], bundle.stage("generator"), rate: 8_000) { $0.tail = .automatic }
    verify(endless.sound, equals: .constant(0.5, 240_000))
    let nonsense = bundle.stage("not-finite", ["after": 400])
    let (numbers, _) = try bundle.render(.constant(1, 1_000), nonsense, rate: 8_000) {
      ($0.tail, $0.allowsNonFinite) = (.automatic, true)
    }
    verify(numbers[0].count, equals: 241_000)
    for tail in [RenderOptions.Tail.seconds(0), .seconds(0.5), .automatic] {
      let (sound, report) = try bundle.render([[], []], bundle.stage("delay"), rate: 8_000) { $0.tail = tail }
      verify(sound, equals: .constant(0, tail == .seconds(0.5) ? 4_000 : 0, channels: 2))
      verify(report.framesRead == 0 && report.framesWritten == sound[0].count)
    }
  }
}
