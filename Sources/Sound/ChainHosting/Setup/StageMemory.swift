internal import Synchronization
internal import CLV2Host
internal import ComponentModel

/// The memory that one stage's ports are connected to.
struct StageMemory {
  // SAFETY: The arrays have an element for each port of the record; the pool keeps them.

  /// The control inputs of all instances, and the first instance's control outputs, by port index.
  let parameters: RealtimeParameters
  /// The control outputs of the other instances; ``parameters`` has the first one's.
  private let others: [UnsafeMutablePointer<Float>]
  private let record: PluginRecord
  private let pool: MemoryPool
  private let blockLength: Int

  init(_ record: PluginRecord, instances: Int, settings: HostSettings, pool: MemoryPool) throws(ChainError) {
    self.record = record
    self.pool = pool
    blockLength = settings.blockLength
    let count = record.ports.count
    let values = try pool.samples(count)
    let targets = pool.atomics(count, of: 0)
    let readings = pool.atomics(count, of: 0)
    let outputs = record.ports.filter { $0.kind == .control && $0.direction == .output }.map { Int32($0.index) }
    let goals = pool.array(count, of: Float(0))
    for port in record.ports where port.kind == .control {
      let value = Float(port.startValue(settings.sampleRate))
      (values[port.index], goals[port.index]) = (value, value)
      targets[port.index].publish(value)
      readings[port.index].publish(value)
    }
    let followers = Self.followers(record, settings.sampleRate, in: pool)
    let triggers = record.ports.filter(\.isTrigger).map { RealtimeTrigger(port: $0.index, rest: values[$0.index]) }
    parameters = RealtimeParameters(
      values: values, targets: targets, goals: goals, remaining: pool.array(count, of: 0),
      isContinuous: pool.array(copying: record.ports.map(\.isContinuous)), count: count,
      readings: readings, outputs: pool.array(copying: outputs), outputCount: outputs.count,
      followers: pool.array(copying: followers), followerCount: followers.count,
      triggers: pool.array(copying: triggers), triggerCount: triggers.count, changes: pool.atomic(0),
      progress: pool.array(1, of: RealtimeParameters.Progress()))
    var others: [UnsafeMutablePointer<Float>] = []
    for _ in 1..<max(instances, 1) { others.append(try pool.samples(count)) }
    self.others = others
  }

  private static func followers(
    _ record: PluginRecord, _ sampleRate: Double, in pool: MemoryPool
  ) -> [RealtimeFollower] {
    record.ports.compactMap { port in
      guard let quantity = port.hostQuantity, !port.isTrigger else { return nil }
      let range = port.range(sampleRate)
      return RealtimeFollower(
        port: port.index, quantity: quantity, lowest: Float(range.minimum ?? -.infinity),
        highest: Float(range.maximum ?? .infinity), isSet: pool.atomic(0))
    }
  }

  /// The memory for a control port of an instance.
  func control(_ port: ComponentPort, _ instance: Int) -> UnsafeMutablePointer<Float> {
    let isShared = port.direction == .input || instance == 0
    return (isShared ? parameters.values : others[instance - 1]) + port.index
  }

  /// A block of samples for an input that is silent or an output that is not used.
  func samples() throws(ChainError) -> UnsafeMutablePointer<Float> { try pool.samples(blockLength) }

  /// Allocates the sequence of a port.
  ///
  /// - Parameter wish: the size that the plugin has asked for, in bytes.
  func atomPort(_ port: ComponentPort, wish: Int?) throws(ChainError) -> RealtimeAtomPort {
    let memory = try pool.bytes(ExchangeLayout.size(ofEvents: port, wish))
    return RealtimeAtomPort(
      sequence: memory.start.assumingMemoryBound(to: LV2_Atom_Sequence.self), capacity: UInt32(memory.count),
      carriesMIDI: port.carriesMIDI, carriesPosition: port.supports.contains(Namespace.time + "Position"),
      carriesMessages: port.supports.contains(Namespace.patch + "Message"))
  }

  /// The largest size of a sequence, in bytes: more than any plugin needs.
  static let largestSequence = 64 << 20
}
