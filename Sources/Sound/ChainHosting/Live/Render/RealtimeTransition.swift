internal import CLV2Host

/// The change from the old components of a graph to the new ones, without a click.
///
/// Both run on the same input until the new ones have caught up; then one fade leads from the old sound, a, to the new
/// one, b: a + g(b − a), with g a raised cosine. If latencies differ, the earlier of the two is delayed so that both
/// are aligned during the fade; the delay itself changes by a crossfade of the sound with a delayed copy of it.
struct RealtimeTransition {
  // SAFETY: All of it is in the pool of the graph: channels have a block of samples; `mixed` has `channelCount` of
  // them, and `faded` as many as the edited place has inputs. Only the render thread uses it.

  let fade: FadeTable
  let channelCount: Int
  let mixed: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// The input of the new components while it is faded in.
  let faded: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let silence: UnsafeMutablePointer<Float>
  /// Room for two delayed blocks: one that a fade starts from, and one that it leads to.
  let from: UnsafeMutablePointer<Float>
  let to: UnsafeMutablePointer<Float>
  let oldDelay: ShiftingDelay
  let newDelay: ShiftingDelay
  /// The shortest time for which both run before the fade, in frames.
  let shortest: Int
  let progress: UnsafeMutablePointer<Progress>

  enum Phase {
    /// Only the old sound is heard.
    case preroll
    /// The old sound's delay fades to that of the new one.
    case alignOld
    /// The old sound fades to the new one.
    case fade
    /// The new sound's delay fades to nothing.
    case alignNew
    /// Only the new sound is heard, and the old components no longer run.
    case settled
  }

  struct Progress {
    var phase = Phase.preroll
    /// The elapsed part of the phase, in frames.
    var done = 0
    /// How much later the new sound is than the old sound, in frames.
    var distance = 0
    /// How many frames of input the new components have been given.
    var heard = 0
    /// Whether the new components' MIDI is passed on, instead of the old ones'.
    var hasNewMIDI = false
  }

  /// The longest latency that is compensated for, in frames.
  static var longestDelay: Int { 1 << 17 }

  /// Fades the input of the new components in, because an echo would repeat an abrupt start. They get a copy of it, so
  /// that what the old ones write to their input doesn't reach them.
  @_noLocks func fadeIn(_ signal: RealtimeSignal, _ frames: Int) -> RealtimeSignal {
    let start = progress.pointee.heard
    for channel in 0..<signal.count {
      let (source, target) = (signal.channels[channel], faded[channel])
      for frame in 0..<frames { target[frame] = source[frame] * fade.gain(start + frame) }
    }
    progress.pointee.heard = start + frames
    return RealtimeSignal(
      channels: faded, count: signal.count, midi: signal.midi, ledger: signal.ledger, isSent: signal.isSent,
      endings: signal.endings)
  }

  /// Mixes a block of both sounds.
  @_noLocks func mix(_ old: RealtimeSignal, with new: RealtimeSignal, frames: Int) {
    for channel in 0..<channelCount {
      let (a, b) = (samples(old, channel), samples(new, channel))
      oldDelay.write(a, channel: channel, frames: frames)
      newDelay.write(b, channel: channel, frames: frames)
      mix(a, with: b, channel: channel, frames: frames)
    }
    oldDelay.advance(frames)
    newDelay.advance(frames)
  }

  @_noLocks private func mix(
    _ a: UnsafePointer<Float>, with b: UnsafePointer<Float>, channel: Int, frames: Int
  ) {
    let (target, distance) = (mixed[channel], progress.pointee.distance)
    switch progress.pointee.phase {
    case .preroll: aucatCopy(target, a, UInt32(truncatingIfNeeded: frames * 4))
    case .alignOld:
      oldDelay.read(channel, delay: distance, frames, into: to)
      blend(from: a, to: to, into: target, frames: frames)
    case .fade where distance > 0:
      oldDelay.read(channel, delay: distance, frames, into: from)
      blend(from: from, to: b, into: target, frames: frames)
    case .fade where distance < 0:
      newDelay.read(channel, delay: -distance, frames, into: to)
      blend(from: a, to: to, into: target, frames: frames)
    case .fade: blend(from: a, to: b, into: target, frames: frames)
    case .alignNew:
      newDelay.read(channel, delay: -distance, frames, into: from)
      blend(from: from, to: b, into: target, frames: frames)
    case .settled: aucatCopy(target, b, UInt32(truncatingIfNeeded: frames * 4))
    }
  }

  /// The samples of a channel. A single channel is used for all, and missing ones are silent, as on the device.
  @_noLocks private func samples(_ signal: RealtimeSignal, _ channel: Int) -> UnsafePointer<Float> {
    if signal.count == 1 { return UnsafePointer(signal.channels[0]) }
    return UnsafePointer(channel < signal.count ? signal.channels[channel] : silence)
  }

  @_noLocks private func blend(
    from: UnsafePointer<Float>, to: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, frames: Int
  ) {
    let start = progress.pointee.done
    for frame in 0..<frames {
      let gain = fade.gain(start + frame)
      // The end must be exact, not subject to rounding.
      target[frame] = gain < 1 ? from[frame] + gain * (to[frame] - from[frame]) : to[frame]
    }
  }

  /// Moves on to the next block.
  @_noLocks func advance(_ frames: Int, oldLatency: Int, newLatency: Int) {
    let done = progress.pointee.done + frames
    progress.pointee.done = done
    switch progress.pointee.phase {
    case .preroll:
      let difference = Self.limited(newLatency) - Self.limited(oldLatency)
      // If the new sound is to be delayed, its delay line must have filled up as well.
      let longer = difference > 0 ? Self.limited(newLatency) : Self.limited(oldLatency)
      guard done >= shortest, done >= fade.length + longer else { return }
      progress.pointee.distance = oldDelay.line == nil ? 0 : difference
      enter(difference > 0 && oldDelay.line != nil ? .alignOld : .fade)
    case .alignOld: if done >= fade.length { enter(.fade) }
    case .fade: if done >= fade.length { enter(progress.pointee.distance < 0 ? .alignNew : .settled) }
    case .alignNew: if done >= fade.length { enter(.settled) }
    case .settled: break
    }
  }

  @_noLocks private func enter(_ phase: Phase) {
    progress.pointee.phase = phase
    progress.pointee.done = 0
  }

  @_noLocks private static func limited(_ latency: Int) -> Int { latency < longestDelay ? latency : longestDelay }

  /// Whether the old components no longer run.
  @_noLocks func isSettled() -> Bool {
    if case .settled = progress.pointee.phase { return true }
    return false
  }

  /// Whether the new components' MIDI is sent for the first time in this block: once half of the fade is over.
  @_noLocks func takesNewMIDI() -> Bool {
    guard !progress.pointee.hasNewMIDI else { return false }
    switch progress.pointee.phase {
    case .preroll, .alignOld: return false
    case .fade: if progress.pointee.done * 2 < fade.length { return false }
    case .alignNew, .settled: break
    }
    progress.pointee.hasNewMIDI = true
    return true
  }
}
