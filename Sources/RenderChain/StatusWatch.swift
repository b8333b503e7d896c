internal import CLV2Host

/// One piece of a chain as the parent sees it.
struct StatusWatch {
  private let status: UnsafeMutablePointer<RealtimeStatus>
  private var heartbeat: UInt64 = 0
  private var still = Duration.zero

  init(_ status: UnsafeMutablePointer<RealtimeStatus>) { self.status = status }

  /// - Parameter elapsed: the time since the last look, as far as it counts.
  mutating func look(after elapsed: Duration) {
    let beat = aucatLoad64(&status.pointee.heartbeat)
    still = beat == heartbeat ? still + elapsed : .zero
    heartbeat = beat
  }

  func isStill(for seconds: Double) -> Bool { still > .seconds(seconds) }

  /// The number of the stage whose plugin is being called, from 1; 0 for none.
  var stage: Int { Int(aucatLoad(&status.pointee.stage)) }
  var isAtWork: Bool { stage != 0 }
  var thread: UInt32 { aucatLoad(&status.pointee.thread) }
  var phase: RenderPhase { RenderPhase(rawValue: aucatLoad(&status.pointee.phase)) ?? .idle }
}
