internal import AudioFiles
internal import Synchronization

extension AudioCoordinator {
  // SAFETY: Channels have room for `count` frames; the mixer gets them from frame `done` on. Only the thread that
  // renders reads voices, between blocks.

  /// The number of frames to render at a time while a source is late.
  private static var patience: Int { 480 }
  /// The maximum number of sounds without frames that may follow each other within one frame.
  private static var mostRounds: Int { 1_000 }

  /// Renders the next frames, without a device and as fast as possible.
  ///
  /// Everything happens at its exact frame, whatever `count` is. This call reads the sources and calls the completions.
  ///
  /// - Parameters:
  ///   - channels: memory for each channel of ``format``.
  ///   - count: the number of frames; with 0, only what is due now is done.
  public func render(into channels: [UnsafeMutablePointer<Float>], count: Int) {
    precondition(channels.count == format.channelCount, "a pointer to each channel")
    var done = 0
    while true {
      settle()
      if done >= count { return }
      let frames = min(count - done, framesAhead)
      mix(channels.map { $0 + done }, frames)
      done += frames
    }
  }

  private func mix(_ channels: [UnsafeMutablePointer<Float>], _ frames: Int) {
    channels.withUnsafeBufferPointer { channels in
      guard let start = channels.baseAddress else { return }
      RealtimeMixer.render(memory.mixer, to: start, frames: frames)
    }
  }

  /// Reads, decides and reports until nothing more happens at this frame.
  private func settle() {
    let nowhere = [UnsafeMutablePointer<Float>](repeating: memory.nothing, count: format.channelCount)
    for _ in 0..<Self.mostRounds {
      feed()
      mix(nowhere, 0)
      let hasNews = change { heed() }
      if !tellAll(), !hasNews { return }
    }
  }

  /// Reads a portion for each track, decides and reports, for a device whose thread renders. A source that is at most as
  /// fast as the device always has more to read: decisions and reports don't wait for it.
  ///
  /// - Parameter goesOn: asked before each read; a source may be gone after that.
  /// - Returns: whether there may be more to do right away.
  @discardableResult package func tend(while goesOn: () -> Bool = { true }) -> Bool {
    let hasRead = feedOnce(while: goesOn)
    let hasNews = change { heed() }
    return tellAll() || hasNews || hasRead
  }

  /// Makes the pending calls of the handler and of completions, without holding the lock.
  ///
  /// - Returns: whether there were any calls.
  @discardableResult func tellAll() -> Bool {
    let calls = locked {
      defer { untold = [] }
      isTelling = !untold.isEmpty
      return untold
    }
    if calls.isEmpty { return false }
    for call in calls { call(self) }
    locked { isTelling = false }
    return true
  }

  /// Reads ahead as far as the rings have room.
  private func feed() { while feedOnce(while: { true }) {} }

  /// Reads one portion per track, so that no track waits until another's ring is full.
  ///
  /// - Returns: whether there may be more to read.
  private func feedOnce(while goesOn: () -> Bool) -> Bool {
    var hasRead = false
    for track in locked({ tracks }) where goesOn() && feedOnce(track) { hasRead = true }
    return hasRead
  }

  /// - Returns: whether there may be more to read.
  private func feedOnce(_ track: TrackState) -> Bool {
    if track.feed.isFlushing {
      track.feed.flush()
      return true
    }
    if !track.feed.isBusy {
      let hasBegun = locked {
        guard track.feed.hasPlace, let entry = track.entries.first(where: { $0.number == nil }) else { return false }
        track.feed.begin(entry)
        return true
      }
      guard hasBegun else { return false }
    }
    guard let (entry, failure) = track.feed.read() else { return false }
    if let failure { locked { entry.failure = failure } }
    return true
  }

  /// The number of frames that can be rendered before the next decision; at least 1. Only for the thread that renders.
  package var framesAhead: Int {
    locked {
      var ahead = nextDecision - frame
      for track in tracks {
        let (voice, fed) = (track.memory.voice.pointee, track.memory.shared.pointee.fed.load(ordering: .relaxed))
        guard voice.item < fed else { continue }
        // A ramp down may end a sound.
        if voice.isFalling() { ahead = min(ahead, voice.fade) }
        guard track.memory.shared.pointee.plays.load(ordering: .relaxed), track.isLive(at: frame) else { continue }
        let end = track.memory.item(voice.item).pointee.end.load(ordering: .relaxed)
        let written = track.memory.shared.pointee.written.load(ordering: .relaxed)
        let left = min(end, written) - voice.cursor
        ahead = min(ahead, left > 0 ? left : Self.patience)
      }
      return max(1, ahead)
    }
  }
}
