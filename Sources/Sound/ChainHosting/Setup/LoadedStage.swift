internal import CLV2Host
package import ComponentModel
internal import Synchronization

/// A stage whose plugin is loaded and connected.
package final class LoadedStage {
  // SAFETY: Ports are connected to memory of the chain's pool, which outlives the instances, in the size they ask for.

  /// The plugin, as its bundle describes it now.
  package let record: PluginRecord
  private(set) var instances: [any StageInstance] = []
  /// The same stage in a process of its own; nil if its plugin is in this one.
  let remote: RemoteStage?
  /// The first instance's outputs for signals that aren't channels of the chain, such as CV, with their memory.
  private(set) var signalOutputs: [(port: ComponentPort, samples: UnsafeMutablePointer<Float>)] = []
  /// The first instance's inputs for such signals, which are silent in a chain.
  private(set) var signalInputs: [(port: ComponentPort, samples: UnsafeMutablePointer<Float>)] = []
  private let memory: StageMemory
  private let plan: ChannelPlan
  private let pool: MemoryPool
  private var realtimeInstances: [RealtimeInstance] = []
  /// Sizes that the plugin asked for (`rsz:resize`), by port.
  private let wishes = PortWishes()

  /// The chain's memory for a stage's connections.
  struct Channels {
    /// The channels before the stage.
    var inputs: [UnsafeMutablePointer<Float>]
    /// Room for the channels after it.
    var outputs: [UnsafeMutablePointer<Float>]
    /// The input of its side chains; empty for silence.
    var sideChain: [UnsafeMutablePointer<Float>]

    var all: [UnsafeMutablePointer<Float>] { inputs + outputs + sideChain }
  }

  init(
    _ record: PluginRecord, _ stage: RenderChain.Stage, plan: ChannelPlan, settings: HostSettings, isFixed: Bool,
    hosts: PluginHosts?, channels: Channels, pool: MemoryPool, beat: () -> Void
  ) throws(ChainError) {
    self.record = record
    self.plan = plan
    self.pool = pool
    sampleRate = settings.sampleRate
    runCost = settings.measuresPlugins ? pool.array(1, of: AucatRunCost()) : nil
    blockLength = settings.blockLength
    memory = try StageMemory(record, instances: plan.instances, settings: settings, pool: pool)
    beat()
    remote = try hosts.map { (hosts) throws(ChainError) in
      try RemoteStage(
        record, bundle: stage.bundle, instances: plan.instances, settings: settings, isFixed: isFixed,
        hosts: hosts)
    }
    if let remote { wishes.sizes = remote.sizes }
    for number in 0..<plan.instances {
      beat()
      let instance = try instance(number, of: stage.bundle, settings, isFixed: isFixed)
      instances.append(instance)
      try connect(instance, number: number, to: channels)
    }
    remote?.finish()
  }

  private func instance(
    _ number: Int, of bundle: String, _ settings: HostSettings, isFixed: Bool
  ) throws(ChainError) -> any StageInstance {
    if let remote { return RemoteInstance(remote, number: number, isLast: number == plan.instances - 1) }
    let wishes = wishes
    return try PluginInstance(record, bundle: bundle, settings: settings, isFixed: isFixed) {
      wishes.sizes[Int($0)] = $1
      return $1 <= StageMemory.largestSequence
    }
  }

  /// The sample rate in hertz.
  let sampleRate: Double
  private let blockLength: Int
  /// See ``RealtimeStage/runCost``.
  let runCost: UnsafeMutablePointer<AucatRunCost>?

  /// The port through which the plugin bypasses itself (`lv2:enabled`).
  var enabledPort: ComponentPort? { record.ports.first { $0.isParameter && $0.has(.enabled) } }

  /// The port through which the plugin reports its latency.
  var latencyPort: ComponentPort? {
    record.ports.first { $0.kind == .control && $0.direction == .output && $0.reportsLatency }
  }

  /// Releases the instances (`cleanup`).
  func release() { instances = [] }

  /// Applies a chain's settings: default state, preset or saved state, then parameters. Nothing may render yet.
  ///
  /// - Parameter beat: called before each call to the plugin.
  func apply(
    _ stage: RenderChain.Stage, to realtime: RealtimeStage, settings: HostSettings, beat: () -> Void
  ) throws(ChainError) {
    beat()
    let content = try StageContent(of: stage, record, settings)
    let files = StateFiles(content, of: stage, record, settings)
    for instance in instances {
      beat()
      try files.naming { () throws(ChainError) in try instance.restore(content.state) }
    }
    files.report()
    for (port, value) in content.values { realtime.parameters.start(port, at: value) }
    guard stage.isBypassed else { return }
    if let enabled = enabledPort { return realtime.parameters.start(enabled.index, at: 0) }
    realtime.bypass.wanted.pointee.publish(1)
    realtime.bypass.progress.pointee.wet = 0
  }

  /// The stage as the render thread needs it.
  ///
  /// - Parameter number: its place among those that share the host.
  func realtime(
    _ channels: Channels, number: Int, host: UnsafeMutablePointer<RealtimeHost>
  ) -> RealtimeStage {
    let (all, first) = (pool.array(copying: channels.all), realtimeInstances[0])
    let latency = latencyPort
    // The newest block is written before the oldest one is read.
    let length = latency == nil ? 0 : RealtimeBypass.longestDelay + blockLength
    let delay = latency.map { _ in pool.array(length * plan.outputs, of: Float(0)) }
    return RealtimeStage(
      host: host, number: number,
      instances: pool.array(copying: realtimeInstances), instanceCount: realtimeInstances.count,
      inputs: all, inputCount: channels.inputs.count,
      outputs: all + channels.inputs.count, outputCount: plan.outputs,
      sides: all + channels.inputs.count + plan.outputs, sideCount: channels.sideChain.count,
      parameters: memory.parameters, latency: latency.map { memory.control($0, 0) },
      midiOutput: (0..<first.atomOutputCount).map { first.atomOutputs[$0] }.first(where: \.carriesMIDI),
      bypass: RealtimeBypass(
        wanted: pool.atomic(0), delay: delay, delayLength: length,
        progress: pool.array(1, of: RealtimeBypass.Progress())),
      isHeard: pool.atomic(0),
      runCost: runCost, remote: remote.map { RealtimeAbsence($0.remote, channels: plan.outputs, in: pool) })
  }

  private func connect(_ instance: any StageInstance, number: Int, to channels: Channels) throws(ChainError) {
    let (all, places) = (channels.all, channels.places(of: number, record, plan))
    var heard: [RealtimeAudioPort] = []
    var atoms: [ComponentPort.Direction: [RealtimeAtomPort]] = [.input: [], .output: []]
    for port in record.ports {
      switch port.kind {
      case .control: instance.connect(port.index, to: memory.control(port, number))
      case .audio where places[port.index] != nil:
        guard case let channel?? = places[port.index] else {
          instance.connect(port.index, to: try memory.samples())
          continue
        }
        heard.append(RealtimeAudioPort(index: UInt32(port.index), channel: channel))
        instance.connect(port.index, to: all[channel])
      case .audio, .cv:
        let samples = try memory.samples()
        switch (number, port.direction) {
        case (0, .output): signalOutputs.append((port, samples))
        case (0, .input): signalInputs.append((port, samples))
        default: break
        }
        instance.connect(port.index, to: samples)
      case .atom:
        let atom = try memory.atomPort(port, wish: wishes.sizes[port.index])
        atoms[port.direction, default: []].append(atom)
        instance.connect(port.index, to: atom.sequence)
      case .event, .other: try leaveOpen(port, instance)
      }
    }
    realtimeInstances.append(
      RealtimeInstance(
        descriptor: instance.runDescriptor, handle: instance.handle,
        worker: instance.worker,
        audioPorts: pool.array(copying: heard), audioPortCount: heard.count,
        atomInputs: pool.array(copying: atoms[.input] ?? []), atomInputCount: atoms[.input]?.count ?? 0,
        atomOutputs: pool.array(copying: atoms[.output] ?? []), atomOutputCount: atoms[.output]?.count ?? 0))
  }

  private func leaveOpen(_ port: ComponentPort, _ instance: any StageInstance) throws(ChainError) {
    guard port.has(.connectionOptional) else {
      throw ChainError(.portKind(symbol: port.symbol), component: record.uri)
    }
    instance.connect(port.index, to: nil)
  }
}

