package import Linux

/// Watches one status of a child's plugins from the parent.
package struct StatusWatch {
  // SAFETY: The status lies in memory that the caller keeps mapped, and all its fields are atomic.

  private let status: UnsafeMutablePointer<RealtimeStatus>
  private var heartbeat: UInt64 = 0
  private var still = Duration.zero

  /// Creates a watch over a status.
  package init(_ status: UnsafeMutablePointer<RealtimeStatus>) { self.status = status }

  /// Checks whether the plugins have made progress.
  ///
  /// - Parameter elapsed: the time since the last check during which the child could run.
  package mutating func look(after elapsed: Duration) {
    let beat = status.pointee.heartbeat.read()
    still = beat == heartbeat ? still + elapsed : .zero
    heartbeat = beat
  }

  /// Whether nothing has happened for this long.
  package func isStill(for seconds: Double) -> Bool { still > .seconds(seconds) }

  /// The number of the stage whose plugin is being called, from 1; 0 for none.
  package var stage: Int { Int(status.pointee.stage.read()) }
  /// Whether a plugin is being called.
  package var isAtWork: Bool { stage != 0 }
  private var thread: UInt32 { status.pointee.thread.read() }
  private var phase: RenderPhase { RenderPhase(rawValue: status.pointee.phase.read()) ?? .idle }

  /// What happened, and to which component.
  ///
  /// - Parameters:
  ///   - watches: those over the plugins that may have failed; none if any plugin of the child may have failed, such as
  ///     on a thread of its own.
  ///   - components: the URIs of the child's components, by their numbers.
  package static func incident(
    _ watches: [StatusWatch], among components: [String]
  ) -> (component: String?, incident: ChainError.Incident) {
    let named = watches.compactMap { watch in
      components.indices.contains(watch.stage - 1) ? components[watch.stage - 1] : nil
    }
    let suspects = named.isEmpty ? components : named
    let others = Array(suspects.dropFirst())
    return (suspects.first, ChainError.Incident(otherComponents: others, phase: watches.first?.phase ?? .idle))
  }

  /// Why a child has ended, and which component is to blame.
  ///
  /// - Parameters:
  ///   - supervisor: how the child's supervisor ended.
  ///   - watches: the watches over all of the child's plugins.
  ///   - components: the URIs of the child's components, by their numbers.
  ///   - program: the path of the program that the child ran.
  package static func death(
    _ supervisor: ChildEnd, in memory: ChildMemory, _ watches: [StatusWatch], among components: [String],
    running program: String
  ) -> ChainError {
    var end = supervisor
    if let status = memory.end {
      end.status = status
    } else if let status = end.exitStatus {
      // Our own program always notes the end of plugins before its own.
      let reason = "it ended with status \(status) before it was ready, so it is not the aucat-render of this version"
      return ChainError(.programUnavailable(path: program, reason: reason))
    }
    let thread = memory.faultyThread.pointee.read()
    let atWork = watches.filter(\.isAtWork)
    let faulty = atWork.filter { thread != 0 && $0.thread == thread }
    let (component, incident) = incident(faulty.isEmpty ? atWork : faulty, among: components)
    if end.isKilled { return ChainError(.killed) }
    let cause: ChainError.Cause =
      if let signal = end.signalName {
        .crashed(signal: signal, incident, lastLine: end.lastWords)
      } else if let status = end.exitStatus {
        .exited(status: status, incident, lastLine: end.lastWords)
      } else {
        .vanished(incident)
      }
    return ChainError(cause, component: component)
  }
}
