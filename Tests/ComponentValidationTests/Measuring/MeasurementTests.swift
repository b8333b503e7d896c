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
    return try child.measure(job, plan)
  }

  private var child: IsolatedRender {
    IsolatedRender(
      program: Child.products + "/aucat-render", arguments: [RenderChild.argument],
      environment: ProcessInfo.processInfo.environment, timeout: 5)
  }

  @Test func eachComponentCostsWhatItTakesOfTheProcessorAndWaitingIsFree() throws {
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
    // A plugin for one channel costs as often as it is there.
    for (name, channels, instances) in [("gain-mono", 6, 6), ("gain-stereo", 2, 1)] {
      let stages = try self.cost(bundle.stage(name), channels: channels, seconds: 0.05, responses: false).stages
      verify(stages[0].instances, equals: instances)
    }
  }

  @Test func latencyIsThatOfAnImpulseAndATailIsAsLongAsItSounds() throws {
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
    func tail(_ name: String, _ parameters: [String: Float] = [:], channels: Int = 1) throws -> StageCost.Tail? {
      try cost(bundle.stage(name, parameters), channels: channels, seconds: 0.1).stages[0].tail
    }
    try verify(tail("gain-mono"), equals: .seconds(0))
    // Less than a tenth of the loudness every quarter of a second: the third echo is below -60 dB.
    let third = try tail("echo", ["frames": 12_000, "feedback": 0.09])
    if case .seconds(0.4...0.5)? = third {} else { Issue.record("\(String(describing: third))") }
    try verify(tail("echo", ["frames": 48_000, "feedback": 0.99]), equals: .longerThan(10))
    try verify(tail("gain-mono", ["gain": 0]) == nil, "silence has no tail")
    try verify(tail("generator", channels: 0) == nil, "it sounds by itself")
  }

  @Test func aPluginThatFailsIsNamedAndWhateverItWritesTheParentEnds() {
    for name in ["crash-run", "exit-run", "crash-instantiate", "null-instantiate", "hang-run"] {
      #expect {
        try cost(bundle.stage("gain-stereo"), bundle.stage(name))
      } throws: { error in (error as? ChainError)?.component == TestPlugins.uri(name) }
    }
    for (offset, value) in [(0, 255), (12, 255), (16, 7), (4_096, 1)] as [(Float, Float)] {
      let stage = bundle.stage("scribbles", ["offset": offset, "bytes": 512, "value": value])
      _ = try? cost(stage, seconds: 0.05)
    }
    var job = RenderJob(RenderChain([bundle.stage("delay")]), sampleRate: 48_000, channels: 2)
    job.task = .int(1)
    verify(throws: ChainError(.invalidJob(reason: "the task is not an object"))) { try child.answer(job) }
  }

  @Test func aSurveyHearsRoundsOfMusicAndImpulsesAndStopsWhenItHasSpentEnough() throws {
    func cost(_ stage: RenderChain.Stage, limit: Double? = nil) throws -> ChainCost {
      let job = RenderJob(RenderChain([stage]), sampleRate: 48_000, blockLength: 256, channels: 2)
      var plan = MeasurementPlan.survey
      if let limit { plan.limit = limit }
      return try child.measure(job, plan)
    }
    let delay = try cost(bundle.stage("delay"))
    verify(delay.blocks.keys.map(\.rawValue) == ["music"] && delay.blocks[.music]?.count == 235)
    verify(delay.stages[0].measuredLatency == 100 && delay.stages[0].tail == nil)
    verify(delay.spent.sounds > 0 && delay.spent.answers > 0 && delay.spent.sum < 20)
    let dear = try cost(bundle.stage("burns", ["microseconds": 2_000]), limit: 0.02)
    try verify(demand(dear.blocks[.music]).count <= 10)
    try verify(demand(dear.blocks[.music]).median > 1_995_000 && dear.stages[0].measuredLatency == nil)
  }
}
