internal import CLV2Host
internal import Glibc
internal import Linux
internal import Synchronization

/// Runs a plugin's work off the render thread: `work:schedule`.
final class PluginWorker: @unchecked Sendable {
  // SAFETY: The thread holds no reference to this object: `stop` joins it before the object can be released. Each ring
  // has one thread at each end, and `stop` clears them when only one thread is left.

  private static let capacity = 1 << 18
  private let memory = MemoryPool()
  let realtime: UnsafeMutablePointer<RealtimeWorker>
  private let wake: UnsafeMutablePointer<sem_t>
  private let isStopping = Atomic<UInt32>(0)
  private var thread: pthread_t?

  init() {
    wake = memory.array(copying: [sem_t()])
    sem_init(wake, 0, 0)
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
      return RealtimeWorker.schedule(worker, size: size, data: data)
    }
  }

  /// Starts a thread for the work.
  func start() throws(ChainError) {
    guard realtime.pointee.interface != nil, thread == nil else { return }
    isStopping.publish(0)
    var thread = pthread_t()
    let handle = Unmanaged.passUnretained(self).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { handle in
        if let handle { Unmanaged<PluginWorker>.fromOpaque(handle).takeUnretainedValue().serve() }
        return nil
      }, handle)
    guard status == 0 else {
      throw ChainError(.noThread(reason: "\(SystemError(status))"))
    }
    self.thread = thread
    realtime.pointee.isImmediate = false
  }

  /// Ends the thread after its current work. No block may be rendered during the call.
  func stop() {
    guard let thread else { return }
    isStopping.publish(1)
    sem_post(wake)
    pthread_join(thread, nil)
    self.thread = nil
    // Deliver the results of finished work; requests still waiting are void after the next activation.
    callingPlugin { RealtimeWorker.deliver(realtime) }
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
      if isStopping.read() != 0 { return }
      guard realtime.pointee.requests.pop(into: scratch, word: &word, size: &size),
        let interface = realtime.pointee.interface
      else { continue }
      _ = callingPlugin { interface.pointee.work(realtime.pointee.instance, respondToWork, realtime, size, scratch) }
    }
  }
}
