internal import Synchronization
internal import CLV2Host
internal import ComponentModel

/// Loaded plugins of a chain, or one of a live chain, and the memory that they are connected to.
package final class LoadedStages: @unchecked Sendable {
  // SAFETY: The pool keeps everything that `realtime` and `host` lead to. Stopped and running chains consume each
  // other, so the control thread changes plain fields only while nothing renders.

  /// The settings that all of the plugins got.
  package let settings: HostSettings
  let chain: RenderChain
  /// The number of the first of these stages in the whole chain.
  let firstStage: Int
  /// The number of channels before the first of these stages.
  package let inputCount: Int
  /// The number of channels after the last of these stages.
  package let outputCount: Int
  /// The stages in order.
  package private(set) var stages: [LoadedStage] = []
  /// The stages as the render thread needs them, as many as ``stages``.
  let realtime: UnsafeMutablePointer<RealtimeStage>
  let host: UnsafeMutablePointer<RealtimeHost>
  private let buffers: ChannelBuffers
  private let pool = MemoryPool()
  /// Room for one event, for the control thread.
  private(set) lazy var reportScratch = UnsafeMutableRawPointer(pool.array(1 << 15, of: UInt64(0)))
  private let owner: MemoryPool?
  private var isActive = false
  /// Delivers traces in a live chain; offline, the renderer delivers them.
  private lazy var traceDelivery = TraceDelivery(logs)
  private lazy var logs = stages.flatMap { $0.instances.compactMap(\.log) }

  /// Loads, instantiates and connects the plugins of some stages, and applies the chain's settings.
  ///
  /// - Parameters:
  ///   - status: the status in which progress is noted.
  ///   - owner: owns the status; nil if the caller does.
  ///   - hosts: the processes for the plugins; nil if they run in this one.
  ///   - sides: the number of the whole chain's inputs, if side chains get them from memory of their own.
  package init(
    _ chain: RenderChain, _ plan: ChainPlan, stages range: Range<Int>, settings: HostSettings,
    status: UnsafeMutablePointer<RealtimeStatus>, owner: MemoryPool? = nil, allowsNonFinite: Bool,
    hosts: PluginHosts? = nil, sides: Int? = nil
  ) throws(ChainError) {
    self.owner = owner
    self.chain = RenderChain(Array(chain.stages[range]))
    self.settings = settings
    firstStage = range.lowerBound
    inputCount = plan.channels[range.lowerBound]
    outputCount = plan.channels[range.upperBound]
    host = Self.host(
      settings, plan, firstStage: range.lowerBound, allowsNonFinite: allowsNonFinite, pool: pool, status: status)
    var buffers = try ChannelBuffers(
      pool, channels: inputCount, sides: sides, widest: plan.widest(range), blockLength: settings.blockLength)
    var realtimeStages: [RealtimeStage] = []
    var loaded: [LoadedStage] = []
    for number in range {
      status.begin(.load, number)
      let stage = chain.stages[number]
      let channels = buffers.channels(
        for: plan.plans[number], stage.sideChain, inPlace: settings.processesInPlace)
      let one = try LoadedStage(
        plan.records[number], stage, plan: plan.plans[number], settings: settings, isFixed: plan.isFixed,
        hosts: hosts, channels: channels, pool: pool
      ) { status.begin(.load, number) }
      loaded.append(one)
      realtimeStages.append(one.realtime(channels, number: number - range.lowerBound, host: host))
    }
    self.buffers = buffers
    realtime = pool.array(copying: realtimeStages)
    stages = loaded
    for number in stages.indices {
      try stages[number].apply(
        self.chain.stages[number], to: realtime[number], settings: settings
      ) { [firstStage] in status.begin(.restore, firstStage + number) }
      realtime[number].parameters.followHost(host.pointee.transport)
    }
    status.end()
  }

  deinit {
    deactivate()
    for number in stages.indices {
      status.begin(.cleanup, firstStage + number)
      stages[number].release()
    }
  }

  private static func host(
    _ settings: HostSettings, _ plan: ChainPlan, firstStage: Int, allowsNonFinite: Bool, pool: MemoryPool,
    status: UnsafeMutablePointer<RealtimeStatus>
  ) -> UnsafeMutablePointer<RealtimeHost> {
    pool.array(copying: [
      RealtimeHost(
        firstStage: firstStage, blockLength: settings.blockLength, isFixed: plan.isFixed,
        splitsBlocks: !plan.isFixed && !plan.isCoarse, allowsNonFinite: allowsNonFinite,
        keepsDenormals: settings.keepsDenormals, rampLength: Int(settings.sampleRate / 50), urids: RealtimeURIDs(),
        messages: MessageRing(pool, capacity: 1 << 18),
        scratch: UnsafeMutableRawPointer(pool.array(1 << 15, of: UInt64(0))),
        reports: MessageRing(pool, capacity: 1 << 18),
        transport: pool.array(copying: [
          RealtimeTransport(sampleRate: settings.sampleRate, isFreewheeling: settings.mode == .offline)
        ]),
        transportRequest: pool.array(1) { TransportRequest() }, planted: pool.array(copying: [PlantedEvents()]),
        status: status)
    ])
  }

  /// The stages as a chain that renders by itself.
  func realtimeChain() throws(ChainError) -> UnsafeMutablePointer<RealtimeChain> {
    let sending = stages.indices.last { realtime[$0].midiOutput != nil }
    let sender = try sending.map { (stage) throws(ChainError) in
      // A block may be split, and each part may fill the port.
      let size = max(HostFeatures.sequenceSize, Int(realtime[stage].midiOutput?.capacity ?? 0))
      return (stage: stage, sent: try pool.sequence(2 * size))
    }
    // The chain's MIDI has as much room as the ports that it is for.
    let inputs = stages.indices.map { realtime[$0].largestMIDIInput() }.max() ?? 0
    return pool.array(copying: [
      RealtimeChain(
        host: host, stages: realtime, stageCount: stages.count, inputs: pool.array(copying: buffers.chainInputs),
        inputCount: inputCount, outputs: pool.array(copying: buffers.current), outputCount: outputCount,
        midi: try pool.sequence(max(HostFeatures.sequenceSize, inputs)), sender: sender)
    ])
  }

  private var status: UnsafeMutablePointer<RealtimeStatus> { host.pointee.status }

  /// The chain with its current parameters, bypasses and states.
  ///
  /// - Parameter liveStatus: where to note what is being done while another thread may render; nil if none does.
  func saved(noting liveStatus: UnsafeMutablePointer<RealtimeStatus>? = nil) throws(ChainError) -> RenderChain {
    let status = liveStatus ?? status
    var saved = savedSettings()
    for (number, stage) in stages.enumerated() {
      status.begin(.save, firstStage + number)
      saved.stages[number].state = try stage.instances.first?.savedState(whileItRuns: liveStatus != nil) ?? []
      saved.stages[number].preset = nil
    }
    status.end()
    return saved
  }

  /// The chain with its current parameters and bypasses, and the presets and states that it was loaded with.
  func savedSettings() -> RenderChain {
    var saved = chain
    for (number, stage) in stages.enumerated() {
      let (targets, present) = (realtime[number].parameters.targets, realtime[number].parameters)
      // What follows the host is to follow it again. Some bundles give a default out of range: it need not be saved,
      // and would be rejected as a setting.
      let parameters = stage.record.ports.filter {
        $0.isParameter && !$0.has(.enabled) && present.isSet($0.index)
          && ((try? $0.check(targets[$0.index].read(), sampleRate: settings.sampleRate, of: stage.record.uri)) != nil)
      }
      saved.stages[number].parameters = Dictionary(parameters.map { ($0.symbol, targets[$0.index].read()) }) { $1 }
      saved.stages[number].isBypassed = isBypassed(number)
    }
    return saved
  }

  /// Whether a stage is bypassed or about to be.
  func isBypassed(_ number: Int) -> Bool {
    let stage = realtime[number]
    guard let port = stages[number].enabledPort else { return stage.bypass.wanted.pointee.read() != 0 }
    return !(stage.parameters.targets[port.index].read() > 0)
  }

  func activate() throws(ChainError) {
    for (number, stage) in stages.enumerated() {
      status.begin(.activate, firstStage + number)
      for instance in stage.instances { try instance.activate(settings.mode) }
    }
    if settings.mode == .live { try traceDelivery.start() }
    isActive = true
    status.end()
    status.pointee.phase.publish(RenderPhase.run.rawValue)
  }

  func deactivate() {
    guard isActive, settings.cleansUp else { return }
    if settings.mode == .live { traceDelivery.stop() }
    for (number, stage) in stages.enumerated() {
      status.begin(.deactivate, firstStage + number)
      for instance in stage.instances { instance.deactivate() }
    }
    isActive = false
    status.end()
  }

  /// Keeps what the render thread uses from being swapped out, as far as this process may.
  func lockMemory() -> MemoryLock {
    var lock = pool.lock()
    for stage in stages {
      for instance in stage.instances { lock.add(instance.lockMemory()) }
    }
    return lock
  }

  /// Whether the memory around that of the ports is intact.
  var isMemoryIntact: Bool { pool.isIntact }

  /// Sets a sequence that plugins get instead of the chain's events; empty to go back to those. Nothing may render
  /// meanwhile.
  func plant(_ bytes: [UInt8]) {
    let memory = pool.array(copying: bytes)
    host.pointee.planted.pointee = PlantedEvents(bytes: UnsafeRawPointer(memory), size: UInt32(bytes.count))
  }

  /// Delivers plugins' traces since the last call. Not real-time safe.
  func deliverTraces() {
    for log in logs { log.deliverTraces() }
    for stage in stages { stage.remote?.process.deliverMessages() }
  }
}
