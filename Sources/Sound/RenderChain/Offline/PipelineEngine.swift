internal import ChainHosting
internal import Linux
internal import Glibc

/// Renders a chain on several threads: while one unit works on a part of the sound, the next unit works on the part
/// before it.
///
/// The result does not depend on the threads: each unit gets the parts in order. A single unit renders on the caller's
/// thread.
final class PipelineEngine: @unchecked Sendable {
  // SAFETY: All fields are accessed with `lock` held, except the buffers of a part, which belong to the unit that
  // `isBusy` names. The threads hold no reference to this object: `stop` joins them before it can be released.

  /// The chain's units, in order.
  let units: [RenderUnit]
  private let memory = MemoryPool()
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var threads: [pthread_t] = []
  private var isStopping = false
  /// The parts in the pipeline, the oldest first.
  private var parts: [Part] = []
  private var free: [Part] = []
  private var isBusy: [Bool]
  /// Receives a finished part: its channels, its frames, and the MIDI that the chain has sent.
  typealias Delivery = ([UnsafeMutablePointer<Float>], Int, [MIDIMessage]) throws -> Void

  /// The output channels, if there is only one unit.
  private var outputs: [UnsafeMutablePointer<Float>] = []

  /// A part of the sound, and how many units have rendered it.
  private final class Part {
    /// The memory that the next unit reads, and the memory that it writes.
    var sets: ([UnsafeMutablePointer<Float>], [UnsafeMutablePointer<Float>])
    var count = 0
    var unitsDone = 0
    /// The MIDI for the next unit.
    var messages: [MIDIMessage] = []
    /// The MIDI of the last unit that sends any.
    var sent: [MIDIMessage] = []
    init(_ sets: ([UnsafeMutablePointer<Float>], [UnsafeMutablePointer<Float>])) { self.sets = sets }
  }

  /// - Parameter jobs: how many threads work, including the caller's.
  init(_ units: [RenderUnit], jobs: Int, chunk: Int) throws(ChainError) {
    self.units = units
    isBusy = Array(repeating: false, count: units.count)
    lock = memory.array(copying: [pthread_mutex_t()])
    changed = memory.array(copying: [pthread_cond_t()])
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
    guard units.count > 1 else {
      outputs = try memory.channels(outputCount, of: chunk)
      return
    }
    let widest = units.map { max($0.inputCount, $0.outputCount) }.max() ?? 0
    for _ in 0..<2 * jobs + 2 {
      free.append(Part((try memory.channels(widest, of: chunk), try memory.channels(widest, of: chunk))))
    }
    // Fewer threads than requested are enough: the caller's always exists.
    for _ in 1..<max(jobs, 1) where !start() { break }
  }

  deinit {
    // The threads have ended already: see `stop`.
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
  }