extension LoadedStage.Channels {
  /// The place in ``all`` of the channel of each of an instance's audio ports, by port; nil for an output that is not
  /// heard or an input that is silent.
  fileprivate func places(of instance: Int, _ record: PluginRecord, _ plan: ChannelPlan) -> [Int: Int?] {
    var places: [Int: Int?] = [:]
    for (port, channel) in zip(record.mainPorts(.input), plan.sources[instance]) { places[port] = channel }
    // Of several instances, each gives one channel, and gets its own channel of the side chain.
    let isSplit = plan.instances > 1
    let mainOutputs = record.mainPorts(.output)
    for (place, port) in mainOutputs.enumerated() {
      let isHeard = !isSplit || place == min(instance, mainOutputs.count - 1)
      places[port] = .some(isHeard ? inputs.count + (isSplit ? instance : place) : nil)
    }
    for (place, port) in record.ports.filter({ $0.kind == .audio && $0.isSideChain }).enumerated() {
      let side = min(isSplit ? instance : place, sideChain.count - 1)
      places[port.index] = .some(side < 0 ? nil : inputs.count + outputs.count + side)
    }
    return places
  }
}

extension ComponentPort {
  /// Whether the port reports the plugin's delay in frames.
  var reportsLatency: Bool { has(.reportsLatency) }
}
