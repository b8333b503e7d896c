internal import Synchronization
/// Watches one unit of a chain from the parent.
struct StatusWatch {
  // SAFETY: The status lies in memory that the session keeps mapped, and all its fields are atomic.

  private let status: UnsafeMutablePointer<RealtimeStatus>
  private var heartbeat: UInt64 = 0
  private var still = Duration.zero

  init(_ status: UnsafeMutablePointer<RealtimeStatus>) { self.status = status }

  /// - Parameter elapsed: the time since the last check during which the child could run.
  mutating func look(after elapsed: Duration) {
    let beat = status.pointee.heartbeat.read()
    still = beat == heartbeat ? still + elapsed : .zero
    heartbeat = beat
  }

  func isStill(for seconds: Double) -> Bool { still > .seconds(seconds) }

  /// The number of the stage whose plugin is being called, from 1; 0 for none.
  var stage: Int { Int(status.pointee.stage.read()) }
  var isAtWork: Bool { stage != 0 }
  var thread: UInt32 { status.pointee.thread.read() }
  var phase: RenderPhase { RenderPhase(rawValue: status.pointee.phase.read()) ?? .idle }
}
