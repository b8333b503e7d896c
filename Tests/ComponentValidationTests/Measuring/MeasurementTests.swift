import ComponentModel
import Foundation
import TestSupport
import Testing

@testable import ComponentValidation
@testable import RenderChain

/// What chains of known cost are measured to cost.
@Suite(.part(.checks)) struct MeasurementTests {
  private let bundle = TestedPlugins()

  private func cost(
    _ stages: RenderChain.Stage..., channels: Int = 2, seconds: Double = 0.3, responses: Bool = true
  ) throws -> ChainCost {
    let job = RenderJob(RenderChain(stages), sampleRate: 48_000, blockLength: 256, channels: channels)
    var plan = MeasurementPlan(seconds: seconds)
    (plan.measuresDelays, plan.measuresTails) = (responses, responses)
    return try measured(job, plan)
  }

  private func measured(_ job: RenderJob, _ plan: MeasurementPlan) throws -> ChainCost {
    try child.measure(job, plan)
  }

  private var child: IsolatedRender {
    IsolatedRender(
      program: Child.products + "/aucat-render", arguments: [RenderChild.argument],
      environment: ProcessInfo.processInfo.environment, timeout: 5)
  }

  @Test("each component costs what it takes of the processor, and waiting is free")
  func times() throws {
    let cost = try cost(
      bundle.stage("burns", ["microseconds": 300]), bundle.stage("slow", ["microseconds": 3_000]),
      bundle.stage("burns", ["microseconds": 900]), responses: false)
    for sound in TestSound.allCases {
      let medians = try cost.stages.map { try demand($0.blocks[sound]).median / 1_000 }
      // A processor that has other work makes a block longer, never shorter.
      verify(medians[0] > 295 && medians[0] < 500, "\(sound): \(medians)")
      verify(medians[1] < 300, "\(sound): \(medians)")
      verify(medians[2] > 895 && medians[2] < 1_200, "\(sound): \(medians)")
      let sum = try demand(cost.blocks[sound]).median / 1_000
      verify(sum > 1_195 && sum < 2_000, "\(sound): \(sum)")
      verify(cost.blocks[sound]?.count, equals: 57)
    }
    verify(cost.stages.allSatisfy { $0.firstBlock > 0 || $0.component == TestPlugins.uri("slow") })
    verify(cost.floor > 0 && cost.floor < 100_000)
  }

  @Test("a plugin for one channel costs as often as it is there")
  func instances() throws {
    let mono = try cost(bundle.stage("gain-mono"), channels: 6, responses: false)
    verify(mono.stages[0].instances, equals: 6)
    try verify(cost(bundle.stage("gain-stereo"), responses: false).stages[0].instances, equals: 1)
  }

  @Test("reported latency beside that of an impulse")
  func latency() throws {
    func latency(_ name: String, _ parameters: [String: Float] = [:], channels: Int = 2) throws -> [Double?] {
      let stage = try cost(bundle.stage(name, parameters), channels: channels, seconds: 0.1).stages[0]
      return [stage.reportedLatency, stage.measuredLatency.map(Double.init)]
    }
    try verify(latency("delay"), equals: [100, 100])
    try verify(latency("delay", ["frames": 9_000]), equals: [9_000, 9_000])
    try verify(latency("gain-stereo"), equals: [nil, 0])
    try verify(latency("generator", channels: 0), equals: [nil, nil])
    try verify(latency("echo", channels: 1), equals: [nil, 0])
    let late = try latency("latency-lie")
    verify(late[1] == 0 || late[1] == nil, "\(late)")
  }

  @Test("a tail is as long as it sounds")
  func tails() throws {
    func tail(_ name: String, _ parameters: [String: Float] = [:], channels: Int = 1) throws -> StageCost.Tail? {
      try cost(bundle.stage(name, parameters), channels: channels, seconds: 0.1).stages[0].tail
    }
    try verify(tail("gain-mono"), equals: .seconds(0))
    // Less than a tenth of the loudness every quarter of a second: the third echo is below -60 dB.
    guard case .seconds(let seconds)? = try tail("echo", ["frames": 12_000, "feedback": 0.09]) else {
      return verify(Bool(false), "no tail")
    }
    verify(seconds > 0.4 && seconds <= 0.5, "\(seconds)")
    try verify(tail("echo", ["frames": 48_000, "feedback": 0.99]), equals: .longerThan(10))
    try verify(tail("gain-mono", ["gain": 0]) == nil, "silence has no tail")
    try verify(tail("generator", channels: 0) == nil, "it sounds by itself")
  }

  @Test("a plugin that fails is named, in every part of the measurement")
  func failures() {
    for name in ["crash-run", "exit-run", "crash-instantiate", "null-instantiate", "hang-run"] {
      #expect {
        try cost(bundle.stage("gain-stereo"), bundle.stage(name))
      } throws: { error in (error as? ChainError)?.component == TestPlugins.uri(name) }
    }
  }

  @Test("a survey hears rounds of music and impulses, and stops when it has spent enough")
  func survey() throws {
    func cost(_ stage: RenderChain.Stage, limit: Double? = nil) throws -> ChainCost {
      let job = RenderJob(RenderChain([stage]), sampleRate: 48_000, blockLength: 256, channels: 2)
      var plan = MeasurementPlan.survey
      if let limit { plan.limit = limit }
      return try measured(job, plan)
    }
    let delay = try cost(bundle.stage("delay"))
    verify(delay.blocks.keys.map(\.rawValue) == ["music"] && delay.blocks[.music]?.count == 235)
    verify(delay.stages[0].measuredLatency == 100 && delay.stages[0].tail == nil)
    verify(delay.spent.sounds > 0 && delay.spent.answers > 0 && delay.spent.sum < 20)
    let dear = try cost(bundle.stage("burns", ["microseconds": 2_000]), limit: 0.02)
    try verify(demand(dear.blocks[.music]).count <= 10)
    try verify(demand(dear.blocks[.music]).median > 1_995_000 && dear.stages[0].measuredLatency == nil)
  }

  @Test("whatever a plugin writes where it should not, the parent ends")
  func scribbles() {
    for (offset, value) in [(0, 255), (12, 255), (16, 7), (4_096, 1)] {
      _ = try? cost(
        bundle.stage("scribbles", ["offset": Float(offset), "bytes": 512, "value": Float(value)]), seconds: 0.05)
    }
  }

  @Test func aTaskThatNobodyCanReadIsAnError() {
    var job = RenderJob(RenderChain([bundle.stage("delay")]), sampleRate: 48_000, channels: 2)
    job.task = .int(1)
    verify(throws: ChainError(.invalidJob(reason: "the task is not an object"))) { try child.answer(job) }
  }

  @Test func aJobSaysWhatToMeasure() throws {
    var job = RenderJob(RenderChain([bundle.stage("delay")]), sampleRate: 44_100, channels: 2)
    try verify(RenderJob(text: job.text).task == nil)
    for plan in [MeasurementPlan(seconds: 0.25), .survey] {
      job.task = plan.json
      let read = try RenderJob(text: job.text)
      guard case .object(let members)? = read.task else { return verify(Bool(false), "\(job.text)") }
      verify(read, equals: job)
      try verify(MeasurementPlan(Members(members, "")), equals: plan)
    }
  }
}
