internal import CLV2Host
internal import ComponentModel
internal import Linux

/// One instance of a plugin, in this process or another one.
protocol StageInstance: AnyObject {
  /// The descriptor whose functions the render thread calls.
  var runDescriptor: UnsafePointer<LV2_Descriptor> { get }
  var handle: LV2_Handle { get }
  /// The cost of its start.
  var startCost: StartCost { get }
  /// The plugin's worker; nil if it lacks the interface, or is in another process.
  var worker: UnsafeMutablePointer<RealtimeWorker>? { get }
  /// The plugin's log; nil if another process has it.
  var log: PluginLog? { get }

  /// `connect_port`
  func connect(_ port: Int, to memory: UnsafeMutableRawPointer?)
  /// `activate`; in a live chain the worker gets its thread.
  func activate(_ mode: HostFeature.Mode) throws(ChainError)
  /// `deactivate`
  func deactivate()
  /// Restores a state. The plugin must not run during the call.
  func restore(_ properties: [StateProperty]) throws(ChainError)
  /// The plugin's state, as it saves it; empty if it has none.
  ///
  /// - Parameter runs: whether another thread runs the plugin meanwhile; then only that thread may schedule work.
  func savedState(whileItRuns runs: Bool) throws(ChainError) -> [StateProperty]
  /// Keeps the memory of its worker from being swapped out.
  func lockMemory() -> MemoryLock
}

/// One instance of a plugin in this process: corresponds to `LilvInstance`.
///
/// Its code stays loaded: threads and exit handlers of plugins outlive their instances.
final class PluginInstance: StageInstance {
  // SAFETY: The descriptor lies in a library that is never unloaded; the handle is the plugin's until `cleanup`, which
  // `deinit` calls once. One thread at a time calls the plugin, except that its state may be saved while another thread
  // runs it, which LV2 allows.

  let uri: String
  let descriptor: UnsafePointer<LV2_Descriptor>
  /// The descriptor, or one with the settings' hooks.
  let runDescriptor: UnsafePointer<LV2_Descriptor>
  let handle: LV2_Handle
  private let hookMemory = MemoryPool()
  let features: HostFeatures
  private var isActive = false
  private let cleansUp: Bool
  private(set) var startCost: StartCost

  /// Loads the plugin's binary and instantiates it.
  ///
  /// - Parameters:
  ///   - record: the plugin, as its bundle describes it now.
  ///   - isFixed: whether every block has the settings' length.
  init(
    _ record: PluginRecord, bundle: String, settings: HostSettings, isFixed: Bool,
    resize: @escaping (UInt32, Int) -> Bool
  ) throws(ChainError) {
    uri = record.uri
    cleansUp = settings.cleansUp
    startCost = StartCost(isMeasured: settings.measuresPlugins)
    features = HostFeatures(settings, component: record.uri, isFixed: isFixed)
    let folder = bundle.hasSuffix("/") ? bundle : bundle + "/"
    var cost = startCost
    descriptor = try cost.measuring(\.load) { () throws(ChainError) in try Self.descriptor(record, folder) }
    features.resize = resize
    let (descriptor, list) = (descriptor, features.list)
    runDescriptor = settings.runHooks?.enclosing(descriptor, in: hookMemory) ?? descriptor
    let made = cost.measuring(\.instantiation) {
      callingPlugin { aucatInstantiate(descriptor, settings.sampleRate, folder, list) }
    }
    startCost = cost
    guard let handle = made else {
      throw ChainError(
        .instantiationFailed(
          sampleRate: settings.sampleRate, blockLength: settings.blockLength,
          requirements: ChainError.BlockRequirement.all(in: record.requiredFeatures)), component: record.uri)
    }
    self.handle = handle
    // From now on ports are connected, and their memory can't move.
    features.resize = nil
    features.worker.realtime.pointee.instance = handle
    let worker: UnsafePointer<LV2_Worker_Interface>? = interface(Namespace.worker + "interface")
    let hooked = worker.flatMap { settings.runHooks?.excluding($0, in: hookMemory) }
    features.worker.realtime.pointee.interface = hooked ?? worker
  }

  deinit {
    guard cleansUp else { return }
    deactivate()
    callingPlugin { descriptor.pointee.cleanup?(handle) }
  }

  private static func descriptor(
    _ record: PluginRecord, _ folder: String
  ) throws(ChainError) -> UnsafePointer<LV2_Descriptor> {
    guard let binary = record.binary else { throw ChainError(.noBinary, component: record.uri) }
    let library: PluginLibrary
    do throws(PluginLibrary.LoadingError) {
      library = try callingPlugin { () throws(PluginLibrary.LoadingError) in try PluginLibrary(binary) }
    } catch {
      throw ChainError(.unloadableBinary(reason: error.reason), component: record.uri)
    }
    var hasEntry = false
    let found = callingPlugin { aucatDescriptor(library.handle, folder, record.uri, &hasEntry) }
    if let found { return found }
    throw ChainError(hasEntry ? .notInLibrary(path: binary) : .notALibrary(path: binary), component: record.uri)
  }

  /// A structure that the plugin's `extension_data` returns; nil if it returns none.
  func interface<Interface>(_ uri: String) -> UnsafePointer<Interface>? {
    callingPlugin { descriptor.pointee.extension_data?(uri) }?.assumingMemoryBound(to: Interface.self)
  }

  var worker: UnsafeMutablePointer<RealtimeWorker>? {
    features.worker.realtime.pointee.interface == nil ? nil : features.worker.realtime
  }

  var log: PluginLog? { features.log }

  func lockMemory() -> MemoryLock { worker == nil ? MemoryLock() : features.worker.lockMemory() }

  func connect(_ port: Int, to memory: UnsafeMutableRawPointer?) {
    callingPlugin { descriptor.pointee.connect_port?(handle, UInt32(port), memory) }
  }

  func activate(_ mode: HostFeature.Mode) throws(ChainError) {
    guard !isActive else { return }
    startCost.measuring(\.activation) { callingPlugin { descriptor.pointee.activate?(handle) } }
    isActive = true
    features.worker.settle()
    features.log.setRunning(true)
    if mode == .live { try features.worker.start() }
  }

  func deactivate() {
    features.worker.stop()
    guard isActive else { return }
    features.log.setRunning(false)
    features.log.deliverTraces()
    callingPlugin { descriptor.pointee.deactivate?(handle) }
    isActive = false
  }
}

/// Calls a plugin off the render thread, and undoes what it does to the thread: a floating-point trap that it leaves
/// enabled would crash the process in unrelated code. A copy of the process that it makes (`fork(2)`) exits here,
/// before it repeats this process's work.
func callingPlugin<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  let process = CurrentProcess.identifier
  let mode = aucatFloatingPoint()
  defer {
    aucatSetFloatingPoint(mode)
    if CurrentProcess.identifier != process { CurrentProcess.endAtOnce(status: 0) }
  }
  return try body()
}
