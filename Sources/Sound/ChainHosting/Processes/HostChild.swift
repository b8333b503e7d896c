internal import CLV2Host
internal import ComponentModel
internal import Linux
internal import Synchronization

/// A child that hosts components for as long as its parent wants.
package enum HostChild {
  /// Tells the parent immediately that the child has ended.
  package static func sayGone(_ memory: ChildMemory) {
    guard memory.purpose == .host else { return }
    aucatSayGone(HostMemory(memory).exchanges, UInt32(HostMemory.slots))
  }

  /// Serves the parent's requests, and never returns.
  package static func run(_ memory: ChildMemory) -> Never {
    CurrentProcess.endFirst()
    if !CurrentProcess.isSanitized { CurrentProcess.limit(.addressSpace, to: mostMemory) }
    HostServer(HostMemory(memory)).serve()
  }

  /// The address space that a child may use, in bytes: half of the machine's memory, and at least 2 GiB.
  private static var mostMemory: Int { max(2 << 30, CurrentProcess.machineMemory / 2) }
}

/// Serves the requests of a child's parent.
private final class HostServer: @unchecked Sendable {
  // SAFETY: Requests come one after another. The render thread gets components through the board, and no block of a
  // component is requested before it is active, or after it has been deactivated.

  private let memory: HostMemory
  private var stages: [Int: HostedStage] = [:]
  private let pool = MemoryPool()
  private let board: UnsafeMutablePointer<RealtimeBoard>
  private var thread: BackgroundThread?
  private var traces: [Int: TraceDelivery] = [:]
  private let logging = Mutex(())

  init(_ memory: HostMemory) {
    self.memory = memory
    let slots = pool.array(HostMemory.slots) { Atomic<UInt>(0) }
    let bell = memory.bell
    board = pool.array(1) { RealtimeBoard(stages: slots, bell: bell) }
    memory.rendering.pointee.phase.publish(RenderPhase.run.rawValue)
  }

  func serve() -> Never {
    var turn: UInt32 = 0
    let wait = { [memory] (value: UInt32) in
      while !memory.waits(for: value, milliseconds: 60_000) {}
    }
    while true {
      wait(turn)
      let text = memory.receive(wait) ?? []
      var answer: [UInt8]
      do {
        answer = Array(try self.answer(String(decoding: text, as: UTF8.self)).encoded.utf8)
        // Texts with many escapes may be longer than their bytes in base64 would be.
        if answer.count > HostLimits.savedState { answer = Self.encoded(ChainError(.savingState(.tooLarge))) }
      } catch let error as ChainError {
        answer = Self.encoded(error)
      } catch {
        answer = Self.encoded(ChainError(.invalidJob(reason: "\(error)")))
      }
      memory.serving.end()
      turn = memory.send(answer, waiting: wait)
    }
  }

  private static func encoded(_ error: ChainError) -> [UInt8] {
    Array(JSON.object([("error", .object(error.members))]).encoded.utf8)
  }

  private func answer(_ text: String) throws -> JSON {
    guard case .object(let list)? = JSON(text) else { throw ChainError(.invalidAnswer) }
    let request = Members(list, "")
    let slot = try request.integer("slot") ?? 0
    if try request.text("request") == "load" { return try load(request, slot) }
    guard let stage = stages[slot] else { return .object([]) }
    switch try request.text("request") {
    case "restore":
      memory.serving.begin(.restore, slot)
      let state = try request.array("state").enumerated().map { try StateJSON.property($1, "state[\($0)]") }
      try stage.restore(try request.integer("instance") ?? 0, state)
    case "save":
      memory.serving.begin(.save, slot)
      let state = try stage.savedState(whileItRuns: try request.flag("runs") ?? false)
      return .object([("state", .array(state.map(StateJSON.object)))])
    case "activate": try activate(stage, slot)
    case "deactivate":
      memory.serving.begin(.deactivate, slot)
      traces[slot]?.stop()
      stage.deactivate()
    case "release": release(slot)
    case "map": return .object([("number", .int(Int(URIDMap.shared.map(try request.text("uri") ?? ""))))])
    case "unmap":
      let number = UInt32(clamping: try request.integer("number") ?? 0)
      return .object([("uri", .optional(URIDMap.shared.unmap(number)))])
    default: throw ChainError(.invalidJob(reason: "there is no such request"))
    }
    return .object([])
  }

  private func load(_ request: Members, _ slot: Int) throws -> JSON {
    let offset = try request.integer("offset") ?? 0
    guard (0..<HostMemory.slots).contains(slot), (0..<max(1, memory.area.count)).contains(offset),
      let area = memory.area.baseAddress, case .object(let list)? = request.value("settings")
    else { throw ChainError(.invalidAnswer) }
    var settings = try HostSettings(Members(list, ""))
    let server = self
    settings.log = { message in server.logging.withLock { _ in server.memory.log(message) } }
    let stage = try HostedStage(
      RenderChain.Stage(
        component: try request.text("component") ?? "", bundle: try request.text("bundle") ?? ""),
      instances: try request.integer("instances") ?? 1, settings: settings,
      isFixed: try request.flag("isFixed") ?? false, exchange: memory.exchanges + slot, status: memory.rendering,
      number: slot, at: area + offset
    ) { memory.serving.begin(.load, slot) }
    stages[slot] = stage
    return .object([("sizes", .array(stage.sizes.map { .array([.int($0.key), .int($0.value)]) }))])
  }

  private func activate(_ stage: HostedStage, _ slot: Int) throws {
    memory.serving.begin(.activate, slot)
    try stage.activate()
    if stage.settings.mode == .live {
      let delivery = traces[slot] ?? TraceDelivery(stage.logs)
      try delivery.start()
      traces[slot] = delivery
    }
    board.pointee.stages[slot].store(UInt(bitPattern: stage.realtime), ordering: .releasing)
    if board.pointee.count.read() <= UInt32(slot) { board.pointee.count.publish(UInt32(slot) + 1) }
    guard thread == nil else { return }
    let (board, rendering) = (UInt(bitPattern: board), UInt(bitPattern: memory.rendering))
    do throws(SystemError) {
      thread = try BackgroundThread { Self.render(board, rendering) }
    } catch {
      throw ChainError(.noThread(reason: "\(error)"))
    }
    // The parent needs the thread's number.
    while memory.rendering.pointee.thread.read() == 0 { CurrentThread.sleep(milliseconds: 1) }
  }

  private static func render(_ board: UInt, _ rendering: UInt) {
    CurrentThread.useSignalStack()
    guard let board = UnsafeMutablePointer<RealtimeBoard>(bitPattern: board),
      let rendering = UnsafeMutablePointer<RealtimeStatus>(bitPattern: rendering)
    else { return }
    rendering.pointee.thread.publish(CurrentThread.identifier)
    board.pointee.serve()
  }

  private func release(_ slot: Int) {
    memory.serving.begin(.cleanup, slot)
    board.pointee.stages[slot].store(0, ordering: .releasing)
    traces[slot] = nil
    stages[slot] = nil
  }
}
