internal import Synchronization
internal import CLV2Host
package import ComponentModel

/// A chain that has been checked before anything is loaded: bundles, features, block length and channels.
package struct ChainPlan {
  private(set) var records: [PluginRecord] = []
  private(set) var plans: [ChannelPlan] = []
  /// The number of channels before each stage, and after the last.
  package private(set) var channels: [Int]
  /// Whether every block has the settings' length, because a plugin requires it.
  package private(set) var isFixed = false
  /// Whether a plugin asks for blocks not to be split.
  private(set) var isCoarse = false
  private let chain: RenderChain

  /// - Parameters:
  ///   - status: where to note whose bundle is read.
  ///   - known: records of stages whose bundles need not be read, by place.
  package init(
    _ chain: RenderChain, channels: Int, settings: HostSettings, status: UnsafeMutablePointer<RealtimeStatus>,
    known: [Int: PluginRecord] = [:]
  ) throws(ChainError) {
    // SAFETY: The caller keeps `status` longer than the plan, which other threads may read: its fields are atomic.
    self.chain = chain
    self.channels = [channels]
    guard HostSettings.blockLengths.contains(settings.blockLength) else {
      throw ChainError(.blockLength(settings.blockLength))
    }
    guard HostSettings.sampleRates.contains(settings.sampleRate) else {
      throw ChainError(.sampleRate(settings.sampleRate))
    }
    guard HostSettings.channelCounts.contains(channels) else {
      throw ChainError(.channelCount(channels))
    }
    for (number, stage) in chain.stages.enumerated() {
      status.begin(.load, number)
      let other = chain.stages[..<number].firstIndex { $0.component == stage.component && $0.bundle == stage.bundle }
      if let record = known[number] {
        try add(record, settings)
      } else if let other {
        try add(records[other], settings)
      } else {
        try add(PluginDescription.record(of: stage, settings), settings)
      }
    }
  }

  /// A plugin by itself, with the channels that it has; it may have none.
  ///
  /// - Parameter record: the plugin, as its bundle describes it now.
  init(alone stage: RenderChain.Stage, _ record: PluginRecord, settings: HostSettings) throws(ChainError) {
    chain = RenderChain([stage])
    let plan = ChannelPlan(alone: record)
    channels = [plan.sources[0].count]
    try add(record, plan: plan, settings: settings)
  }

  private mutating func add(_ record: PluginRecord, _ settings: HostSettings) throws(ChainError) {
    try add(
      record, plan: ChannelPlan(record, channels: outputCount, splits: settings.splitsChannels), settings: settings)
  }

  private mutating func add(_ record: PluginRecord, plan: ChannelPlan, settings: HostSettings) throws(ChainError) {
    if let objection = HostFeature.objection(to: record.requiredFeatures, in: settings.mode) {
      throw ChainError(objection, component: record.uri)
    }
    try checkBlocks(record, settings.blockLength)
    records.append(record)
    plans.append(plan)
    channels.append(plan.outputs)
  }

  private mutating func checkBlocks(_ record: PluginRecord, _ length: Int) throws(ChainError) {
    let needsPower = record.requiredFeatures.contains(Namespace.bufferSize + "powerOf2BlockLength")
    isFixed = isFixed || needsPower || record.requiredFeatures.contains(Namespace.bufferSize + "fixedBlockLength")
    // A plugin gets the feature even if it is optional, so the promise must be kept either way.
    let features = record.requiredFeatures + record.optionalFeatures
    isCoarse = isCoarse || features.contains(Namespace.bufferSize + "coarseBlockLength")
    guard needsPower, length & (length - 1) != 0 else { return }
    throw ChainError(.notAPowerOfTwo(length), component: record.uri)
  }

  /// The plan with one stage's requirements for blocks, for a chain whose stages get their blocks separately.
  func withBlocks(of stage: Int, _ settings: HostSettings) throws(ChainError) -> ChainPlan {
    var plan = self
    (plan.isFixed, plan.isCoarse) = (false, false)
    try plan.checkBlocks(records[stage], settings.blockLength)
    return plan
  }

  /// The number of channels after the last stage.
  package var outputCount: Int { channels[channels.count - 1] }

  /// Maximum number of channels before, within and after some stages.
  func widest(_ stages: Range<Int>) -> Int { channels[stages.lowerBound...stages.upperBound].max() ?? 0 }

  /// Runs of stages that can work on different parts of the sound at the same time, in order.
  ///
  /// Stages stay together if a later one takes the chain's input, or MIDI that an earlier one sends.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of runs.
  ///   - hasMIDI: whether the chain gets MIDI, which goes to all stages up to the first that sends some.
  package func units(atMost limit: Int, hasMIDI: Bool = false) -> [Range<Int>] {
    var starts: [Int] = []
    for stage in chain.stages.indices where stage == 0 || canCut(before: stage, hasMIDI: hasMIDI) {
      starts.append(stage)
    }
    let step = max(1, (starts.count + limit - 1) / limit)
    let chosen = stride(from: 0, to: starts.count, by: step).map { starts[$0] }
    return zip(chosen, chosen.dropFirst() + [chain.stages.count]).map { $0..<$1 }
  }

  private func canCut(before stage: Int, hasMIDI: Bool) -> Bool {
    let sendsMIDI =
      hasMIDI || records[..<stage].contains { $0.ports.contains { $0.carriesMIDI && $0.direction == .output } }
    let takesMIDI = records[stage...].contains { $0.ports.contains { $0.carriesMIDI && $0.direction == .input } }
    return !(sendsMIDI && takesMIDI) && !chain.stages[stage...].contains { $0.sideChain == .input }
  }
}
