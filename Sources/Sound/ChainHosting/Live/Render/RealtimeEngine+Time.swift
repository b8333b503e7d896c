internal import CLV2Host
internal import Synchronization

/// The time that components may take of a cycle, and the time that they have taken.
extension RealtimeEngine {
  // SAFETY: As in RealtimeEngine+Render.swift.

  /// Divides the time for components in other processes, so that a slow one leaves enough for those that follow.
  @_noLocks func setDeadlines(_ cycle: borrowing LiveCycle, _ start: Int64) {
    let entry = cycle.entry
    let begun = entry > 0 && entry < start ? entry : start
    let time = Int64(Float(cycle.period) * deadline)
    let end = cycle.period > 0 ? begun + time : 0
    let graph = progress.pointee.graph
    var reserve: Int64 = 0
    reserve = Self.setDeadlines(graph.pointee.after, end: end, reserve: reserve, time: time)
    reserve = Self.setDeadlines(graph.pointee.new, end: end, reserve: reserve, time: time)
    if !graph.pointee.transition.isSettled() {
      reserve = Self.setDeadlines(graph.pointee.old, end: end, reserve: reserve, time: time)
    }
    _ = Self.setDeadlines(graph.pointee.before, end: end, reserve: reserve, time: time)
  }

  /// - Parameters:
  ///   - end: when the last component of the chain must be done, in nanoseconds; 0 for no deadline.
  ///   - reserve: the time that the components after these need, in nanoseconds.
  ///   - time: the time for all of the chain's components.
  /// - Returns: the time that these components and those after them need.
  @_noLocks private static func setDeadlines(
    _ lane: RealtimeLane, end: Int64, reserve: Int64, time: Int64
  ) -> Int64 {
    var (reserve, index) = (reserve, lane.count - 1)
    while index >= 0 {
      if let remote = lane.units[index].stage.pointee.remote?.remote {
        remote.pointee.deadline = end == 0 ? 0 : end - reserve
        // A component's usual time and a quarter more, but at least a sixteenth of the time for all.
        let (usual, least) = (remote.pointee.usual + remote.pointee.usual / 4, time / 16)
        reserve += usual > least ? usual : least
        if reserve > time / 2 { reserve = time / 2 }
      }
      index -= 1
    }
    return reserve
  }

  /// Notes the shares of the cycle that the chain and its components have taken, averaged over about half a second.
  @_noLocks func measure(_ cycle: borrowing LiveCycle, _ start: Int64) {
    let weight = Float(cycle.frames) / (sampleRate / 2)
    let share = weight < 1 ? weight : 1
    let period = Float(cycle.period)
    let graph = progress.pointee.graph
    let now = period > 0 ? aucatNow() : 0
    let entry = cycle.entry
    let begun = entry > 0 && entry < start ? entry : start
    if period > 0, now - begun > cycle.period {
      let half = (now - begun) / 2
      Self.blame(graph.pointee.before, taking: half, of: period)
      if !graph.pointee.transition.isSettled() { Self.blame(graph.pointee.old, taking: half, of: period) }
      Self.blame(graph.pointee.new, taking: half, of: period)
      Self.blame(graph.pointee.after, taking: half, of: period)
    }
    Self.measure(graph.pointee.before, period: period, share: share)
    if !graph.pointee.transition.isSettled() { Self.measure(graph.pointee.old, period: period, share: share) }
    Self.measure(graph.pointee.new, period: period, share: share)
    Self.measure(graph.pointee.after, period: period, share: share)
    Self.follow(period > 0 ? Float(now - begun) / period : 0, share: share, watch: outputWatch)
  }

  /// Notes the component that has taken more than half of the time of a late cycle. One in another process is skipped,
  /// because it isn't waited for that long.
  @_noLocks private static func blame(_ lane: RealtimeLane, taking half: Int64, of period: Float) {
    for index in 0..<lane.count where lane.units[index].time.pointee > half {
      if lane.units[index].stage.pointee.remote != nil { continue }
      let watch = lane.units[index].levels.watch
      watch.pointee.lateShare.publish(Float(lane.units[index].time.pointee) / period)
      watch.pointee.late.publish(watch.pointee.late.read() &+ 1)
    }
  }

  @_noLocks private static func measure(_ lane: RealtimeLane, period: Float, share: Float) {
    for index in 0..<lane.count {
      let time = lane.units[index].time.pointee
      lane.units[index].time.pointee = 0
      follow(period > 0 ? Float(time) / period : 0, share: share, watch: lane.units[index].levels.watch)
    }
  }

  @_noLocks private static func follow(_ load: Float, share: Float, watch: UnsafeMutablePointer<LevelWatch>) {
    let before = watch.pointee.load.read()
    watch.pointee.load.publish(before + (load - before) * share)
  }
}
