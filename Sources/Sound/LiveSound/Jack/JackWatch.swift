internal import CJack
internal import Linux
internal import Synchronization

/// The thread that reports what the callbacks have noted. It makes the calls to JACK that callbacks must not make.
final class JackWatch: Sendable {
  private let client: JackClient
  private let wishes: DeviceWishes
  private let notice: @Sendable (DeviceNotice) -> Void
  private let isEnding = Atomic(false)
  private let history = Mutex(ConnectionHistory())
  private let lossTime = Mutex<Int64?>(nil)

  private init(_ client: JackClient, _ wishes: DeviceWishes, _ notice: @escaping @Sendable (DeviceNotice) -> Void) {
    self.client = client
    self.wishes = wishes
    self.notice = notice
  }

  /// A watch with its thread.
  struct Running {
    fileprivate let watch: JackWatch
    fileprivate let thread: BackgroundThread

    /// Ends the thread; no notice is under way afterwards.
    func end() {
      watch.isEnding.store(true, ordering: .releasing)
      aucatJackWake(watch.client.memory)
      thread.join()
    }

    /// The connections to restore when the server is back; nil while it runs.
    var lostConnections: [DeviceConnection]? {
      guard watch.notes().isLost != 0 else { return nil }
      let time = watch.lossTime.withLock { $0 } ?? MonotonicClock.nanoseconds
      return watch.history.withLock { $0.before(lossAt: time) }
    }

    /// Tells the render thread which ports are connected, and reports the connections.
    func look() {
      if let connections = watch.readConnections() { tell(.connected(connections)) }
    }

    func tell(_ notice: DeviceNotice) { watch.notice(notice) }
  }

  static func start(
    _ client: JackClient, _ wishes: DeviceWishes, _ notice: @escaping @Sendable (DeviceNotice) -> Void
  ) throws(DeviceError) -> Running {
    let watch = JackWatch(client, wishes, notice)
    let first = watch.notes()
    do throws(SystemError) {
      return Running(watch: watch, thread: try BackgroundThread { watch.run(after: first) })
    } catch {
      throw DeviceError(.system("no thread can be started: \(error.reasonAndRemedy)"))
    }
  }

  /// The time between two checks without being woken, in milliseconds: messages don't wake it.
  private static let interval: UInt32 = 250

  private func notes() -> AucatJackNotes {
    var notes = AucatJackNotes()
    _ = aucatJackRead(client.memory, &notes)
    return notes
  }

  private func run(after first: AucatJackNotes) {
    var last = first
    var pulse = JackPulse()
    while !isEnding.load(ordering: .acquiring) {
      var notes = AucatJackNotes()
      let number = aucatJackRead(client.memory, &notes)
      tell(notes, after: last)
      last = notes
      if needsPulse(notes), pulse.isSuspect(cycles: notes.cycles, at: MonotonicClock.nanoseconds), !client.isKnown {
        aucatJackLose(client.memory)
      }
      for message in JackLibrary.messages() { notice(.message(message)) }
      if !isEnding.load(ordering: .acquiring) { aucatJackWait(client.memory, number, Self.interval) }
    }
  }

  /// Whether the server may end without notice: PipeWire's library gives none before version 0.3.66.
  private func needsPulse(_ notes: AucatJackNotes) -> Bool {
    // A client that is not active yet has no blocks.
    notes.isLost == 0 && notes.cycles > 0 && aucatJackAsksPorts(client.memory) == 0
  }

  private func tell(_ notes: AucatJackNotes, after last: AucatJackNotes) {
    if notes.isLost != 0 {
      if last.isLost == 0 {
        lossTime.withLock { $0 = MonotonicClock.nanoseconds }
        notice(.lost(reason: Self.reason(notes)))
      }
      return
    }
    if notes.sampleRate != last.sampleRate { notice(.sampleRate(Double(notes.sampleRate))) }
    if notes.blockLength != last.blockLength { notice(.blockLength(Int(notes.blockLength))) }
    if notes.isFreewheeling != last.isFreewheeling { notice(.freewheel(notes.isFreewheeling != 0)) }
    if notes.xruns != last.xruns { notice(.xrun(count: Int(notes.xruns))) }
    // The render thread relies on this thread to know the connections, so a change must not be missed for long.
    if notes.connections != last.connections || aucatJackAsksPorts(client.memory) == 0 {
      if let connections = readConnections() { notice(.connected(connections)) }
    }
  }

  /// Reads the connections of the client's own ports.
  ///
  /// - Returns: nil if they haven't changed.
  private func readConnections() -> [DeviceConnection]? {
    guard let connections = look() else { return nil }
    let isNew = history.withLock { $0.add(connections, at: MonotonicClock.nanoseconds) }
    return isNew ? connections : nil
  }

  private func look() -> [DeviceConnection]? {
    guard let own = JackPorts(client).own(inputs: wishes.inputs, outputs: wishes.outputs) else { return nil }
    aucatJackSetConnected(client.memory, own.inputs, own.outputs)
    return own.connections
  }

  private static func reason(_ notes: AucatJackNotes) -> String {
    // SAFETY: C ends the text with a null byte in its array.
    let text = withUnsafeBytes(of: notes.reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return text.isEmpty ? "the JACK server has stopped" : text
  }
}

/// The connections of a client, and those that it had before its server began to end them.
struct ConnectionHistory {
  private var current: [DeviceConnection] = []
  /// The connections before a burst of changes.
  private var settled: [DeviceConnection] = []
  private var changed: Int64 = 0

  /// The longest time between two changes of a burst, in nanoseconds.
  static let closeness: Int64 = 1_000_000_000

  /// Records the connections at this time.
  ///
  /// - Returns: whether they have changed.
  mutating func add(_ connections: [DeviceConnection], at time: Int64) -> Bool {
    guard connections != current else { return false }
    if time - changed > Self.closeness { settled = current }
    (current, changed) = (connections, time)
    return true
  }

  /// The connections before the server was lost at this time: a server that ends by itself removes them first, one by
  /// one.
  func before(lossAt time: Int64) -> [DeviceConnection] {
    time - changed <= Self.closeness && Set(current).isSubset(of: settled) ? settled : current
  }
}

/// When to check a server that runs no blocks: it may have ended, or have no listeners.
struct JackPulse {
  private var cycles: UInt32?
  private var changed: Int64 = 0
  private var next: Int64 = 0

  /// The time without a block before the first check, in nanoseconds; it doubles with each check.
  static let patience: Int64 = 1_000_000_000
  /// The longest time between two checks, in nanoseconds.
  static let mostPatience: Int64 = 30_000_000_000

  /// Records the number of blocks at this time.
  ///
  /// - Returns: whether it is time to check.
  mutating func isSuspect(cycles: UInt32, at time: Int64) -> Bool {
    if cycles != self.cycles {
      (self.cycles, changed, next) = (cycles, time, Self.patience)
      return false
    }
    guard time - changed >= next else { return false }
    // The next interval begins now.
    changed = time
    next = min(2 * next, Self.mostPatience)
    return true
  }
}