  private func start() -> Bool {
    var thread = pthread_t()
    let handle = Unmanaged.passUnretained(self).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { handle in
        CurrentThread.useSignalStack()
        if let handle { Unmanaged<PipelineEngine>.fromOpaque(handle).takeUnretainedValue().serve() }
        return nil
      }, handle)
    if status == 0 { threads.append(thread) }
    return status == 0
  }

  /// Ends the threads. Nothing can be rendered afterwards.
  func stop() {
    pthread_mutex_lock(lock)
    isStopping = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  private func serve() {
    pthread_mutex_lock(lock)
    while !isStopping {
      if !workOnce() { pthread_cond_wait(changed, lock) }
    }
    pthread_mutex_unlock(lock)
  }

  /// Lets one unit render one part. Called with the lock held, which is released while rendering.
  ///
  /// - Returns: false if there is nothing to do.
  private func workOnce() -> Bool {
    // The oldest part comes first, so that it leaves the pipeline.
    guard let part = parts.first(where: { $0.unitsDone < units.count && isNext($0) }) else { return false }
    let unit = part.unitsDone
    isBusy[unit] = true
    pthread_mutex_unlock(lock)
    let sent = units[unit].render(part.sets.0, to: part.sets.1, count: part.count, messages: part.messages)
    pthread_mutex_lock(lock)
    // No other unit takes the chain's messages: see `ChainPlan.units`.
    part.messages = []
    if let sent { part.sent = sent }
    isBusy[unit] = false
    part.sets = (part.sets.1, part.sets.0)
    part.unitsDone += 1
    pthread_cond_broadcast(changed)
    return true
  }

  /// Whether the part's next unit is free and has rendered all older parts.
  private func isNext(_ part: Part) -> Bool {
    if isBusy[part.unitsDone] { return false }
    for other in parts {
      if other === part { return true }
      if other.unitsDone <= part.unitsDone { return false }
    }
    return false
  }

  /// Renders frames, and delivers finished parts in order, possibly those of earlier calls.
  ///
  /// - Parameter messages: MIDI in order, with frames counted from the first of these.
  ///
  /// SAFETY: The memory of each channel has `count` frames, at most `chunk`; `deliver` may use its arguments only
  /// during its call.
  func render(
    _ inputs: [UnsafeMutablePointer<Float>], count: Int, messages: [MIDIMessage] = [], deliver: Delivery
  ) throws {
    if units.count == 1 {
      let sent = units[0].render(inputs, to: outputs, count: count, messages: messages)
      return try deliver(outputs, count, sent ?? [])
    }
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while free.isEmpty { try advance(deliver) }
    let part = free.removeLast()
    for (index, channel) in inputs.enumerated() { part.sets.0[index].update(from: channel, count: count) }
    part.count = count
    part.unitsDone = 0
    (part.messages, part.sent) = (messages, [])
    parts.append(part)
    pthread_cond_broadcast(changed)
    while let first = parts.first, first.unitsDone == units.count { try hand(first, deliver) }
  }

  /// Waits until everything is rendered, and delivers it.
  func finish(_ deliver: Delivery) throws {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while !parts.isEmpty { try advance(deliver) }
  }

  /// Delivers the oldest part if it is done; works or waits if not.
  private func advance(_ deliver: Delivery) throws {
    if let first = parts.first, first.unitsDone == units.count {
      try hand(first, deliver)
    } else if !workOnce() {
      pthread_cond_wait(changed, lock)
    }
  }

  private func hand(_ part: Part, _ deliver: Delivery) throws {
    parts.removeFirst()
    free.append(part)
    // Only this thread takes parts from `free`, so the part stays intact until the sink has it.
    pthread_mutex_unlock(lock)
    defer { pthread_mutex_lock(lock) }
    try deliver(part.sets.0, part.count, part.sent)
  }
}

extension PipelineEngine {
  var outputCount: Int { units.last?.outputCount ?? 0 }
  var inputCount: Int { units.first?.inputCount ?? 0 }
  /// The chain's present latency, in frames.
  var latency: Int { units.reduce(0) { $0 + $1.latency } }
  /// The chain's latency after the first part of the sound, in frames.
  var firstLatency: Int { units.reduce(0) { $0 + ($1.firstLatency ?? 0) } }
  /// The latencies that components reported after the first part of the sound, in frames.
  var firstLatencies: [(component: String, frames: Float)] { units.flatMap(\.firstLatencies) }
  /// Sets parameters and bypasses. Everything must have been rendered.
  func apply(_ settings: [StageSetting]) throws(ChainError) {
    var first = 0
    for unit in units {
      for setting in settings where (first..<first + unit.stageCount).contains(setting.place) {
        try unit.apply(setting, at: setting.place - first)
      }
      first += unit.stageCount
    }
  }
  var nonFinite: String? { units.lazy.compactMap(\.nonFinite).first }
  var isInputNonFinite: Bool { units.contains(where: \.isInputNonFinite) }
  var corrupting: String? { units.lazy.compactMap(\.corrupting).first }
  /// The MIDI messages that were lost, and the component that lost the first of them.
  var losses: (count: Int, component: String?) {
    let losses = units.map(\.losses)
    return (losses.reduce(0) { $0 + $1.count }, losses.lazy.compactMap(\.component).first)
  }
  /// The place in the chain of the first component that has given only silence; nil if there is none.
  var silentStage: Int? {
    var first = 0
    for unit in units {
      if let stage = unit.silentStage { return first + stage }
      first += unit.stageCount
    }
    return nil
  }
  /// The components of units that have written outside the memory of their ports. Nothing may render during the call.
  var suspects: [String] { units.flatMap(\.suspects) }
}
