internal import CLV2Host
internal import ComponentModel
internal import Glibc

/// The log of one instance: `log:log`.
///
/// While the plugin may be running, a `log:Trace` is only recorded, because it may come from the render thread; another
/// thread formats and delivers it. A trace is cut to 496 bytes, and one that finds 64 others waiting is dropped and
/// counted. Everything else is delivered on the thread that logs it, as are traces at other times.
final class PluginLog {
  // SAFETY: The handle is this object, which the instance keeps until its plugin is cleaned up; `memory` keeps `log`
  // and its ring.

  private let memory = MemoryPool()
  private let log: UnsafeMutablePointer<AucatLog>
  private let component: String
  private let sink: @Sendable (PluginMessage) -> Void
  private static let longestLine = 4_096

  init(component: String, sink: @escaping @Sendable (PluginMessage) -> Void) {
    self.component = component
    self.sink = sink
    log = memory.array(copying: [AucatLog()])
    let traces = memory.array(Int(aucatTraceCount), of: AucatTrace())
    let write: AucatLogSink = { handle, type, text in
      guard let handle, let text else { return }
      Unmanaged<PluginLog>.fromOpaque(handle).takeUnretainedValue().deliver(type, String(cString: text))
    }
    aucatLog(log, Unmanaged.passUnretained(self).toOpaque(), write, URIDMap.shared.map(Namespace.log + "Trace"), traces)
  }

  /// `LV2_Log_Log`
  var feature: UnsafeMutableRawPointer { UnsafeMutableRawPointer(log) }

  /// Sets whether the plugin may be running.
  ///
  /// - Parameter wake: posted for each trace while the plugin may be running.
  func setRunning(_ isRunning: Bool, wake: UnsafeMutablePointer<sem_t>? = nil) { aucatSetRunning(log, isRunning, wake) }

  /// Delivers the waiting traces. For one thread at a time; not real-time safe.
  func deliverTraces() {
    guard aucatHasTraces(log) else { return }
    var line = [CChar](repeating: 0, count: Self.longestLine)
    while aucatTakeTrace(log, &line, line.count) {
      deliver(.trace, String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    let lost = aucatTakeLostTraces(log)
    if lost > 0 { deliver(.trace, "traces lost: \(lost)") }
  }

  private func deliver(_ type: LV2_URID, _ text: String) {
    deliver(PluginMessage.Level(logType: URIDMap.shared.unmap(type)), text)
  }

  private func deliver(_ level: PluginMessage.Level, _ text: String) {
    for line in text.split(separator: "\n") {
      sink(PluginMessage(component: component, level: level, text: String(line)))
    }
  }
}

/// Delivers the traces of a live chain's plugins, on a thread of its own.
final class TraceDelivery: @unchecked Sendable {
  // SAFETY: The thread's work keeps the logs and not this object, and `stop` joins the thread. The chain keeps this
  // object as long as the instances, whose threads may post `wake`; only this thread takes traces while it runs.

  private let logs: [PluginLog]
  private let thread = WakeableThread()

  init(_ logs: [PluginLog]) { self.logs = logs }

  deinit { stop() }

  func start() throws(ChainError) {
    guard !thread.isRunning else { return }
    unowned(unsafe) let thread = thread
    try thread.start { [logs] in
      while thread.waitForWork() { for log in logs { log.deliverTraces() } }
    }
    for log in logs { log.setRunning(true, wake: thread.wake) }
  }

  /// Ends the thread, and delivers what is left.
  func stop() {
    guard thread.isRunning else { return }
    for log in logs { log.setRunning(false) }
    thread.stop()
    for log in logs { log.deliverTraces() }
  }
}
