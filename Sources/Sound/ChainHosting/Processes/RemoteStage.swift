internal import CLV2Host
internal import ComponentModel
internal import Linux
internal import Synchronization

/// A stage whose plugin runs in another process.
final class RemoteStage: @unchecked Sendable {
  // SAFETY: The pool holds what `remote` leads to, apart from the shared memory, which `process` keeps, and the ports'
  // own, which outlives the stage. Ports are connected by one thread before anything renders, and later only by the
  // render thread.

  let process: HostProcess
  let slot: Int
  let remote: UnsafeMutablePointer<AucatRemote>
  /// The sizes of event ports that the plugin has requested.
  let sizes: [Int: Int]
  private let record: PluginRecord
  private let layout: ExchangeLayout
  private let start: UnsafeMutableRawPointer
  private let handles: UnsafeMutablePointer<AucatRemoteInstance>
  private let places: UnsafeMutablePointer<Int32>
  private let pool = MemoryPool()
  private var connections: [[Int: UnsafeMutableRawPointer]]
  private let urids = Mutex<[String: UInt32]>([:])

  /// Loads and instantiates a plugin.
  ///
  /// - Parameters:
  ///   - instances: the number of instances.
  ///   - isFixed: whether every block has the settings' length.
  init(
    _ record: PluginRecord, bundle: String, instances: Int, settings: HostSettings, isFixed: Bool,
    hosts: PluginHosts
  ) throws(ChainError) {
    let largest = ExchangeLayout(largest: record, instances: instances, blockLength: settings.blockLength)
    if let shared = hosts.shared {
      process = shared
    } else {
      process = try HostProcess(hosts.programs, area: largest.size, log: settings.log)
    }
    let place = process.reserve(record.uri, bytes: largest.size)
    slot = place.slot
    guard slot < HostMemory.slots, let area = process.memory.area.baseAddress,
      place.offset + largest.size <= process.memory.area.count
    else { throw ChainError(.outOfMemory) }
    start = area + place.offset
    let answer = try process.ask(
      "load", slot: slot,
      [
        ("component", .string(record.uri)), ("bundle", .string(bundle)), ("instances", .int(instances)),
        ("offset", .int(place.offset)), ("isFixed", .bool(isFixed)), ("settings", settings.json),
      ])
    sizes = Self.sizes(answer, record)
    self.record = record
    layout = ExchangeLayout(record, instances: instances, blockLength: settings.blockLength, sizes: sizes)
    connections = Array(repeating: [:], count: instances)
    let places = pool.array(instances * record.ports.count, of: Int32(-1))
    self.places = places
    let exchange = process.memory.exchanges + slot
    var empty = AucatRemote()
    (empty.exchange, empty.bell) = (exchange, process.memory.bell)
    empty.supervisor = process.identifier
    empty.sequence = URIDMap.shared.map(Namespace.atom + "Sequence")
    (empty.patience, empty.silence) = (Int64(hosts.programs.timeout * 1e9), Self.silence)
    let remote = pool.array(copying: [empty])
    self.remote = remote
    handles = pool.array(
      copying: (0..<instances).map {
        AucatRemoteInstance(
          remote: remote, places: UnsafePointer(places + $0 * record.ports.count), isLast: $0 == instances - 1)
      })
  }

  deinit { process.leave(slot) }

  /// How long an answer may take, if blocks have a deadline, before the component is given up, in nanoseconds.
  private static let silence: Int64 = 250_000_000

  /// The requested sizes in an answer, without ports and sizes that the plugin can't have requested.
  private static func sizes(_ answer: Members, _ record: PluginRecord) -> [Int: Int] {
    let largest = ExchangeLayout.largestSizes(record)
    var sizes: [Int: Int] = [:]
    for pair in (try? answer.array("sizes")) ?? [] {
      guard case .array(let numbers) = pair, numbers.count == 2, case .int(let port) = numbers[0],
        case .int(let size) = numbers[1], let limit = largest[port]
      else { continue }
      sizes[port] = min(max(size, 0), limit)
    }
    return sizes
  }

  func handle(_ instance: Int) -> LV2_Handle { LV2_Handle(handles + instance) }

  func connect(_ instance: Int, _ port: Int, to memory: UnsafeMutableRawPointer?) {
    connections[instance][port] = memory
  }

  /// Lays out the shared memory, once all instances are connected.
  func finish() {
    let (ports, found) = layout.ports(at: start) { connections[$0][$1] }
    for (instance, list) in found.enumerated() {
      for (port, place) in list.enumerated() { places[instance * record.ports.count + port] = place }
    }
    remote.pointee.portCount = UInt32(ports.count)
    remote.pointee.ports = pool.array(copying: ports)
  }

