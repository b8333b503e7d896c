internal import CLV2Host
internal import ComponentModel
internal import Synchronization

/// A component that this process hosts for its parent.
final class HostedStage {
  // SAFETY: The pool holds the memory of all ports, which outlives the instances; shared memory outlives the process.

  let realtime: UnsafeMutablePointer<RealtimeHosted>
  /// The sizes that the plugin has requested, by port.
  let sizes: [Int: Int]
  let settings: HostSettings
  private var instances: [PluginInstance] = []
  private let pool = MemoryPool()

  /// Loads, instantiates and connects a plugin.
  ///
  /// - Parameters:
  ///   - start: the start of its shared memory.
  ///   - beat: called before each call to the plugin.
  init(
    _ stage: RenderChain.Stage, instances count: Int, settings: HostSettings, isFixed: Bool,
    exchange: UnsafeMutablePointer<AucatExchange>, status: UnsafeMutablePointer<RealtimeStatus>, number: Int,
    at start: UnsafeMutableRawPointer, beat: () -> Void
  ) throws(ChainError) {
    beat()
    self.settings = settings
    let record = try PluginDescription.record(of: stage, settings)
    let wishes = PortWishes()
    for _ in 0..<count {
      beat()
      instances.append(
        try PluginInstance(record, bundle: stage.bundle, settings: settings, isFixed: isFixed) {
          wishes.sizes[Int($0)] = $1
          return $1 <= StageMemory.largestSequence
        })
    }
    sizes = wishes.sizes
    let layout = ExchangeLayout(record, instances: count, blockLength: settings.blockLength, sizes: sizes)
    var memory: [[Int: UnsafeMutableRawPointer]] = []
    var (sounds, hosted): ([UnsafeMutablePointer<Float>], [RealtimeHosted.Instance]) = ([], [])
    var values: [UnsafeMutablePointer<Float>] = []
    for _ in 0..<count { values.append(try pool.samples(record.ports.count)) }
    for (number, instance) in instances.enumerated() {
      var (own, outputs): ([Int: UnsafeMutableRawPointer], [RealtimeAtomPort]) = ([:], [])
      for port in record.ports {
        switch port.kind {
        case .control:
          let place = values[port.direction == .input ? 0 : number] + port.index
          place.pointee = Float(port.startValue(settings.sampleRate))
          own[port.index] = UnsafeMutableRawPointer(place)
        case .audio, .cv:
          let samples = try pool.samples(settings.blockLength)
          sounds.append(samples)
          own[port.index] = UnsafeMutableRawPointer(samples)
        case .atom:
          let atom = try pool.sequence(ExchangeLayout.size(ofEvents: port, sizes[port.index]))
          atom.clearInput(RealtimeURIDs())
          if port.direction == .output { outputs.append(atom) }
          own[port.index] = UnsafeMutableRawPointer(atom.sequence)
        case .event, .other: break
        }
        instance.connect(port.index, to: own[port.index])
      }
      memory.append(own)
      let worker = instance.features.worker.realtime
      hosted.append(
        RealtimeHosted.Instance(
          descriptor: instance.runDescriptor, handle: instance.handle,
          worker: worker.pointee.interface == nil ? nil : worker, outputs: pool.array(copying: outputs),
          outputCount: outputs.count))
    }
    let ports = layout.ports(at: start) { memory[$0][$1] }.ports
    realtime = pool.array(copying: [
      RealtimeHosted(
        number: number, exchange: exchange, status: status, ports: pool.array(copying: ports),
        portCount: UInt32(ports.count), instances: pool.array(copying: hosted), instanceCount: count,
        sounds: pool.array(copying: sounds), soundCount: sounds.count, blockLength: UInt32(settings.blockLength),
        keepsDenormals: settings.keepsDenormals, urids: RealtimeURIDs(),
        progress: pool.array(1, of: RealtimeHosted.Progress()))
    ])
  }

  func restore(_ instance: Int, _ state: [StateProperty]) throws(ChainError) {
    if instances.indices.contains(instance) { try instances[instance].restore(state) }
  }

  func savedState(whileItRuns runs: Bool) throws(ChainError) -> [StateProperty] {
    try instances.first?.savedState(whileItRuns: runs) ?? []
  }

  /// The logs whose traces are to be delivered.
  var logs: [PluginLog] { instances.map(\.features.log) }

  func activate() throws(ChainError) {
    for port in 0..<Int(realtime.pointee.portCount) {
      let port = realtime.pointee.ports[port]
      if port.kind == aucatValuesIn { aucatCopy(port.own, port.shared, port.capacity) }
    }
    for instance in instances { try instance.activate(settings.mode) }
  }

  func deactivate() { for instance in instances { instance.deactivate() } }
}

/// Port sizes that a plugin requests while it is instantiated.
final class PortWishes {
  var sizes: [Int: Int] = [:]
}
