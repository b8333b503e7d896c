internal import CLV2Host
internal import ComponentModel

/// A chain's plugins, loaded, with the memory that they are connected to.
final class LoadedChain: @unchecked Sendable {
  let settings: HostSettings
  let chain: RenderChain
  let isFixed: Bool
  let inputCount: Int
  let outputCount: Int
  private(set) var stages: [LoadedStage] = []
  let realtime: UnsafeMutablePointer<RealtimeChain>
  private let pool = MemoryPool()
  private var isActive = false

  /// Loads, instantiates and connects all plugins, and gives them what the chain says.
  ///
  /// - Parameter status: where to note what is done; nil for a place of its own.
  init(
    _ chain: RenderChain, channels: Int, settings: HostSettings, status: UnsafeMutablePointer<RealtimeStatus>?,
    allowsNotFinite: Bool
  ) throws(ChainError) {
    self.chain = chain
    self.settings = settings
    inputCount = channels
    let status = status ?? pool.array(copying: [RealtimeStatus()])
    let plans = try ChainPlan(chain, channels: channels, settings: settings, status: status)
    isFixed = plans.isFixed
    outputCount = plans.outputCount
    var buffers = try ChannelBuffers(pool, channels: channels, widest: plans.widest, blockLength: settings.blockLength)
    var realtimeStages: [RealtimeStage] = []
    var loaded: [LoadedStage] = []
    for (number, stage) in chain.stages.enumerated() {
      status.begin(.load, number)
      let channels = buffers.channels(for: plans.plans[number], stage.sideChain)
      let one = try LoadedStage(
        plans.records[number], stage, plan: plans.plans[number], settings: settings, isFixed: isFixed,
        channels: channels, pool: pool)
      loaded.append(one)
      realtimeStages.append(one.realtime(channels))
    }
    let outputs = Array(buffers.current.prefix(plans.outputCount))
    realtime = try Self.realtime(
      realtimeStages, buffers.chainInputs, outputs, settings, isFixed, allowsNotFinite, pool, status)
    stages = loaded
    for number in stages.indices {
      status.begin(.restore, number)
      try StageSetup(stages[number], chain.stages[number], realtime.pointee.stages + number).apply()
    }
    status.end()
  }

  deinit {
    deactivate()
    for number in stages.indices {
      realtime.pointee.status.begin(.cleanup, number)
      stages[number].release()
    }
  }

  private static func realtime(
    _ stages: [RealtimeStage], _ inputs: [UnsafeMutablePointer<Float>], _ outputs: [UnsafeMutablePointer<Float>],
    _ settings: HostSettings, _ isFixed: Bool, _ allowsNotFinite: Bool, _ pool: MemoryPool,
    _ status: UnsafeMutablePointer<RealtimeStatus>
  ) throws(ChainError) -> UnsafeMutablePointer<RealtimeChain> {
    let midi = try pool.bytes(HostFeatures.sequenceSize)
    let transport = pool.array(copying: [RealtimeTransport(sampleRate: settings.sampleRate)])
    return pool.array(copying: [
      RealtimeChain(
        stages: pool.array(copying: stages), stageCount: stages.count, inputs: pool.array(copying: inputs),
        inputCount: inputs.count, outputs: pool.array(copying: outputs), outputCount: outputs.count,
        blockLength: settings.blockLength, isFixed: isFixed, allowsNotFinite: allowsNotFinite,
        rampLength: Int(settings.sampleRate / 50), urids: RealtimeURIDs(),
        midi: RealtimeAtomPort(
          sequence: midi.start.assumingMemoryBound(to: LV2_Atom_Sequence.self), capacity: UInt32(midi.count),
          carriesMIDI: true, carriesPosition: false, carriesMessages: false),
        messages: MessageRing(pool, capacity: 1 << 18),
        scratch: UnsafeMutableRawPointer(pool.array(1 << 15, of: UInt64(0))),
        reports: MessageRing(pool, capacity: 1 << 18), transport: transport, status: status)
    ])
  }

  /// The chain with the parameters, bypasses and states as they are now.
  func saved() throws(ChainError) -> RenderChain {
    var saved = chain
    for (number, stage) in stages.enumerated() {
      realtime.pointee.status.begin(.save, number)
      let values = realtime.pointee.stages[number].parameters.targets
      let parameters = stage.record.ports.filter { $0.isParameter && !$0.properties.contains("enabled") }
      saved.stages[number].parameters = Dictionary(parameters.map { ($0.symbol, values[$0.index]) }) { $1 }
      saved.stages[number].state = try stage.instances.first?.savedState() ?? []
      saved.stages[number].preset = nil
      let wanted = realtime.pointee.stages[number].bypass.wanted
      saved.stages[number].isBypassed = stage.enabledPort.map { !(values[$0.index] > 0) } ?? (aucatLoad(wanted) != 0)
    }
    realtime.pointee.status.end()
    return saved
  }