  /// Why the component was given up; nil while it runs.
  var fall: AucatRemoteFall? {
    withUnsafePointer(to: &remote.pointee.fall) { fall in
      let value = AucatRemoteFall(aucatLoad(fall))
      return value == aucatIsThere ? nil : value
    }
  }

  /// Requests the render thread's priority for the process's thread, which was refused it.
  func askForPriority() throws(SystemError) {
    try process.askForPriority(below: remote.pointee.exchange.pointee.hostThread)
  }

  /// The number of blocks that it has not rendered in time.
  var missed: Int { withUnsafePointer(to: &remote.pointee.missed) { Int(aucatLoad($0)) } }

  /// Determines why the component failed, and ends its process.
  func cause(of fall: AucatRemoteFall) -> ChainError {
    let silence = remote.pointee.deadline == 0 ? remote.pointee.patience : remote.pointee.silence
    return process.cause(of: fall, slot: slot, silence: Double(silence) / 1e9)
  }

  // MARK: Requests

  private func ask(_ request: String, _ members: [(key: String, value: JSON)] = []) throws(ChainError) -> Members {
    do throws(ChainError) {
      return try process.ask(request, slot: slot, members)
    } catch {
      throw ChainError(error.cause, component: error.component ?? record.uri)
    }
  }

  func restore(_ instance: Int, _ properties: [StateProperty]) throws(ChainError) {
    _ = try ask("restore", [("instance", .int(instance)), ("state", .array(properties.map(StateJSON.object)))])
  }

  func savedState(whileItRuns runs: Bool) throws(ChainError) -> [StateProperty] {
    let answer = try ask("save", [("runs", .bool(runs))])
    do throws(ChainFile.FormatError) {
      return try answer.array("state").enumerated().map { (number, json) throws(ChainFile.FormatError) in
        try StateJSON.property(json, "state[\(number)]")
      }
    } catch {
      throw ChainError(.invalidAnswer, component: record.uri)
    }
  }

  func activate() throws(ChainError) {
    aucatRemoteShareValues(remote)
    _ = try ask("activate")
    remote.pointee.thread = Int32(bitPattern: process.memory.rendering.pointee.thread.read())
  }

  func deactivate() { _ = try? ask("deactivate") }

  /// The number of a URI in the other process.
  func number(of uri: String) throws(ChainError) -> UInt32 {
    if let known = urids.withLock({ $0[uri] }) { return known }
    let answer = try ask("map", [("uri", .string(uri))])
    guard let number = (try? answer.integer("number")).flatMap({ UInt32(exactly: $0) }) else {
      throw ChainError(.invalidAnswer, component: record.uri)
    }
    urids.withLock { $0[uri] = number }
    return number
  }

  /// The URI of a number of the other process.
  func uri(of number: UInt32) -> String? {
    if let known = urids.withLock({ $0.first { $0.value == number }?.key }) { return known }
    guard let uri = try? ask("unmap", [("number", .int(Int(number)))]).text("uri") else { return nil }
    urids.withLock { $0[uri] = number }
    return uri
  }
}

/// An instance of a plugin in another process.
final class RemoteInstance: StageInstance {
  private let stage: RemoteStage
  private let number: Int
  private let isLast: Bool
  let startCost = StartCost(isMeasured: false)

  init(_ stage: RemoteStage, number: Int, isLast: Bool) {
    self.stage = stage
    self.number = number
    self.isLast = isLast
  }

  var runDescriptor: UnsafePointer<LV2_Descriptor> { aucatRemote() }
  var handle: LV2_Handle { stage.handle(number) }
  var worker: UnsafeMutablePointer<RealtimeWorker>? { nil }
  var log: PluginLog? { nil }

  func connect(_ port: Int, to memory: UnsafeMutableRawPointer?) { stage.connect(number, port, to: memory) }

  func restore(_ properties: [StateProperty]) throws(ChainError) {
    if !properties.isEmpty { try stage.restore(number, properties) }
  }

  func savedState(whileItRuns runs: Bool) throws(ChainError) -> [StateProperty] {
    try stage.savedState(whileItRuns: runs)
  }

  func activate(_ mode: HostFeature.Mode) throws(ChainError) { if isLast { try stage.activate() } }
  func deactivate() { if isLast { stage.deactivate() } }
  func lockMemory() -> MemoryLock { MemoryLock() }
}
