internal import CLV2Host
internal import Synchronization

/// Replaces a plugin in another process that doesn't answer: fades to its input without a click.
struct RealtimeAbsence {
  // SAFETY: All of it is in the stage's pool, a value for each output channel; only the render thread uses it.

  let remote: UnsafeMutablePointer<AucatRemote>
  let missed: MissedEvents
  /// Each channel's last output sample minus the input.
  let last: UnsafeMutablePointer<Float>
  /// Each channel's ``last`` when the absence began.
  let offsets: UnsafeMutablePointer<Float>
  let progress: UnsafeMutablePointer<Progress>

  struct Progress {
    /// Whether the plugin takes this block.
    var isReady = true
    /// Whether the last block was replaced.
    var isAbsent = false
    /// How many frames of ``offsets`` have been faded out.
    var faded = Int.max
    /// Whether the notes that it has started must end.
    var endsNotes = false
    /// Whether its failure has been reported.
    var hasTold = false
  }

  init(_ remote: UnsafeMutablePointer<AucatRemote>, channels: Int, in pool: MemoryPool) {
    self.remote = remote
    missed = MissedEvents(in: pool)
    last = pool.array(channels, of: 0)
    offsets = pool.array(channels, of: 0)
    progress = pool.array(1, of: Progress())
  }
}

extension RealtimeAbsence {
  // SAFETY: Only the render thread runs this code; `remote` leads to the stage's pool, and to memory that is shared.

  /// Begins a block.
  ///
  /// - Returns: whether the plugin takes it.
  @_noLocks func begin() -> Bool {
    progress.pointee.isReady = aucatRemoteIsReady(remote)
    return progress.pointee.isReady
  }

  /// Whether the plugin doesn't take this block.
  @_noLocks func isAway() -> Bool { !progress.pointee.isReady }

  /// Whether the plugin has failed; true only once.
  @_noLocks func tellsFall() -> Bool {
    guard !progress.pointee.hasTold, remote.pointee.fall != aucatIsThere.rawValue else { return false }
    progress.pointee.hasTold = true
    return true
  }

  /// Whether the plugin has missed blocks since the last call, so that the notes that it has started must end.
  @_noLocks func takesNotes() -> Bool {
    let ends = progress.pointee.endsNotes
    progress.pointee.endsNotes = false
    return ends
  }

  /// Copies the faults that the other process has found.
  @_noLocks func note(in status: UnsafeMutablePointer<RealtimeStatus>, number: Int) {
    let faults = remote.pointee.exchange.pointee.faults
    guard faults != 0 else { return }
    if faults & UInt32(aucatChangedMode.rawValue) != 0 { status.pointee.changedMode.publish(1) }
    if faults & UInt32(aucatWroteOutside.rawValue) != 0, status.pointee.corruptingStage.read() == 0 {
      status.pointee.corruptingStage.publish(UInt32(truncatingIfNeeded: number &+ 1))
    }
  }
}

extension RealtimeStage {
  // SAFETY: Only the render thread runs this code, with as many channels and frames as the stage has.

  /// Outputs the input instead of a block that the plugin has not rendered. Real-time safe.
  @_noLocks func mixAbsence(_ absence: RealtimeAbsence, _ frames: Int) {
    let progress = absence.progress
    if !progress.pointee.isAbsent {
      progress.pointee.isAbsent = true
      progress.pointee.endsNotes = true
      progress.pointee.faded = 0
      for channel in 0..<outputCount { absence.offsets[channel] = absence.last[channel] }
    }
    // The plugin's sound fades in when it returns.
    bypass.progress.pointee.wet = 0
    let delayed = delayFrames()
    if bypass.delay != nil { writeDelay(frames) }
    for channel in 0..<outputCount {
      for frame in 0..<frames { outputs[channel][frame] = drySample(channel, frame, of: frames, delay: delayed) }
    }
    fadeOffsets(absence, frames)
    keepLast(absence, frames, delay: delayed)
  }

  /// Ends an absence, once the plugin's block has been mixed. Real-time safe.
  @_noLocks func mixReturn(_ absence: RealtimeAbsence, _ frames: Int) {
    absence.progress.pointee.isAbsent = false
    fadeOffsets(absence, frames)
    keepLast(absence, frames, delay: delayFrames())
  }

  /// Fades the difference from the input out, within a quarter of a ramp.
  @_noLocks private func fadeOffsets(_ absence: RealtimeAbsence, _ frames: Int) {
    let (start, length) = (absence.progress.pointee.faded, host.pointee.rampLength / 4)
    guard start < length else { return }
    for channel in 0..<outputCount {
      let offset = absence.offsets[channel]
      for frame in 0..<frames where start + frame < length {
        let left = 1 - Float(start + frame) / Float(length)
        outputs[channel][frame] += offset * left * left * (3 - 2 * left)
      }
    }
    absence.progress.pointee.faded = start + frames
  }

