internal import CLV2Host
internal import ComponentModel

/// Where the ports of a component in another process lie in the shared memory. Both processes compute it.
struct ExchangeLayout {
  // SAFETY: No two ports share bytes, and all are within `size`.

  private let record: PluginRecord
  private let instances: Int
  private let blockLength: Int
  /// The sizes of event ports, by their numbers, in bytes.
  private let sizes: [Int: Int]
  /// The offset of each port in the memory of an instance, after the values.
  private var places: [Int: Int] = [:]
  private var instanceSize: Int

  init(_ record: PluginRecord, instances: Int, blockLength: Int, sizes: [Int: Int]) {
    self.record = record
    self.instances = instances
    self.blockLength = blockLength
    self.sizes = sizes
    instanceSize = Self.rounded(record.ports.count * 4)
    for port in record.ports {
      guard let size = size(of: port) else { continue }
      places[port.index] = instanceSize
      instanceSize += Self.rounded(size)
    }
  }

  /// The layout for the largest sizes that a plugin may request.
  init(largest record: PluginRecord, instances: Int, blockLength: Int) {
    self.init(record, instances: instances, blockLength: blockLength, sizes: Self.largestSizes(record))
  }

  /// The size of all ports, in bytes.
  var size: Int { instances * instanceSize }

  private static func rounded(_ bytes: Int) -> Int { (bytes + 63) / 64 * 64 }

  /// The size of a port that holds more than a single value, in bytes; nil for others.
  private func size(of port: ComponentPort) -> Int? {
    switch port.kind {
    case .audio, .cv: blockLength * 4
    case .atom: Self.size(ofEvents: port, sizes[port.index])
    case .control, .event, .other: nil
    }
  }

  /// The size of an event port, in bytes.
  ///
  /// - Parameter wish: the size that the plugin has asked for.
  static func size(ofEvents port: ComponentPort, _ wish: Int?) -> Int {
    let size = max(port.minimumSize ?? 0, wish ?? 0)
    return (max(HostFeatures.sequenceSize, min(size, StageMemory.largestSequence)) + 3) / 4 * 4
  }

  /// The largest sizes of event ports: a plugin's requests are known only once it is instantiated.
  static func largestSizes(_ record: PluginRecord) -> [Int: Int] {
    let resizes = (record.requiredFeatures + record.optionalFeatures).contains(Namespace.resizePort + "resize")
    let ports = resizes ? record.ports.filter { $0.kind == .atom } : []
    return Dictionary(uniqueKeysWithValues: ports.map { ($0.index, StageMemory.largestSequence) })
  }

  /// The memory that is copied for each block.
  ///
  /// - Parameters:
  ///   - start: the start of the component's memory.
  ///   - own: where an instance's port is in this process; nil for one that is not connected.
  /// - Returns: the ports, and for each instance the place of each port among them, or -1.
  func ports(
    at start: UnsafeMutableRawPointer, own: (_ instance: Int, _ port: Int) -> UnsafeMutableRawPointer?
  ) -> (ports: [AucatRemotePort], places: [[Int32]]) {
    var (ports, all): ([AucatRemotePort], [[Int32]]) = ([], [])
    for instance in 0..<instances {
      let base = start + instance * instanceSize
      var found = [Int32](repeating: -1, count: record.ports.count)
      for port in record.ports {
        guard let memory = own(instance, port.index) else { continue }
        if port.kind == .control {
          // All instances share the same input values.
          if instance > 0 && port.direction == .input { continue }
          Self.add(
            AucatRemotePort(
              own: memory, shared: base + port.index * 4, capacity: 4,
              kind: port.direction == .input ? aucatValuesIn : aucatValuesOut), to: &ports)
        } else if let place = places[port.index], let size = size(of: port) {
          found[port.index] = Int32(ports.count)
          let isSound = port.kind != .atom
          let kind =
            port.direction == .input
            ? (isSound ? aucatSoundIn : aucatEventsIn) : (isSound ? aucatSoundOut : aucatEventsOut)
          ports.append(AucatRemotePort(own: memory, shared: base + place, capacity: UInt32(size), kind: kind))
        }
      }
      all.append(found)
    }
    return (ports, all)
  }

  /// Adds a value, joining it to the one before if they are adjacent.
  private static func add(_ port: AucatRemotePort, to ports: inout [AucatRemotePort]) {
    if let last = ports.last, last.kind == port.kind, last.own + Int(last.capacity) == port.own,
      last.shared + Int(last.capacity) == port.shared
    {
      ports[ports.count - 1].capacity += port.capacity
    } else {
      ports.append(port)
    }
  }
}
