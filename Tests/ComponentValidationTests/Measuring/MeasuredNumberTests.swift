import ComponentModel
import TestSupport
import Testing

@testable import ComponentValidation
@testable import RenderChain

/// What is computed of times and sounds that were measured.
struct MeasuredNumberTests {
  @Test func percentilesAreTimesOfBlocksLessAFloorAndOfSeveralRunsTheMediansCount() throws {
    let times = try demand(BlockTimes((1...1_000).map { UInt64($0) }.shuffled(), floor: 0))
    verify(times.median == 500 && times.percentile95 == 950 && times.percentile99 == 990 && times.worst == 1_000)
    verify(times.count, equals: 1_000)
    let one = try demand(BlockTimes([7], floor: 0))
    verify(one.median == 7 && one.percentile99 == 7 && one.worst == 7)
    verify(BlockTimes([], floor: 0) == nil && BlockTimes(merging: []) == nil)
    let less = try demand(BlockTimes([1, 10, 100], floor: 5))
    verify(less.median == 5 && less.worst == 95)
    try verify(demand(BlockTimes([1, 2], floor: 5)).worst, equals: 0)
    let runs = try [[10, 10, 90], [20, 20, 20], [30, 30, 30]].map { try demand(BlockTimes($0, floor: 0)) }
    let merged = try demand(BlockTimes(merging: runs))
    verify(merged.median == 20 && merged.percentile95 == 30 && merged.worst == 90 && merged.count == 9)
  }

  @Test func aJobAndAChildsNumbersComeBackAsTheyAreAndOthersNotAtAll() throws {
    let times = try demand(BlockTimes([1, 2, 3], floor: 0))
    verify(BlockTimes(times.json), equals: times)
    for text in [
      "[1,2,3,4]", "[1,2,3,4,-1]", "[1,2,3,4,1.5]", "[1,2,3,-4,1]", "[1,2,\"3\",4,1]", "7", "[1,2,3,4,1e300]",
    ] { verify(JSON(text).flatMap(BlockTimes.init) == nil, "\(text)") }
    let stage = RenderChain.Stage(component: "urn:x", bundle: "/x.lv2")
    var job = RenderJob(RenderChain([stage]), sampleRate: 44_100, channels: 2)
    try verify(RenderJob(text: job.text).task == nil)
    for plan in [MeasurementPlan(seconds: 0.25), .survey] {
      job.task = plan.json
      let read = try RenderJob(text: job.text)
      verify(read, equals: job)
      guard case .object(let members)? = read.task else { return verify(Bool(false), "\(job.text)") }
      try verify(MeasurementPlan(Members(members, "")), equals: plan)
    }
  }

  /// The delay that an answer of 12,000 samples has, which is silent but for some.
  private func delay(_ samples: [Int: Float], reported: Double? = nil) -> Int? {
    var answer = [Float](repeating: 0, count: 12_000)
    for (frame, value) in samples { answer[frame] = value }
    return ImpulseDelay(answer).frames(reported: reported)
  }

  @Test func anAnswerIsLateByWhatIsHeardFirst() {
    verify(delay([0: 0.5]), equals: 0)
    verify(delay([0: 0.5], reported: 0), equals: 0)
    verify(delay([0: 0.5], reported: 64), equals: 0, "the plugin reports what isn't so")
    verify(delay([0: 0.1, 1: 0.3, 2: 0.4, 3: 0.3, 4: 0.1, 5: 0.05]), equals: 0, "a filter smears the impulse")
    verify(delay([0: 0.4, 2_000: 0.3]), equals: 0, "an echo after the sound itself")
    verify(delay([0: 0.2, 5_000: 0.9]), equals: 0, "an echo that is louder")
    verify(delay([4_096: 0.5], reported: 4_096), equals: 4_096, "what is reported and heard is certain, however long")
    verify(delay([4_090: 0.1, 4_096: 0.5, 4_099: 0.3], reported: 4_094), equals: 4_094)
    verify(delay([4_095: 0.2, 4_096: 0.5, 4_097: 0.2], reported: 4_096), equals: 4_096)
    var samples: [Int: Float] = [200: 0.5]
    for step in 1...60 {
      let value = 0.4 / Float(step)
      (samples[200 - step], samples[200 + step]) = (value, value)
    }
    verify(delay(samples), equals: 200, "a filter of linear phase is late by its middle")
    verify(delay(samples, reported: 200), equals: 200)
    verify(delay(samples, reported: 150) == 150 || delay(samples, reported: 150) == 200)
  }

  @Test func aShortDelayThatIsNotReportedIsOneAndWhatIsNotClearIsUnknown() {
    verify(delay([100: 0.5]), equals: 100)
    verify(delay([100: 0.5], reported: 0), equals: 100)
    verify(delay([481: 0.5]) == nil, "a long one may be an effect")
    verify(delay([100: 0.5, 3_000: 0.4]) == nil, "echoes")
    verify(delay([:]) == nil)
    verify(delay([50: 0.1, 90: 0.3, 400: 0.5]) == nil)
    verify(delay([0: 1e-9]) == nil)
    verify(delay([3_000: 0.5], reported: 64) == nil)
    verify(ImpulseDelay([]).frames(reported: nil) == nil)
  }
}