  @_noLocks private func keepLast(_ absence: RealtimeAbsence, _ frames: Int, delay: Int) {
    guard frames > 0 else { return }
    for channel in 0..<outputCount {
      let distance = outputs[channel][frames - 1] - drySample(channel, frames - 1, of: frames, delay: delay)
      // Non-finite samples are muted, and can't be faded from.
      absence.last[channel] = distance.isFinite ? distance : 0
    }
  }
}

/// Missed MIDI that a plugin must still receive: note-offs, and the last controllers, program, bend and pressure.
struct MissedEvents {
  // SAFETY: The arrays have `words` and `values` elements, in the pool of the stage; only the render thread uses them.
  // Numbers of channels, notes and controllers are masked.

  private let ends: UnsafeMutablePointer<UInt64>
  /// The data bytes of each channel's controllers, program, bend and pressure; -1 for each that was not missed.
  private let values: UnsafeMutablePointer<Int32>
  private let count: UnsafeMutablePointer<Int>

  private static var words: Int { 32 }
  /// The number of values of a channel: 128 controllers, and the program, the bend and the pressure.
  private static var kinds: Int { 131 }

  init(in pool: MemoryPool) {
    ends = pool.array(Self.words, of: 0)
    values = pool.array(16 * Self.kinds, of: -1)
    count = pool.array(1, of: 0)
  }

  @_noLocks func hasAny() -> Bool { count.pointee > 0 }

  /// Keeps the MIDI of some frames of a sequence.
  @_noLocks func keep(_ port: RealtimeAtomPort, from start: Int, frames: Int, _ urids: borrowing RealtimeURIDs) {
    guard port.sequence.pointee.atom.size > 8 else { return }
    var events = RealtimeEvents(port.sequence, capacity: port.capacity, type: urids.sequence)
    while let event = events.nextEvent() {
      let (frame, size) = (event.pointee.time.frames, event.pointee.body.size)
      guard event.pointee.body.type == urids.midiEvent, frame >= Int64(start), frame < Int64(start + frames), size >= 2
      else { continue }
      let bytes = (UnsafeRawPointer(event) + 16).assumingMemoryBound(to: UInt8.self)
      keep(status: bytes[0], first: bytes[1] & 0x7F, second: size > 2 ? bytes[2] & 0x7F : 0)
    }
  }

  @_noLocks private func keep(status: UInt8, first: UInt8, second: UInt8) {
    let channel = Int(status & 0x0F)
    let kind: Int
    switch status & 0xF0 {
    case 0x80, 0x90:
      if status & 0xF0 == 0x90, second > 0 { return }
      ends[channel * 2 + Int(first >> 6)] |= 1 << UInt64(first & 0x3F)
      count.pointee += 1
      return
    case 0xB0: kind = Int(first)
    case 0xC0: kind = 128
    case 0xE0: kind = 129
    case 0xD0: kind = 130
    default: return
    }
    values[channel * Self.kinds + kind] = Int32(first) | Int32(second) << 8
    count.pointee += 1
  }

  /// Appends the kept MIDI at the first frame.
  @_noLocks func append(to port: RealtimeAtomPort, _ urids: borrowing RealtimeURIDs) {
    for channel in 0..<16 {
      for kind in 0..<Self.kinds {
        let value = values[channel * Self.kinds + kind]
        guard value >= 0 else { continue }
        let status: UInt8 = kind < 128 ? 0xB0 : kind == 128 ? 0xC0 : kind == 129 ? 0xE0 : 0xD0
        let size: UInt32 = kind == 128 || kind == 130 ? 2 : 3
        guard let room = port.appendEvent(frame: 0, type: urids.midiEvent, size: size) else { return }
        let message = room.assumingMemoryBound(to: UInt8.self)
        message[0] = status | UInt8(truncatingIfNeeded: channel)
        message[1] = UInt8(truncatingIfNeeded: value)
        if size > 2 { message[2] = UInt8(truncatingIfNeeded: value >> 8) }
      }
    }
    for word in 0..<Self.words {
      var left = ends[word]
      while left != 0 {
        guard let room = port.appendEvent(frame: 0, type: urids.midiEvent, size: 3) else { return }
        let message = room.assumingMemoryBound(to: UInt8.self)
        message[0] = 0x80 | UInt8(truncatingIfNeeded: word >> 1)
        message[1] = UInt8(truncatingIfNeeded: (word & 1) * 64 + left.trailingZeroBitCount)
        message[2] = 64
        left &= left &- 1
      }
    }
  }

  @_noLocks func clear() {
    for word in 0..<Self.words { ends[word] = 0 }
    for place in 0..<16 * Self.kinds { values[place] = -1 }
    count.pointee = 0
  }
}
