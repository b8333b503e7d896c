internal import CLV2Host
internal import Glibc
internal import Linux

/// What work:schedule needs on the render thread: plain memory, which callbacks get as their handle.
struct RealtimeWorker {
  /// Nil until the plugin is instantiated, and for a plugin without the interface.
  var interface: UnsafePointer<LV2_Worker_Interface>?
  var instance: LV2_Handle?
  /// Whether work is done where it is asked for. It is so offline, for the same result each time.
  var isImmediate: Bool
  let requests: MessageRing
  let responses: MessageRing
  /// Room for one message, of the render thread.
  let scratch: UnsafeMutableRawPointer
  /// Counts the requests, and wakes the thread.
  let wake: UnsafeMutablePointer<sem_t>

  /// `LV2_Worker_Schedule.schedule_work`
  @_noLocks static func schedule(
    _ worker: UnsafeMutablePointer<RealtimeWorker>, _ size: UInt32, _ data: UnsafeRawPointer?
  ) -> LV2_Worker_Status {
    guard let interface = worker.pointee.interface, let instance = worker.pointee.instance else {
      return LV2_WORKER_ERR_UNKNOWN
    }
    if worker.pointee.isImmediate { return aucatWork(interface, instance, respondToWork, worker, size, data) }
    guard worker.pointee.requests.push(0, data, size) else { return LV2_WORKER_ERR_NO_SPACE }
    aucatPost(worker.pointee.wake)
    return LV2_WORKER_SUCCESS
  }

  /// After one run.
  private static var mostResponses: Int { 4_096 }

  /// Hands the responses to the plugin, after its run.
  @_noLocks static func deliver(_ worker: UnsafeMutablePointer<RealtimeWorker>) {
    guard let interface = worker.pointee.interface, let instance = worker.pointee.instance else { return }
    var word: UInt32 = 0
    var size: UInt32 = 0
    // A response that asks for work has its own response after the next run.
    var left = mostResponses
    while left > 0, worker.pointee.responses.pop(into: worker.pointee.scratch, word: &word, size: &size) {
      aucatRespond(interface, instance, size, worker.pointee.scratch)
      left -= 1
    }
    aucatEndRun(interface, instance)
  }
}

/// `LV2_Worker_Respond_Function`: called by work, on whatever thread that runs.
private let respondToWork: LV2_Worker_Respond_Function = { handle, size, data in
  guard let worker = handle?.assumingMemoryBound(to: RealtimeWorker.self) else { return LV2_WORKER_ERR_UNKNOWN }
  return worker.pointee.responses.push(0, data, size) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE
}

/// Does a plugin's work that may not be done on the render thread: `work:schedule`.
final class PluginWorker: @unchecked Sendable {
  private static let capacity = 1 << 18
  private let memory = MemoryPool()
  let realtime: UnsafeMutablePointer<RealtimeWorker>
  private let wake: UnsafeMutablePointer<sem_t>
  private let isStopping: UnsafeMutablePointer<UInt32>
  private var thread: pthread_t?

  init() {
    wake = memory.array(copying: [sem_t()])
    sem_init(wake, 0, 0)
    isStopping = memory.array(1, of: 0)
    realtime = memory.array(copying: [
      RealtimeWorker(
        isImmediate: true, requests: MessageRing(memory, capacity: Self.capacity),
        responses: MessageRing(memory, capacity: Self.capacity),
        scratch: UnsafeMutableRawPointer(memory.array(Self.capacity, of: UInt8(0))), wake: wake)
    ])
  }

  deinit {
    stop()
    sem_destroy(wake)
  }

  /// The feature's structure, which points to this worker.
  var feature: LV2_Worker_Schedule {
    LV2_Worker_Schedule(handle: realtime) { handle, size, data in
      guard let worker = handle?.assumingMemoryBound(to: RealtimeWorker.self) else { return LV2_WORKER_ERR_UNKNOWN }
      return RealtimeWorker.schedule(worker, size, data)
    }
  }

  /// From now on work is done by a thread of its own.
  func start() throws(ChainError) {
    guard realtime.pointee.interface != nil, thread == nil else { return }
    aucatStore(isStopping, 0)
    var thread = pthread_t()
    let handle = Unmanaged.passUnretained(self).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { handle in
        if let handle { Unmanaged<PluginWorker>.fromOpaque(handle).takeUnretainedValue().serve() }
        return nil
      }, handle)
    guard status == 0 else {
      throw ChainError(.system, nil, "no thread for a plugin's work: \(SystemError(status))")
    }
    self.thread = thread
    realtime.pointee.isImmediate = false
  }

  /// Ends the thread when it has done what it does. No block may be computed meanwhile.
  func stop() {
    guard let thread else { return }
    aucatStore(isStopping, 1)
    sem_post(wake)
    pthread_join(thread, nil)
    self.thread = nil
    // What was asked for before is of no use after the next activation.
    realtime.pointee.requests.clear()
    realtime.pointee.responses.clear()
    realtime.pointee.isImmediate = true
  }

  private func serve() {
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: Self.capacity, alignment: 16)
    defer { scratch.deallocate() }
    var word: UInt32 = 0
    var size: UInt32 = 0
    while true {
      while sem_wait(wake) != 0 {}
      if aucatLoad(isStopping) != 0 { return }
      guard realtime.pointee.requests.pop(into: scratch, word: &word, size: &size),
        let interface = realtime.pointee.interface
      else { continue }
      _ = interface.pointee.work(realtime.pointee.instance, respondToWork, realtime, size, scratch)
    }
  }
}
