internal import ComponentModel
internal import Glibc
internal import Synchronization

/// Carries out a live chain's edits, one at a time, on a thread of its own.
final class EditLoader: @unchecked Sendable {
  // SAFETY: What threads share is protected by `model`, `news` and `calls`, or atomic. Only the loader's thread, or a
  // test in its place, changes `leaving` and `past`, until it has ended.

  let memory: LiveMemory
  let settings: LiveSettings
  let inputCount: Int
  let outputCount: Int
  let model: Mutex<LiveModel>
  let news: Mutex<LiveNews>
  /// Held during calls to plugins outside the render thread. The value is whether they are active.
  let calls = Mutex(true)
  /// The program that components' processes run.
  let programs: LivePrograms
  private let thread = WakeableThread()
  /// Posted by the render thread when it no longer uses what the last edit replaced.
  var wake: UnsafeMutablePointer<sem_t> { thread.wake }
  private let isEnding = Atomic<UInt32>(0)
  /// What the last edit replaced, while the render thread may still use it.
  private var leaving: [LiveUnit] = []
  private var past: LiveGraph?
  /// The component that the last edit concerns.
  private var unit: UnitNumber?

  /// - Parameter state: the chain, with the numbers of its components.
  init(
    _ state: ChainState, _ memory: LiveMemory, inputs: Int, outputs: Int, settings: LiveSettings
  ) throws(ChainError) {
    let chain = state.chain
    self.memory = memory
    self.settings = settings
    (inputCount, outputCount) = (inputs, outputs)
    programs = LivePrograms(settings)
    let plan = try Self.plan(chain, inputs: inputs, outputs: outputs, settings: settings, memory: memory)
    let hosts = try Self.hosts(
      of: chain.stages.indices, chain, plan, isolation: settings.isolation, suspects: settings.suspects,
      settings: settings,
      programs: programs.found)
    let units = try chain.stages.indices.map { (place) throws(ChainError) in
      try LiveUnit.load(
        chain, plan: plan, place: place, number: state.numbers[place], settings: settings, hosts: hosts[place],
        memory: memory)
    }
    let builder = GraphBuilder(settings: settings, fade: memory.fade, inputCount: inputs, outputCount: outputs)
    let graph = try builder.graph(GraphBuilder.Parts(new: units), serial: 0, isSettled: true)
    model = Mutex(
      LiveModel(
        units: units, graph: graph, isolation: settings.isolation, suspects: settings.suspects,
        lastNumber: state.lastNumber))
    news = Mutex(LiveNews(units, input: memory.inputWatch, lock: settings.locksMemory ? memory.lock(units) : nil))
    for unit in units {
      unit.control.collectEvents(settings.collectsEvents || unit.remote != nil)
      try unit.loaded.activate()
    }
  }

  /// Checks a chain before anything is loaded.
  static func plan(
    _ chain: RenderChain, inputs: Int, outputs: Int, settings: LiveSettings, memory: LiveMemory,
    known: [Int: PluginRecord] = [:]
  ) throws(ChainError) -> ChainPlan {
    let plan = try ChainPlan(
      chain, channels: inputs, settings: settings.host, status: memory.reading, known: known)
    guard plan.outputCount > 0 else { throw ChainError(.outputCount(0)) }
    guard plan.outputCount <= outputs else {
      throw ChainError(.tooFewOutputs(channels: plan.outputCount, outputs: outputs))
    }
    return plan
  }

  /// Wakes the thread to look for work.
  func wakeUp() { thread.wakeUp() }

  /// Queues an edit.
  ///
  /// - Parameter make: makes the edit, after checking it against the chain that earlier edits lead to.
  func add(_ make: (inout LiveModel) throws(ChainError) -> Edit) throws(ChainError) {
    try model.withLock { (model) throws(ChainError) in
      guard !model.isEnded else { throw ChainError(.notLive) }
      let edit = try make(&model)
      try start()
      model.queue.add(edit)
    }
    thread.wakeUp()
  }

  /// Adopts the edits of a chain that this one replaces. The thread must be running.
  ///
  /// - Parameter lastNumber: the last number given to a component there.
  func take(_ edits: [Edit], lastNumber: UInt32) {
    model.withLock { model in
      // Components of waiting or failed edits also have numbers.
      model.skipNumbers(through: lastNumber)
      for edit in edits { model.queue.add(edit) }
    }
    thread.wakeUp()
  }

  /// Starts the thread unless it is running.
  func start() throws(ChainError) {
    // SAFETY: `end`, which the chain calls before it releases the loader, joins the thread.
    unowned(unsafe) let loader = self
    try thread.start { while loader.thread.waitForWork() { loader.work() } }
  }

  private func work() {
    while isEnding.read() == 0 {
      keepStates()
      heedFalls()
      askForPriority()
      let (next, needless) = model.withLock { ($0.queue.next(), $0.queue.takeNeedless()) }
      for one in needless { one.done?(.success(one.unit)) }
      guard let edit = next else { return }
      let result: Result<UnitNumber?, ChainError>
      do throws(ChainError) {
        try carryOut(edit)
        result = .success(edit.unit)
      } catch {
        result = .failure(error)
      }
      model.withLock { $0.queue.finish() }
      edit.done?(result)
    }
  }

  private func carryOut(_ edit: Edit) throws(ChainError) {
    publish(try prepare(edit))
    // The render thread wakes this one when it no longer uses what was replaced. An edit that is added meanwhile also
    // wakes it, and is found in the queue later.
    while !reap() {
      guard thread.waitForWork() else { return }
      heedFalls()
    }
  }

  /// Hands a prepared edit to the render thread. The edit before it must have been completed.
  func publish(_ edit: PreparedEdit) {
    model.withLock { model in
      // Carries over the settings made since their states were saved.
      for heir in edit.heirs { heir.follow() }
      past = model.graph
      leaving = edit.leaving
      (model.units, model.graph) = (edit.units, edit.graph)
      if let isolation = edit.isolation { model.isolation = isolation }
      model.queue.finish()
      unit = edit.unit
      memory.mailbox.pointee.next.store(UInt(bitPattern: edit.graph.realtime), ordering: .releasing)
    }
    news.withLock { $0.follow(edit.units) }
  }

  /// Releases what the last edit replaced, if the render thread no longer uses it.
  func reap() -> Bool {
    guard past != nil else { return true }
    guard memory.mailbox.pointee.settled.read() == model.withLock({ $0.graph.serial }) else { return false }
    let latency = Int(memory.watch.pointee.latency.read())
    news.withLock { [unit] in $0.add(.settled(unit, latency: latency)) }
    calls.withLock { _ in for unit in leaving { unit.loaded.deactivate() } }
    (leaving, past) = ([], nil)
    return true
  }

  /// Stops the thread, and with it all edits.
  func end() {
    let (waiting, needless) = model.withLock { model in
      model.isEnded = true
      return (model.queue.clear(), model.queue.takeNeedless())
    }
    isEnding.publish(1)
    programs.end()
    thread.stop()
    for edit in needless { edit.done?(.success(edit.unit)) }
    for edit in waiting { edit.done?(.failure(ChainError(.notLive))) }
  }

  /// Deactivates the components, once ``end()`` has been called and nobody renders.
  func deactivate() {
    let units = model.withLock { $0.units }
    calls.withLock { isActive in
      if isActive {
        for unit in units + leaving {
          unit.loaded.deactivate()
          unit.remote?.process.end()
        }
      }
      isActive = false
    }
  }
}
