internal import AudioFiles
internal import Synchronization

// What may play, decided from the live tracks. All functions run under the lock.
extension AudioCoordinator {
  // SAFETY: Tracks keep their memory; all that is used here is atomic.

  func policy(of upper: TrackState, over lower: TrackState) -> TrackPolicy {
    policies[[upper.number, lower.number]] ?? usual
  }

  /// Decides which tracks may play, and how loudly.
  func decide() {
    tracks.sort { ($0.priority, $1.number) > ($1.priority, $0.number) }
    for track in tracks { decideFocus(of: track) }
    for track in tracks { decideDucking(of: track) }
    for track in tracks { begin(track) }
  }

  private func decideFocus(of track: TrackState) {
    let (before, now) = (track.pausedBy, frame)
    track.pausedBy = tracks.first { upper in
      upper.priority > track.priority && !upper.hasYielded && upper.isLive(at: now)
        && policy(of: upper, over: track) == .pause
    }
    if track.isLive(at: now), (before == nil) != (track.pausedBy == nil) {
      if let upper = track.pausedBy {
        let position = track.position
        note(of: track) { .paused(by: AudioTrack(coordinator: $0, state: upper), frame: position) }
      } else {
        note(.continued(frame: track.position), of: track)
      }
    }
    track.setPlaying(track.isGranted && !isStopped)
  }

  /// Reports that a sound begins.
  private func begin(_ track: TrackState) {
    guard let first = track.entries.first, !first.hasBegun, !first.isCancelled, track.isLive(at: frame),
      track.isGranted, !isStopped
    else { return }
    first.hasBegun = true
    note(.began(first.item), of: track)
  }

  // MARK: Ducking

  /// Whether a track ducks a lower one, for a sound that plays now or begins within the look-ahead.
  private func needs(_ ducking: Ducking, _ track: TrackState) -> Bool {
    if isAway || track.hasYielded { return false }
    return track.keepsDucking || (track.isGranted && track.isLive(at: frame + frames(ducking.lookAhead)))
  }

  private func decideDucking(of track: TrackState) {
    var release: Double?
    for upper in tracks where upper !== track {
      guard upper.priority > track.priority, case .duck(let ducking) = policy(of: upper, over: track) else {
        release = track.duckers.removeValue(forKey: upper.number)?.ducking.release ?? release
        continue
      }
      if needs(ducking, upper) {
        track.duckers[upper.number] = TrackState.Ducker(ducking: ducking, until: .max)
      } else if let ducker = track.duckers[upper.number], ducker.until == .max {
        track.duckers[upper.number]?.until = frame + frames(ducker.ducking.hold)
      }
    }
    let present = Set(tracks.map(\.number))
    for (number, ducker) in track.duckers {
      let isNeeded = ducker.until == .max ? present.contains(number) : ducker.until > frame
      guard isAway || !isNeeded else { continue }
      track.duckers[number] = nil
      release = ducker.ducking.release
    }
    let deepest = track.duckers.values.min { $0.ducking.amplitude < $1.ducking.amplitude }
    let target = deepest?.ducking.amplitude ?? 1
    guard target != track.duckTarget else { return }
    let seconds = target < track.duckTarget ? deepest?.ducking.attack ?? 0.05 : release ?? 0.5
    track.duckTarget = target
    track.memory.shared.pointee.duck.store(
      RealtimeRamp.command(to: target, frames: max(1, frames(seconds))), ordering: .relaxed)
    note(.ducked(decibels: deepest?.ducking.depth ?? 0, seconds: seconds), of: track)
  }

  /// Converts seconds to frames.
  func frames(_ seconds: Double) -> Int { Int((seconds * format.sampleRate).rounded()) }

  // MARK: Time

  /// The frame at which the next decision is due; `Int.max` if none is known.
  var nextDecision: Int {
    var next = Int.max
    let now = frame
    for track in tracks {
      if let due = track.entries.first?.due, due > now {
        next = min(next, due)
        for lower in tracks where lower.priority < track.priority {
          guard case .duck(let ducking) = policy(of: track, over: lower) else { continue }
          let ahead = due - frames(ducking.lookAhead)
          if ahead > now { next = min(next, ahead) }
        }
      }
      for ducker in track.duckers.values where ducker.until > now { next = min(next, ducker.until) }
    }
    return next
  }

  /// Handles what the render thread has finished: sounds that have ended, and removed tracks that are silent.
  ///
  /// - Returns: whether there was anything to handle.
  func heed() -> Bool {
    var hasNews = false
    for track in tracks {
      let finished = track.memory.shared.pointee.finished.load(ordering: .acquiring)
      while let first = track.entries.first, let number = first.number, number < finished {
        track.entries.removeFirst()
        if !first.hasBegun, !first.isCancelled { note(.began(first.item), of: track) }
        tell(first, of: track)
        hasNews = true
      }
    }
    for track in tracks where track.isRemoved && track.isSilent {
      tracks.removeAll { $0 === track }
      // The end of a chain takes its time, and may call functions of the host: not under the lock.
      untold.append { _ in withExtendedLifetime(track) {} }
      policies = policies.filter { pair, _ in !pair.contains(track.number) }
      memory.remove(track.memory)
      hasNews = true
    }
    memory.release()
    return hasNews
  }
}
