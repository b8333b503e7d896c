internal import CLV2Host
internal import ComponentModel
internal import Linux
internal import Synchronization

/// Starts processes for components.
package final class ChildPrograms: Sendable {
  /// The program that the processes run.
  let program: ChildProgram
  /// How long one step of a plugin's start may take, or a block if there is no deadline, in seconds.
  let timeout: Double
  private let isEnding = Atomic(false)
  private let isHurried = Atomic(false)

  /// - Parameter timeout: how long a step of a plugin's start may take, in seconds.
  package init(_ program: ChildProgram, timeout: Double = 10) {
    self.program = program
    self.timeout = timeout
  }

  /// Shortens the timeout of all requests.
  func hurry() { isHurried.store(true, ordering: .releasing) }

  /// How long a request may take without progress, in seconds.
  var patience: Double { isHurried.load(ordering: .acquiring) ? min(timeout, 0.25) : timeout }

  /// Stops all waiting: from now on, requests that don't complete immediately fail.
  func end() { isEnding.store(true, ordering: .releasing) }

  var hasEnded: Bool { isEnding.load(ordering: .acquiring) }
}

/// The process in which the plugin of a component should run.
package struct PluginHosts: Sendable {
  let programs: ChildPrograms
  /// The process that the plugin shares with others; nil if it gets one of its own.
  var shared: HostProcess?

  /// The processes for the components of a chain; nil if they run in this process.
  ///
  /// - Parameters:
  ///   - isolation: which of them share a process.
  ///   - renderer: the program that hosts them; nil for the one that is installed.
  ///   - environment: the processes' environment; nil for this process's own.
  ///   - timeout: how long a block, or one step of a plugin's start, may take, in seconds.
  package init?(
    _ isolation: PluginIsolation, of plan: ChainPlan, _ settings: HostSettings, renderer: String?,
    environment: [String: String]?, timeout: Double
  ) throws(ChainError) {
    guard isolation != .none else { return nil }
    let program = try ChildProgram(installed: renderer, environment: environment ?? CurrentProcess.environment)
    self.init(programs: ChildPrograms(program, timeout: timeout))
    if isolation == .chain { try share(plan.records.indices, of: plan, settings) }
  }

  init(programs: ChildPrograms) { self.programs = programs }

  /// Starts a process that components share.
  ///
  /// - Parameter places: the places of the components in the plan.
  mutating func share(
    _ places: some Sequence<Int>, of plan: ChainPlan, _ settings: HostSettings
  ) throws(ChainError) {
    let area = places.reduce(0) { sum, place in
      sum
        + ExchangeLayout(
          largest: plan.records[place], instances: plan.plans[place].instances, blockLength: settings.blockLength
        ).size
    }
    shared = try HostProcess(programs, area: area, log: settings.log)
  }
}

/// A process that hosts components, from the parent's side.
final class HostProcess: @unchecked Sendable {
  // SAFETY: `memory` is mapped as long as this object. Requests to the process, which may write anything there, are
  // made with `state` held.

  let memory: HostMemory
  private let programs: ChildPrograms
  private let log: @Sendable (PluginMessage) -> Void
  private let state: Mutex<State>
  /// The last request for real-time priority: the refusals counted by then, and the earliest time of the next request.
  private let request = Mutex<(refusals: UInt32, next: ContinuousClock.Instant)>((0, .now))

  private let isAsked = Atomic(false)

  private struct State: @unchecked Sendable {
    // SAFETY: used by one thread at a time, which holds the lock.
    let child: ChildProcess
    /// The URIs of the components, by their slots.
    var components: [String] = []
    var used = 0
    /// How many of them have been released.
    var left = 0
    var end: ChildEnd?
    /// Why it was ended; the same for all of its components.
    var cause: ChainError?
  }

  /// Starts a process.
  ///
  /// - Parameter area: how much memory its components' blocks need, in bytes.
  init(_ programs: ChildPrograms, area: Int, log: @escaping @Sendable (PluginMessage) -> Void) throws(ChainError) {
    let (child, memory) = try programs.program.start(.host, payload: HostMemory.size(area: area)) { _ in }
    self.memory = HostMemory(memory)
    self.programs = programs
    self.log = log
    state = Mutex(State(child: child))
  }

  deinit {
    end()
    deliverMessages()
    memory.child.unmap()
  }

  /// The process number of its supervisor.
  var identifier: Int32 { state.withLock { $0.child.process } }

  /// Whether its render thread was refused real-time priority since the last request, which was at least a second ago.
  var wantsPriority: Bool { request.withLock { $0.refusals != refusals && .now > $0.next } }

  /// How often the priority was refused.
  private var refusals: UInt32 {
    (0..<HostMemory.slots).reduce(0) { sum, slot in
      withUnsafePointer(to: &memory.exchanges[slot].refusals) { sum &+ aucatLoad($0) }
    }
  }

  /// Asks RealtimeKit for the render thread's priority.
  func askForPriority(below host: Int32) throws(SystemError) {
    request.withLock { $0 = (refusals, .now + .seconds(1)) }
    // Requests are served by the main thread, whose number is the process's.
    try RealtimeKit.schedule(
      thread: memory.rendering.pointee.thread.read(), of: memory.serving.pointee.thread.read(), below: host)
  }

