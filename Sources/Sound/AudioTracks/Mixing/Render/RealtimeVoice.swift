internal import Synchronization

/// Plays a track's ring on the render thread, sound by sound, and stops and continues without a click.
///
/// When it stops, the cursor stays: the frames after it are played as the ramp down, and again when the sound
/// continues.
struct RealtimeVoice {
  // SAFETY: `shared` and `ramps`, one for each channel, outlive the voice. Only the render thread uses the voice and
  // `ramps`.

  let shared: UnsafeMutablePointer<SharedTrack>
  let ramps: UnsafeMutablePointer<RealtimeRamp>
  /// The ring's frame that is played next.
  private(set) var cursor = 0
  /// The number of the current sound.
  private(set) var item = 0
  /// The position in the ramp: 0 is silent.
  private(set) var fade = 0
  /// The number of frames that a ramp down has advanced beyond the cursor.
  private var offset = 0
  private var duck = RealtimeRamp(1)
  private var missing = 0

  // A copy of the current sound's state, for this block.
  private var start = 0
  private var end = 0
  private var due = 0
  private var isCancelled = false
  private var written = 0
  private var fed = 0
  private var plays = false

  @_noLocks init(_ shared: UnsafeMutablePointer<SharedTrack>, ramps: UnsafeMutablePointer<RealtimeRamp>) {
    (self.shared, self.ramps) = (shared, ramps)
  }

  /// Whether it is ramping down, as far as is known. Call it only between blocks.
  @_noLocks func isFalling() -> Bool {
    let place = item & shared.pointee.itemMask
    let stops = !shared.pointee.plays.load(ordering: .relaxed)
    return fade > 0 && (stops || offset > 0 || shared.pointee.items[place].isCancelled.load(ordering: .relaxed))
  }

  /// Adds the next frames to the outputs. Real-time safe.
  ///
  /// - Parameter clock: the mixer's frame at which the block begins.
  @_noLocks mutating func render(
    adding outputs: UnsafePointer<UnsafeMutablePointer<Float>>, frames: Int, clock: Int
  ) {
    plays = shared.pointee.plays.load(ordering: .acquiring)
    fed = shared.pointee.fed.load(ordering: .acquiring)
    if frames > 0 {
      duck.follow(shared.pointee.duck.load(ordering: .relaxed))
      for channel in 0..<shared.pointee.channelCount {
        ramps[channel].follow(shared.pointee.levels[channel].load(ordering: .relaxed))
      }
    }
    look()
    var frame = 0
    while frame < frames {
      pass(clock &+ frame)
      let count = step(frames &- frame, now: clock &+ frame, to: outputs, at: frame)
      duck.advance(count)
      for channel in 0..<shared.pointee.channelCount { ramps[channel].advance(count) }
      frame = frame &+ count
    }
    pass(clock &+ frames)
    shared.pointee.missing.store(missing, ordering: .relaxed)
    shared.pointee.taken.store(cursor, ordering: .releasing)
    shared.pointee.finished.store(item, ordering: .releasing)
  }

  /// Whether there is a current sound, and it is due.
  @_noLocks private func isThere(_ now: Int) -> Bool { item < fed && due <= now }

  /// Reads the shared state of the current sound.
  @_noLocks private mutating func look() {
    if item < fed {
      let place = item & shared.pointee.itemMask
      isCancelled = shared.pointee.items[place].isCancelled.load(ordering: .acquiring)
      start = shared.pointee.items[place].start.load(ordering: .relaxed)
      end = shared.pointee.items[place].end.load(ordering: .acquiring)
      due = shared.pointee.items[place].due.load(ordering: .relaxed)
    }
    written = shared.pointee.written.load(ordering: .acquiring)
  }

  /// Moves on past all sounds that have ended.
  @_noLocks private mutating func pass(_ now: Int) {
    while item < fed {
      // A sound that has not begun needs no ramp down.
      if cursor == start, offset == 0, !plays || isCancelled || due > now { fade = 0 }
      let isComplete = cursor >= end && offset == 0 && plays && due <= now
      guard isComplete || (isCancelled && fade == 0 && end < .max) else { return }
      if cursor < end { cursor = end }
      (item, offset) = (item &+ 1, 0)
      look()
    }
  }

  /// Renders one frame or more.
  ///
  /// - Returns: the number of frames.
  @_noLocks private mutating func step(
    _ frames: Int, now: Int, to outputs: UnsafePointer<UnsafeMutablePointer<Float>>, at frame: Int
  ) -> Int {
    guard isThere(now) else {
      fade = 0
      if item < fed, due < now &+ frames { return due &- now }
      return frames
    }
    if plays, !isCancelled, offset == 0 { return play(frames, outputs, at: frame) }
    if fade == 0 { return frames }
    let place = cursor &+ offset
    if place < written, place < end { add(place, 1, to: outputs, at: frame) }
    (fade, offset) = (fade &- 1, offset &+ 1)
    if fade == 0 { offset = 0 }
    return 1
  }

  @_noLocks private mutating func play(
    _ frames: Int, _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, at frame: Int
  ) -> Int {
    let length = shared.pointee.fadeLength
    // The beginning of a sound is not faded in.
    if cursor == start { fade = length }
    let last = written < end ? written : end
    guard cursor < last else {
      // After a gap, the sound fades in.
      fade = 0
      if end == .max, cursor > start { missing = missing &+ frames }
      return frames
    }
    var count = 1
    if fade == length, !isMoving() {
      count = last &- cursor < frames ? last &- cursor : frames
      let room = shared.pointee.capacity &- (cursor & (shared.pointee.capacity &- 1))
      if room < count { count = room }
    }
    add(cursor, count, to: outputs, at: frame)
    cursor = cursor &+ count
    if fade < length { fade = fade &+ 1 }
    return count
  }

  @_noLocks private func isMoving() -> Bool {
    var moves = duck.isMoving()
    for channel in 0..<shared.pointee.channelCount { moves = moves || ramps[channel].isMoving() }
    return moves
  }

  /// Adds frames of the ring at the current gains.
  @_noLocks private func add(
    _ number: Int, _ count: Int, to outputs: UnsafePointer<UnsafeMutablePointer<Float>>, at frame: Int
  ) {
    let length = shared.pointee.fadeLength
    let share = fade < length ? Float(RealtimeRamp.share(fade, of: length)) : 1
    let place = number & (shared.pointee.capacity &- 1)
    for channel in 0..<shared.pointee.channelCount {
      let source = shared.pointee.samples + (channel &* shared.pointee.capacity &+ place)
      let target = outputs[channel] + frame
      let gain = share * duck.value * ramps[channel].value
      for index in 0..<count { target[index] += source[index] * gain }
    }
  }
}
