package import ComponentModel
internal import Linux

/// Reads bundles in worker processes, several at the same time.
///
/// A worker serves many bundles and is replaced when it dies, is too slow or sends an invalid answer. That costs the
/// plugin that it was reading if it had announced one, else its bundle. A failure that the bundle may not have caused
/// costs nothing at first: the bundle is read again while nothing else is read, and left to the next scan if something
/// outside stops that too. The pool runs in the thread that calls it.
package struct WorkerPool {
  /// The results of the pool, in the order in which they become known.
  package enum Event: Sendable {
    /// Plugins and presets of a bundle; there may be more of the same bundle.
    case read(bundle: SurveyedBundle, plugins: [PluginRecord], presets: [PresetRecord])
    /// A bundle that has been read to its end, with its report.
    case finished(SurveyedBundle, BundleReport)
  }

  /// How bundles are read.
  package struct Options: Sendable {
    /// Path of the worker program.
    package var program: String
    /// The number of workers, at least 1.
    package var workers: Int
    /// How long a bundle may take, in seconds.
    package var seconds: Double
    /// The environment of the process.
    package var environment: [String: String]
    /// How much address space a worker may use, in bytes.
    package var memory = ScanLimits.memory
    /// Maximum total size of all bundles, in bytes as workers send them.
    package var bytes = ScanLimits.scanBytes

    /// Whether what is being read when the pool is cancelled counts as interrupted: it had its time.
    package var cutsOff = false

    /// Whether workers that root starts have no rights but those that every user has.
    package var isUnprivileged = false

    /// How bundles are read.
    package init(program: String, workers: Int, seconds: Double, environment: [String: String]) {
      self.program = program
      self.workers = max(1, workers)
      self.seconds = seconds
      self.environment = environment
    }
  }

  /// Bundles with more Turtle than this are divided between workers, in bytes.
  static let sharedBundleSize = 1 << 20

  private final class Slot {
    var worker: WorkerProcess?
    var assignment: Assignment?
  }

  private let options: Options
  private let slots: [Slot]
  var queue: WorkerQueue
  private let isCancelled: () -> Bool
  private let deliver: (Event) throws -> Void
  /// The amount that workers have sent, in bytes.
  private var bytes = 0
  private var lastTurn = ContinuousClock.now
  /// After a longer gap between two turns of the pool, the machine slept or the scan was stopped, and no worker is to
  /// blame.
  private static let longestTurn = Duration.seconds(1)

  /// Reads all jobs.
  ///
  /// - Parameters:
  ///   - isCancelled: asked several times a second.
  ///   - deliver: receives the results.
  /// - Throws: ``ScanError``, and errors of `deliver`.
  package static func run(
    _ jobs: [ScanPlan.Job], options: Options, isCancelled: @escaping () -> Bool,
    deliver: @escaping (Event) throws -> Void
  ) throws {
    guard !jobs.isEmpty else { return }
    ManifestCopies.removeAbandoned()
    var pool = WorkerPool(jobs, options, isCancelled: isCancelled, deliver: deliver)
    defer { for slot in pool.slots { pool.endWorker(of: slot) } }
    try pool.run()
  }

  private init(
    _ jobs: [ScanPlan.Job], _ options: Options, isCancelled: @escaping () -> Bool,
    deliver: @escaping (Event) throws -> Void
  ) {
    self.options = options
    self.isCancelled = isCancelled
    self.deliver = deliver
    slots = (0..<options.workers).map { _ in Slot() }
    queue = WorkerQueue(
      jobs.reversed().map { job in
        let progress = BundleProgress(job: job)
        progress.pending = 1
        return (progress, Self.request(for: job, options))
      })
  }

  private static func request(for job: ScanPlan.Job, _ options: Options) -> WorkerRequest {
    var request = WorkerRequest(
      bundle: job.bundle.path, task: job.bundle.turtleBytes > sharedBundleSize ? .outline : .all,
      knownContent: job.knownContent, seconds: Int(options.seconds) + 2)
    request.memory = options.memory
    return request
  }

  /// Terminates the worker of a slot. A worker killed mid-task can't clean up, so its manifest copies are removed here.
  @discardableResult
  private func endWorker(of slot: Slot, within milliseconds: Int = 0) -> ChildEnd? {
    guard let worker = slot.worker else { return nil }
    let end = worker.end(within: milliseconds)
    if slot.assignment != nil { ManifestCopies.remove(of: worker.process) }
    (slot.worker, slot.assignment) = (nil, nil)
    return end
  }

  private mutating func run() throws {
    while true {
      if isCancelled() {
        if options.cutsOff { try cutOff() }
        throw ScanError.interrupted
      }
      extendDeadlines()
      for slot in slots where slot.assignment == nil { try assignNext(to: slot) }
      let busy = slots.filter { $0.assignment != nil }
      if busy.isEmpty { return }
      wait(for: busy)
      for slot in busy { try advance(slot) }
    }
  }

  private func cutOff() throws {
    for slot in slots {
      guard let progress = slot.assignment?.progress, !progress.isAbandoned else { continue }
      progress.interrupt(.cutOff)
      try deliver(.finished(progress.job.bundle, progress.report))
    }
  }

  private mutating func extendDeadlines() {
    let turn = lastTurn.duration(to: .now)
    lastTurn = .now
    guard turn > Self.longestTurn else { return }
    for slot in slots { slot.assignment?.deadline += turn }
  }

  private mutating func assignNext(to slot: Slot) throws {
    while let (progress, request) = queue.next(isIdle: slots.allSatisfy { $0.assignment == nil }) {
      if progress.isAbandoned {
        try settle(progress)
        continue
      }
      guard let worker = try worker(of: slot) else { return queue.append((progress, request)) }
      slot.assignment = Assignment(
        progress, request, deadline: .now + .seconds(options.seconds), usedSeconds: worker.processorSeconds)
      worker.send(request)
      return
    }
  }

  /// - Returns: nil if the machine has no room for another worker while others are busy.
  private func worker(of slot: Slot) throws -> WorkerProcess? {
    if let worker = slot.worker { return worker }
    do throws(ScanError) {
      slot.worker = try WorkerProcess(
        program: options.program, environment: options.environment, isUnprivileged: options.isUnprivileged)
    } catch {
      guard case .shortage = error, slots.contains(where: { $0.assignment != nil }) else { throw error }
    }
    return slot.worker
  }

  private func wait(for busy: [Slot]) {
    let nearest = busy.compactMap { $0.assignment?.deadline }.min() ?? .now
    let patience = min(max(.zero, nearest - .now), .milliseconds(200))
    BorrowedDescriptor.waitUntilReadable(
      busy.compactMap { $0.worker.map { BorrowedDescriptor($0.socket) } },
      milliseconds: Int(patience / .milliseconds(1)) + 1)
  }

  private mutating func advance(_ slot: Slot) throws {
    guard let worker = slot.worker else { return }
    let isConnected = worker.receive()
    do {
      while slot.assignment != nil, let (reply, size) = try worker.nextReply() {
        bytes += size
        if bytes > options.bytes { return try fail(slot, .tooLarge(.scanTooLarge(limit: options.bytes >> 20))) }
        try slot.assignment?.take(reply, size: size)
        try react(to: reply, slot)
      }
    } catch let problem as MessageProblem {
      try fail(slot, .verdict(.malformedAnswer(problem)))
      return
    }
    guard let assignment = slot.assignment else { return }
    if !isConnected {
      try fail(slot, nil)
    } else if assignment.deadline < .now {
      try fail(slot, timeOut(of: worker, assignment))
    }
  }

  /// Why a worker exceeded its time. One that has computed for more than half of the time is slow because of its
  /// bundle; one that has waited may be waiting for a disk.
  private func timeOut(of worker: WorkerProcess, _ assignment: Assignment) -> WorkerFault {
    if worker.isStopped { return .interruption(.stopped) }
    let used = worker.processorSeconds - assignment.usedSeconds
    let failure = WorkerFailure.timedOut(Int(options.seconds))
    return used > options.seconds / 2 ? .verdict(failure) : .uncertain(failure)
  }

  private mutating func react(to reply: WorkerReply, _ slot: Slot) throws {
    guard let progress = slot.assignment?.progress else { return }
    if progress.bytes > ScanLimits.bundleBytes {
      return try fail(slot, .tooLarge(.tooLarge(limit: ScanLimits.bundleBytes >> 20)))
    }
    switch reply {
    case .unchanged:
      progress.report.isSameContent = true
      try complete(slot)
    case .finished(let summary):
      if case .interrupted(let cause)? = summary.problem { return try fail(slot, .interruption(cause)) }
      progress.merge(summary)
      try complete(slot)
    default:
      guard let (plugins, presets) = slot.assignment?.takeLargePart() else { return }
      try deliver(.read(bundle: progress.job.bundle, plugins: plugins, presets: presets))
    }
  }

  private mutating func complete(_ slot: Slot) throws {
    guard let assignment = slot.assignment else { return }
    slot.assignment = nil
    try hand(over: assignment)
    let progress = assignment.progress
    for part in (assignment.parts ?? []).reversed() {
      var request = assignment.request
      request.task = .plugins(part)
      request.knownContent = nil
      progress.pending += 1
      queue.append((progress, request))
    }
    try settle(progress)
  }

  func hand(over assignment: Assignment) throws {
    assignment.progress.report.rejections += assignment.rejected
    guard !assignment.plugins.isEmpty || !assignment.presets.isEmpty else { return }
    try deliver(
      .read(
        bundle: assignment.progress.job.bundle, plugins: assignment.plugins, presets: assignment.presets))
  }

  func settle(_ progress: BundleProgress) throws {
    progress.pending -= 1
    if progress.pending == 0 { try deliver(.finished(progress.job.bundle, progress.report)) }
  }

  /// Terminates a worker that has failed. Without a fault, it has exited by itself, and how it exited shows what
  /// failed.
  private mutating func fail(_ slot: Slot, _ fault: WorkerFault?) throws {
    guard let worker = slot.worker, let assignment = slot.assignment,
      let end = endWorker(of: slot, within: fault == nil ? 500 : 0)
    else { return }
    let fault = fault ?? end.fault
    if !worker.hasGreeted { try checkStart(end, after: fault, of: assignment.progress) }
    try retry(assignment, after: fault)
  }

  /// - Throws: if the program is unusable, or if workers are killed before they can read anything.
  private func checkStart(_ end: ChildEnd, after fault: WorkerFault, of progress: BundleProgress) throws(ScanError) {
    guard case .interruption(let cause) = fault else {
      let words = end.lastWords.isEmpty ? fault.description : end.lastWords
      throw .workerUnusable(path: options.program, .notGreeting(words))
    }
    guard progress.isAlone else { return }
    throw .workersKilled(cause)
  }
}