  /// Whether it is busy with a request, so that another one would have to wait.
  var isBusy: Bool { isAsked.load(ordering: .relaxed) }

  /// Delivers what plugins have logged.
  func deliverMessages() { for message in memory.takeMessages() { log(message) } }

  /// Ends the process immediately.
  func end() {
    state.withLock { state in if state.end == nil { state.end = state.child.end() } }
  }

  /// Reserves a slot for a component, and memory for its blocks.
  func reserve(_ component: String, bytes: Int) -> (slot: Int, offset: Int) {
    state.withLock { state in
      defer {
        state.components.append(component)
        state.used += bytes
      }
      return (state.components.count, state.used)
    }
  }

  /// Releases a component, and ends the process with its last one.
  func leave(_ slot: Int) {
    let isLast = state.withLock { state in
      state.left += 1
      return state.left == state.components.count
    }
    if isLast || programs.hasEnded { return end() }
    _ = try? ask("release", slot: slot)
  }

  /// Sends a request, and waits for the answer.
  ///
  /// - Throws: the process's error, how it ended, or a timeout, after which the process is killed.
  func ask(_ request: String, slot: Int, _ members: [(key: String, value: JSON)] = []) throws(ChainError) -> Members {
    let text = JSON.object([("request", .string(request)), ("slot", .int(slot))] + members).encoded
    let answer = try state.withLock { (state) throws(ChainError) in
      isAsked.store(true, ordering: .relaxed)
      defer { isAsked.store(false, ordering: .relaxed) }
      do throws(ChainError) {
        return try pass(Array(text.utf8), limit: HostLimits.size(ofAnswerTo: request), &state)
      } catch {
        // A process in the middle of a request would take the next one for the rest of it.
        if state.end == nil { (state.end, state.cause) = (state.child.end(), error) }
        throw error
      }
    }
    deliverMessages()
    guard case .object(let list)? = HostLimits.parsed(answer) else {
      end()
      throw ChainError(.invalidAnswer)
    }
    let found = Members(list, "")
    guard case .object(let error)? = found.value("error") else { return found }
    throw (try? ChainError(Members(error, ""))) ?? ChainError(.invalidAnswer)
  }

  /// - Parameter limit: the largest size of the answer, in bytes.
  private func pass(_ text: [UInt8], limit: Int, _ state: inout State) throws(ChainError) -> [UInt8] {
    guard state.end == nil else { throw ChainError(.invalidAnswer) }
    var watches = [StatusWatch(memory.serving)]
    let components = state.components
    let child = state.child
    let wait = { [self] (turn: UInt32) throws(ChainError) -> Void in
      while !memory.waits(for: turn, milliseconds: Self.patience) {
        guard !programs.hasEnded else { throw ChainError(.notLive) }
        if child.hasEnded || memory.child.end != nil {
          throw StatusWatch.death(
            child.end(within: 500), in: memory.child, [StatusWatch(memory.rendering), StatusWatch(memory.serving)],
            among: components, running: programs.program.path)
        }
        watches[0].look(after: .milliseconds(Int(Self.patience)))
        let patience = programs.patience
        guard watches[0].isStill(for: patience) else { continue }
        let (component, incident) = StatusWatch.incident(watches.filter(\.isAtWork), among: components)
        throw ChainError(.timedOut(seconds: patience, incident), component: component)
      }
    }
    try wait(try memory.send(text, waiting: wait))
    guard let answer = try memory.receive(limit: limit, wait) else { throw ChainError(.invalidAnswer) }
    return answer
  }

  /// How often to check on the process, in milliseconds.
  private static let patience: UInt32 = 20

  /// Determines why a component failed, and ends its process.
  ///
  /// - Parameter fall: what the render thread has noticed.
  func cause(of fall: AucatRemoteFall, slot: Int, silence: Double) -> ChainError {
    state.withLock { state in
      if let cause = state.cause { return cause }
      let cause = cause(of: fall, slot: slot, silence: silence, &state)
      state.cause = cause
      return cause
    }
  }

  private func cause(of fall: AucatRemoteFall, slot: Int, silence: Double, _ state: inout State) -> ChainError {
    let watches = [StatusWatch(memory.rendering), StatusWatch(memory.serving)]
    let components = state.components
    let own = components.indices.contains(slot) ? components[slot] : nil
    let running = StatusWatch.incident(watches.filter(\.isAtWork), among: components)
    if state.end == nil { state.end = state.child.end(within: fall == aucatIsGone ? 500 : 0) }
    guard let end = state.end else { return ChainError(.invalidAnswer) }
    switch fall {
    case aucatIsGone:
      return StatusWatch.death(
        end, in: memory.child, watches, among: components, running: programs.program.path)
    case aucatIsLate: return ChainError(.late, component: own)
    default: return ChainError(.timedOut(seconds: silence, running.incident), component: running.component ?? own)
    }
  }
}
