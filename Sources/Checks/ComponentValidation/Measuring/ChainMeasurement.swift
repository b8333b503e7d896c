package import ComponentModel
internal import Linux
package import RenderChain

/// Measures what a chain costs, in the process that hosts its plugins.
package struct ChainMeasurement {
  // SAFETY: The caller keeps the statuses longer than the plugins; their fields are atomic.

  private let job: RenderJob
  private let plan: MeasurementPlan
  private let settings: HostSettings
  private let statuses: UnsafeMutablePointer<RealtimeStatus>

  /// How much of a sound passes before times count, in seconds.
  private static let warmUp = 0.25
  /// How much music is before the silence, in seconds.
  private static let soundBefore = 1.0

  /// Performs the task of a measurement's child, and returns its answer.
  package static func answer(
    _ job: RenderJob, _ task: JSON, log: @escaping @Sendable (PluginMessage) -> Void,
    statuses: UnsafeMutablePointer<RealtimeStatus>
  ) throws -> JSON {
    guard case .object(let members) = task else { throw ChainFile.FormatError("the task is not an object") }
    let plan = try MeasurementPlan(Members(members, "task"))
    if plan.isConfined {
      // A plugin that runs without the user's request may write only little, and reaches no network.
      CurrentProcess.limit(.coreSize, to: 0)
      CurrentProcess.limit(.fileSize, to: 64 << 20)
      CurrentProcess.closeNetwork()
    }
    return try ChainMeasurement(job, plan, log: log, statuses: statuses).run().json
  }

  private init(
    _ job: RenderJob, _ plan: MeasurementPlan, log: @escaping @Sendable (PluginMessage) -> Void,
    statuses: UnsafeMutablePointer<RealtimeStatus>
  ) {
    self.job = job
    self.plan = plan
    self.statuses = statuses
    var settings = job.settings
    settings.log = log
    settings.measuresPlugins = true
    settings.keepsDenormals = plan.keepsDenormals
    self.settings = settings
  }

  private func run() throws -> ChainCost {
    var (spent, last) = (ProcessorTimes(), CurrentThread.processorTime)
    let start = CurrentProcess.ownMemory
    let chainPlan = try ChainPlan(job.chain, channels: job.channels, settings: settings, status: statuses)
    spent.take(\.reading, since: &last)
    let chain = try MeasuredChain(
      LoadedStages(
        job.chain, chainPlan, stages: job.chain.stages.indices, settings: settings, status: statuses,
        allowsNonFinite: true))
    var cost = ChainCost()
    let floor = Self.floor()
    cost.floor = Double(floor)
    cost.stages = chain.stages.map { stage in StageCost(stage) }
    spent.take(\.starting, since: &last)
    let (cpu, clock) = (CurrentThread.processorTime, ContinuousClock.now)
    renderFirstBlock(chain, &cost, floor: floor)
    for sound in plan.sounds where sound != .noise || chain.inputCount > 0 {
      measure(chain, playing: sound, into: &cost, floor: floor)
    }
    let elapsed = clock.duration(to: .now)
    cost.waiting = max(0, 1 - Double(CurrentThread.processorTime - cpu) * 1e-9 / (elapsed / .seconds(1)))
    cost.memory = max(0, CurrentProcess.ownMemory - start)
    for stage in chain.stages.indices { cost.stages[stage].reportedLatency = chain.reportedLatency(of: stage) }
    spent.take(\.sounds, since: &last)
    for stage in chain.stages.indices { try measureResponse(of: stage, chainPlan, &cost) }
    spent.take(\.answers, since: &last)
    cost.spent = spent
    return cost
  }

  /// The time of an empty call, in nanoseconds: the lowest median of many calls, because other programs only add to it.
  private static func floor() -> UInt64 {
    let medians = (0..<5).map { _ in
      let times = (0..<401).map { _ in LoadedStage.timeOfNothing() }.sorted()
      return times[times.count / 2]
    }
    return medians.min() ?? 0
  }

  private func renderFirstBlock(_ chain: MeasuredChain, _ cost: inout ChainCost, floor: UInt64) {
    var sound = SoundMaker(.noise, sampleRate: settings.sampleRate)
    chain.render(&sound)
    for stage in chain.stages.indices {
      let time = chain.stages[stage].takeTime()
      cost.stages[stage].firstBlock = Double(time - min(time, floor)) * 1e-9
    }
  }

  private func blocks(_ seconds: Double) -> Int {
    max(1, Int((seconds * settings.sampleRate / Double(settings.blockLength)).rounded(.up)))
  }

  private func measure(_ chain: MeasuredChain, playing kind: TestSound, into cost: inout ChainCost, floor: UInt64) {
    let isSilence = kind == .silence
    var before = SoundMaker(isSilence ? .music : kind, sampleRate: settings.sampleRate)
    let limit = UInt64(plan.limit * 1e9)
    var spent: UInt64 = 0
    for _ in 0..<blocks(isSilence ? Self.soundBefore : Self.warmUp) where spent < limit {
      chain.render(&before)
      for stage in chain.stages.indices { spent += chain.stages[stage].takeTime() }
    }
    if isSilence { chain.render(impulse: nil, events: SoundMaker.end) }
    for stage in chain.stages.indices { _ = chain.stages[stage].takeTime() }
    var sound = isSilence ? SoundMaker(kind, sampleRate: settings.sampleRate) : before
    if plan.countsInstructions { return count(chain, playing: kind, from: sound) }
    var (stages, sums) = ([[BlockTimes]](repeating: [], count: chain.stages.count), [BlockTimes]())
    spent = 0
    for round in 0..<plan.rounds where round == 0 || spent < limit {
      let times = times(of: chain, playing: &sound, cost: cost, floor: floor, limit: limit, spent: &spent)
      for stage in chain.stages.indices {
        if let round = BlockTimes(times.stages[stage], floor: 0) { stages[stage].append(round) }
      }
      if let round = BlockTimes(times.sums, floor: 0) { sums.append(round) }
    }
    for stage in chain.stages.indices { cost.stages[stage].blocks[kind] = BlockTimes(merging: stages[stage]) }
    cost.blocks[kind] = BlockTimes(merging: sums)
  }

  /// Counts each stage's instructions. The sound starts at the same place for each, but the plugins keep their state.
  private func count(_ chain: MeasuredChain, playing kind: TestSound, from sound: SoundMaker) {
    for stage in chain.stages.indices {
      var sound = sound
      chain.stages[stage].count(as: InstructionCount.name(stage, kind)) {
        for _ in 0..<blocks(plan.seconds) { chain.render(&sound) }
      }
    }
  }

  /// The time of each block of a round, by stage and in total.
  private func times(
    of chain: MeasuredChain, playing sound: inout SoundMaker, cost: ChainCost, floor: UInt64, limit: UInt64,
    spent: inout UInt64
  ) -> (stages: [[UInt64]], sums: [UInt64]) {
    var times = [[UInt64]](repeating: [], count: chain.stages.count)
    var sums: [UInt64] = []
    while sums.isEmpty || sums.count < blocks(plan.seconds) && spent < limit {
      chain.render(&sound)
      var sum: UInt64 = 0
      for stage in chain.stages.indices {
        let time = chain.stages[stage].takeTime()
        // A stage of several instances has as many calls.
        let own = time - min(time, floor * UInt64(cost.stages[stage].instances))
        times[stage].append(own)
        sum += own
      }
      sums.append(sum)
      spent += sum
    }
    return (times, sums)
  }

  /// Measures a stage's delay and tail, with a separate instance that gets no other input.
  private func measureResponse(of stage: Int, _ chainPlan: ChainPlan, _ cost: inout ChainCost) throws {
    guard plan.measuresTails || plan.measuresDelays && chainPlan.channels[stage] > 0 else { return }
    let loaded = try LoadedStages(
      job.chain, chainPlan, stages: stage..<stage + 1, settings: settings, status: statuses, allowsNonFinite: true)
    let response = StageResponse(try MeasuredChain(loaded), limit: plan.limit)
    if plan.measuresDelays {
      cost.stages[stage].measuredLatency = response.latency(reported: cost.stages[stage].reportedLatency)
    }
    if plan.measuresTails { cost.stages[stage].tail = response.tail() }
  }
}

extension StageCost {
  fileprivate init(_ stage: LoadedStage) {
    self.init(component: stage.record.uri)
    let sum = stage.startCost
    instances = stage.instanceCount
    load = sum.load / .seconds(1)
    instantiation = sum.instantiation / .seconds(1)
    activation = sum.activation / .seconds(1)
    memory = sum.memory
  }
}

extension IsolatedRender {
  /// Measures what a job's chain costs, instead of rendering it.
  ///
  /// - Parameters:
  ///   - job: the chain.
  ///   - plan: what to measure.
  ///   - look: called several times a second; an error from it ends the measurement.
  /// - Throws: `ChainError`, as for a render.
  package func measure(_ job: RenderJob, _ plan: MeasurementPlan, look: () throws -> Void = {}) throws -> ChainCost {
    var job = job
    job.task = plan.json
    return try ChainCost(try answer(job, look: look))
  }
}
