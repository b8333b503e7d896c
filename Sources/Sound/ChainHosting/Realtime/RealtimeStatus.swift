internal import CLV2Host
internal import Linux
package import Synchronization

/// What other threads, or another process, can see of a chain.
package struct RealtimeStatus: ~Copyable {
  /// Grows with each step: if it stops growing, the chain hangs.
  package let heartbeat = Atomic<UInt64>(0)
  /// The number of the stage that is running, from 1; 0 for none.
  package let stage = Atomic<UInt32>(0)
  /// The stage's current call: see `RenderPhase`.
  package let phase = Atomic<UInt32>(0)
  /// The number of the first of these stages that produced an infinity or NaN, from 1; 0 for none,
  /// ``RealtimeStage/input`` if the chain's input has had some.
  let nonFiniteStage = Atomic<UInt32>(0)
  /// 1 once the chain's input has contained an infinity or NaN.
  let nonFiniteInput = Atomic<UInt32>(0)
  /// The number of the first of these stages that wrote just before a channel of its audio ports, from 1; 0 for none.
  let corruptingStage = Atomic<UInt32>(0)
  /// 1 once a plugin has changed the floating-point mode.
  let changedMode = Atomic<UInt32>(0)
  /// The number of MIDI messages that were lost, because a sequence had no room for them.
  let lostMessages = Atomic<UInt64>(0)
  /// The number of the first of these stages that lost one, from 1; 0 for none.
  let losingStage = Atomic<UInt32>(0)
  /// The operating system's ID of the render thread.
  package let thread = Atomic<UInt32>(0)
  /// The thread that called the stage last, as `aucatSelf` gives it.
  let caller = Atomic<UInt>(0)
  /// Whether the control thread wants ``RealtimeHost/reports``.
  let wantsReports = Atomic<UInt32>(0)

  /// Creates the status of an idle chain.
  package init() {}
}

extension UnsafeMutablePointer<RealtimeStatus> {
  // SAFETY: The status outlives the chain: it lies in the chain's pool, the caller's, or memory shared with the parent.

  /// Notes that a stage's plugin is about to be called.
  func begin(_ phase: RenderPhase, _ stage: Int) {
    pointee.phase.publish(phase.rawValue)
    pointee.thread.publish(CurrentThread.identifier)
    pointee.caller.store(aucatSelf(), ordering: .relaxed)
    pointee.stage.publish(UInt32(stage + 1))
    pointee.heartbeat.advance()
  }

  /// Notes that no plugin is being called.
  func end() {
    pointee.stage.publish(0)
    pointee.phase.publish(RenderPhase.idle.rawValue)
    pointee.heartbeat.advance()
  }
}
