package import ComponentModel
internal import Linux
internal import Glibc

/// Reads bundles in worker programs, several at once.
///
/// A worker serves many bundles and is replaced when it dies, is too slow or answers nonsense; that costs the plugin
/// that it was reading where the worker had said which, else its bundle. The pool runs in the thread that calls it.
package struct WorkerPool {
  /// What the pool delivers, in the order in which it becomes known.
  package enum Event: Sendable {
    /// Plugins and presets of a bundle; there may be more of the same bundle.
    case read(bundle: BundleSurvey.Bundle, plugins: [PluginRecord], presets: [PresetRecord])
    /// Nothing more comes of this bundle.
    case finished(BundleSurvey.Bundle, BundleReport)
  }

  /// How bundles are read.
  package struct Options: Sendable {
    /// Path of the worker program.
    package var program: String
    /// How many workers at once, at least 1.
    package var workers: Int
    /// How long a bundle may take, in seconds.
    package var seconds: Double
    /// The environment of the process.
    package var environment: [String: String]

    /// How bundles are read.
    package init(program: String, workers: Int, seconds: Double, environment: [String: String]) {
      self.program = program
      self.workers = max(1, workers)
      self.seconds = seconds
      self.environment = environment
    }
  }

  /// More Turtle than this is shared out between workers, in bytes.
  static let sharedBundleSize = 1 << 20

  private final class Slot {
    var worker: WorkerProcess?
    var assignment: Assignment?
  }

  private let options: Options
  private let slots: [Slot]
  private var queue: [(BundleProgress, WorkerRequest)] = []
  private let isCancelled: () -> Bool
  private let deliver: (Event) throws -> Void

  /// Reads all jobs.
  ///
  /// - Parameters:
  ///   - isCancelled: asked several times a second.
  ///   - deliver: takes what has been read.
  /// - Throws: ``ScanError``, and what `deliver` throws.
  package static func run(
    _ jobs: [ScanPlan.Job], options: Options, isCancelled: @escaping () -> Bool,
    deliver: @escaping (Event) throws -> Void
  ) throws {
    guard !jobs.isEmpty else { return }
    var pool = WorkerPool(jobs, options, isCancelled, deliver)
    defer { for slot in pool.slots { _ = slot.worker?.end() } }
    try pool.run()
  }

  private init(
    _ jobs: [ScanPlan.Job], _ options: Options, _ isCancelled: @escaping () -> Bool,
    _ deliver: @escaping (Event) throws -> Void
  ) {
    self.options = options
    self.isCancelled = isCancelled
    self.deliver = deliver
    slots = (0..<options.workers).map { _ in Slot() }
    queue = jobs.reversed().map { job in
      let progress = BundleProgress(job: job)
      progress.pending = 1
      let task: WorkerRequest.Task = job.bundle.turtleBytes > Self.sharedBundleSize ? .outline : .all
      return (
        progress,
        WorkerRequest(
          bundle: job.bundle.path, task: task, knownContent: job.knownContent, seconds: Int(options.seconds) + 2)
      )
    }
  }

  private mutating func run() throws {
    while true {
      if isCancelled() { throw ScanError(.interrupted, "the scan was interrupted; the next one continues from here") }
      for slot in slots where slot.assignment == nil { try assignNext(to: slot) }
      let busy = slots.filter { $0.assignment != nil }
      if busy.isEmpty { return }
      try wait(for: busy)
      for slot in busy { try advance(slot) }
    }
  }

  private mutating func assignNext(to slot: Slot) throws {
    while let (progress, request) = queue.popLast() {
      if progress.isAbandoned {
        try settle(progress)
        continue
      }
      if slot.worker == nil {
        slot.worker = try WorkerProcess(program: options.program, environment: options.environment)
      }
      slot.assignment = Assignment(progress, request, deadline: .now + .seconds(options.seconds))
      slot.worker?.send(request)
      return
    }
  }

  private func wait(for busy: [Slot]) throws {
    var descriptors = busy.map { pollfd(fd: $0.worker?.socket ?? -1, events: Int16(POLLIN), revents: 0) }
    let nearest = busy.compactMap { $0.assignment?.deadline }.min() ?? .now
    let patience = min(max(.zero, nearest - .now), .milliseconds(200))
    _ = poll(&descriptors, nfds_t(descriptors.count), Int32(patience / .milliseconds(1)) + 1)
  }

  private mutating func advance(_ slot: Slot) throws {
    guard let worker = slot.worker else { return }
    let isConnected = worker.receive()
    do {
      while slot.assignment != nil, let reply = try worker.nextReply() {
        try slot.assignment?.check(reply)
        try take(reply, slot)
      }
    } catch let malformed as WireReader.Malformed {
      try fail(slot, .malformedAnswer(malformed.what))
      return
    }
    guard let assignment = slot.assignment else { return }
    if !isConnected {
      try fail(slot, nil)
    } else if assignment.deadline < .now {
      try fail(slot, .timedOut(Int(options.seconds)))
    }
  }

  private mutating func take(_ reply: WorkerReply, _ slot: Slot) throws {
    switch reply {
    case .began(let uri): slot.assignment?.current = uri
    case .plugin(let record):
      slot.assignment?.add(record)
      slot.assignment?.current = nil
      try handOverLargePlugins(slot)
    case .refused(let uri, let problem):
      slot.assignment?.rejected.append(BundleReport.Rejection(uri: uri, problem: problem))
      slot.assignment?.current = nil
    case .outline(let parts): slot.assignment?.parts = parts
    case .beganPresets: slot.assignment?.isInPresets = true
    case .presets(let presets):
      slot.assignment?.presets += presets
      slot.assignment?.isInPresets = false
    case .unchanged:
      slot.assignment?.progress.report.isSameContent = true
      try complete(slot)
    case .finished(let summary):
      slot.assignment?.progress.merge(summary)
      try complete(slot)
    }
  }

  private mutating func complete(_ slot: Slot) throws {
    guard let assignment = slot.assignment else { return }
    slot.assignment = nil
    try hand(over: assignment)
    let progress = assignment.progress
    for part in assignment.parts.reversed() {
      var request = assignment.request
      request.task = .plugins(part)
      request.knownContent = nil
      progress.pending += 1
      queue.append((progress, request))
    }
    try settle(progress)
  }

  private func hand(over assignment: Assignment) throws {
    assignment.progress.report.rejections += assignment.rejected
    guard !assignment.plugins.isEmpty || !assignment.presets.isEmpty else { return }
    try deliver(
      .read(
        bundle: assignment.progress.job.bundle, plugins: assignment.plugins, presets: assignment.presets))
  }

  private func handOverLargePlugins(_ slot: Slot) throws {
    guard let bundle = slot.assignment?.progress.job.bundle, let plugins = slot.assignment?.takeLargePlugins(),
      !plugins.isEmpty
    else { return }
    try deliver(.read(bundle: bundle, plugins: plugins, presets: []))
  }

  private func settle(_ progress: BundleProgress) throws {
    progress.pending -= 1
    if progress.pending == 0 { try deliver(.finished(progress.job.bundle, progress.report)) }
  }

  /// Ends a worker that has failed. Without a failure it has ended by itself, and how it did so says what failed.
  private mutating func fail(_ slot: Slot, _ failure: WorkerFailure?) throws {
    guard let worker = slot.worker, let assignment = slot.assignment else { return }
    slot.worker = nil
    slot.assignment = nil
    let end = worker.end(within: failure == nil ? 500 : 0)
    guard worker.hasGreeted else {
      throw ScanError(
        .workerUnusable,
        "\(options.program) does not run or has the wrong version (\(end.lastWords.isEmpty ? end.failure.description : end.lastWords)); install it again or set AUCAT_WORKER"
      )
    }
    try retry(assignment, after: failure ?? end.failure)
  }

  private mutating func retry(_ assignment: Assignment, after failure: WorkerFailure) throws {
    let progress = assignment.progress
    progress.crashes += 1
    try hand(over: assignment)
    if let uri = assignment.current { progress.refuse(uri, after: failure) }
    if assignment.isInPresets { progress.leaveOutPresets(after: failure) }
    let isLocal = assignment.current != nil || assignment.isInPresets
    if !isLocal || progress.crashes >= ScanLimits.crashes {
      progress.report.problem = .worker(failure)
      progress.isAbandoned = true
    } else {
      progress.pending += 1
      queue.append((progress, assignment.remainder))
    }
    try settle(progress)
  }
}