  func activate() throws(ChainError) {
    for (number, stage) in stages.enumerated() {
      realtime.pointee.status.begin(.activate, number)
      for instance in stage.instances { try instance.activate(settings.mode) }
    }
    isActive = true
    realtime.pointee.status.end()
    aucatStore(&realtime.pointee.status.pointee.phase, RenderPhase.run.rawValue)
  }

  func deactivate() {
    guard isActive else { return }
    for (number, stage) in stages.enumerated() {
      realtime.pointee.status.begin(.deactivate, number)
      for instance in stage.instances { instance.deactivate() }
    }
    isActive = false
    realtime.pointee.status.end()
  }
}

extension UnsafeMutablePointer<RealtimeStatus> {
  /// Notes that a stage's plugin is about to be called.
  func begin(_ phase: RenderPhase, _ stage: Int) {
    aucatStore(&pointee.phase, phase.rawValue)
    aucatStore(&pointee.stage, UInt32(stage + 1))
    aucatStore64(&pointee.heartbeat, pointee.heartbeat &+ 1)
  }

  /// Notes that no plugin is being called.
  func end() {
    aucatStore(&pointee.stage, 0)
    aucatStore(&pointee.phase, RenderPhase.idle.rawValue)
    aucatStore64(&pointee.heartbeat, pointee.heartbeat &+ 1)
  }
}

/// What is known of a chain before anything is loaded.
private struct ChainPlan {
  var records: [PluginRecord] = []
  var plans: [ChannelPlan] = []
  var outputCount: Int
  var widest: Int
  var isFixed = false

  init(
    _ chain: RenderChain, channels: Int, settings: HostSettings, status: UnsafeMutablePointer<RealtimeStatus>
  ) throws(ChainError) {
    guard HostSettings.blockLengths.contains(settings.blockLength) else {
      let range = HostSettings.blockLengths
      throw ChainError(
        .blockLength, nil,
        "a block has \(range.lowerBound) to \(range.upperBound) frames, and not \(settings.blockLength)")
    }
    guard HostSettings.sampleRates.contains(settings.sampleRate) else {
      throw ChainError(.unsupported, nil, "\(settings.sampleRate) Hz is no sample rate that a plugin can do with")
    }
    guard HostSettings.channelCounts.contains(channels) else {
      throw ChainError(
        .channels, nil, "a chain has up to \(HostSettings.channelCounts.upperBound) channels, and not \(channels)")
    }
    outputCount = channels
    widest = channels
    for (number, stage) in chain.stages.enumerated() {
      status.begin(.load, number)
      let record = try PluginDescription.record(of: stage)
      if let objection = HostFeature.objection(to: record.requiredFeatures, in: settings.mode) {
        throw ChainError(.unsupported, record.uri, objection)
      }
      try checkBlocks(record, settings.blockLength)
      let plan = try ChannelPlan(record, channels: outputCount)
      records.append(record)
      plans.append(plan)
      outputCount = plan.outputs
      widest = max(widest, outputCount)
    }
  }

  private mutating func checkBlocks(_ record: PluginRecord, _ length: Int) throws(ChainError) {
    let needsPower = record.requiredFeatures.contains(LV2URI.bufferSize + "powerOf2BlockLength")
    isFixed = isFixed || needsPower || record.requiredFeatures.contains(LV2URI.bufferSize + "fixedBlockLength")
    guard needsPower, length & (length - 1) != 0 else { return }
    throw ChainError(.blockLength, record.uri, "its blocks are a power of two long, and not \(length); take 512")
  }
}

/// Two sets of channels that stages read and write in turn, so that no plugin writes where it reads, and the chain's inputs,
/// which stay for side chains.
private struct ChannelBuffers {
  let chainInputs: [UnsafeMutablePointer<Float>]
  private(set) var current: [UnsafeMutablePointer<Float>]
  private var sets: [[UnsafeMutablePointer<Float>]] = []
  private var turn = 0

  init(_ pool: MemoryPool, channels: Int, widest: Int, blockLength: Int) throws(ChainError) {
    func set(_ count: Int) throws(ChainError) -> [UnsafeMutablePointer<Float>] {
      var channels: [UnsafeMutablePointer<Float>] = []
      for _ in 0..<count { channels.append(try pool.samples(blockLength)) }
      return channels
    }
    chainInputs = try set(channels)
    current = chainInputs
    sets = [try set(widest), try set(widest)]
  }

  /// The channels of the next stage.
  mutating func channels(for plan: ChannelPlan, _ sideChain: RenderChain.SideChain) -> LoadedStage.Channels {
    let outputs = Array(sets[turn].prefix(plan.outputs))
    defer {
      current = outputs
      turn = 1 - turn
    }
    return LoadedStage.Channels(
      inputs: current, outputs: outputs, sideChain: sideChain == .input ? chainInputs : [])
  }
}
