internal import CLV2Host
internal import Glibc
internal import Synchronization

/// What `work:schedule` needs on the render thread: plain memory, which callbacks get as their handle.
struct RealtimeWorker {
  // SAFETY: The worker lives in its plugin's memory pool. Interface and instance are set before the plugin first runs,
  // and no thread is working when they are released.

  /// The plugin's interface; nil until the plugin is instantiated, and if it has none.
  var interface: UnsafePointer<LV2_Worker_Interface>?
  var instance: LV2_Handle?
  let progress: UnsafeMutablePointer<Progress>
  /// The number of requests that the thread has completed.
  let done: UnsafeMutablePointer<Atomic<UInt32>>
  let requests: MessageRing
  let responses: MessageRing
  /// Room for one message, for the render thread.
  let scratch: UnsafeMutableRawPointer
  /// Counts the requests, and wakes the thread.
  let wake: UnsafeMutablePointer<sem_t>

  /// What changes while the plugin runs, for the render thread only: the worker's thread reads the rest meanwhile.
  struct Progress {
    /// Whether work is done immediately on the same thread, as it is offline, where results must be reproducible.
    var isImmediate = true
    /// Whether work is done immediately for as long as a live chain has no deadline.
    var isFreewheeling = false
    /// The number of requests that the thread has received.
    var asked: UInt32 = 0
  }

  /// `LV2_Worker_Schedule.schedule_work`
  @_noLocks static func schedule(
    _ worker: UnsafeMutablePointer<RealtimeWorker>, size: UInt32, data: UnsafeRawPointer?
  ) -> LV2_Worker_Status {
    guard let interface = worker.pointee.interface, let instance = worker.pointee.instance else {
      return LV2_WORKER_ERR_UNKNOWN
    }
    if worker.pointee.progress.pointee.isImmediate || worker.pointee.progress.pointee.isFreewheeling {
      return aucatWork(interface, instance, respondToWork, worker, size, data)
    }
    guard worker.pointee.requests.push(0, data, size: size) else { return LV2_WORKER_ERR_NO_SPACE }
    worker.pointee.progress.pointee.asked &+= 1
    aucatPost(worker.pointee.wake)
    return LV2_WORKER_SUCCESS
  }

  /// Lets work be done immediately, once the thread has completed its requests.
  ///
  /// - Parameter deadline: when to stop waiting for that, by `aucatNow`. After it, the worker stays as it is.
  @_noLocks static func beginFreewheeling(_ worker: UnsafeMutablePointer<RealtimeWorker>, until deadline: Int64) {
    let progress = worker.pointee.progress
    guard !progress.pointee.isImmediate, !progress.pointee.isFreewheeling else { return }
    while worker.pointee.done.pointee.read() != progress.pointee.asked {
      if aucatNow() >= deadline { return }
      aucatRest()
    }
    progress.pointee.isFreewheeling = true
  }

  /// Lets work be done on its thread again.
  @_noLocks static func endFreewheeling(_ worker: UnsafeMutablePointer<RealtimeWorker>) {
    worker.pointee.progress.pointee.isFreewheeling = false
  }

  /// Maximum number of responses after one run.
  private static var mostResponses: Int { 4_096 }

  /// Hands the responses to the plugin, after its run.
  @_noLocks static func deliver(_ worker: UnsafeMutablePointer<RealtimeWorker>) {
    guard let interface = worker.pointee.interface, let instance = worker.pointee.instance else { return }
    respond(worker)
    aucatEndRun(interface, instance)
    // The plugin may have changed the floating-point mode, as in a run.
    _ = aucatFlushDenormals()
  }

  /// Hands the responses to the plugin.
  @_noLocks static func respond(_ worker: UnsafeMutablePointer<RealtimeWorker>) {
    guard let interface = worker.pointee.interface, let instance = worker.pointee.instance else { return }
    var word: UInt32 = 0
    var size: UInt32 = 0
    // If a response requests more work, its response follows after the next run.
    var left = mostResponses
    while left > 0, worker.pointee.responses.pop(into: worker.pointee.scratch, word: &word, size: &size) {
      aucatRespond(interface, instance, size, worker.pointee.scratch)
      left -= 1
    }
  }
}

/// `LV2_Worker_Respond_Function`: called by the plugin's work, on any thread.
///
/// SAFETY: LV2 has the plugin pass the handle that it got with this function: its worker, which lives as long as the
/// plugin. The ring checks the size.
let respondToWork: LV2_Worker_Respond_Function = { handle, size, data in
  guard let worker = handle?.assumingMemoryBound(to: RealtimeWorker.self) else { return LV2_WORKER_ERR_UNKNOWN }
  return worker.pointee.responses.push(0, data, size: size) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE
}
