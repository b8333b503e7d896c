/// Components in series, and the memory between them: two sets of channels, and two sequences, are used in turn, so
/// that no component writes to the memory that it reads.
struct RealtimeLane {
  // SAFETY: All of it is in the pool of the graph, except for what the units lead to, which outlives the lane. A set
  // has as many channels as the widest component gives, each with a block of samples.

  let units: UnsafeMutablePointer<RealtimeUnit>
  let count: Int
  let first: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let second: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let firstMIDI: RealtimeAtomPort
  let secondMIDI: RealtimeAtomPort

  /// The latency of all components, in frames, as reported after the last block.
  @_noLocks func latency() -> Int {
    var latency = 0
    for index in 0..<count where units[index].levels.watch.pointee.isUnsuited.read() == 0 {
      latency += units[index].latency()
    }
    return latency
  }
}

/// The signal between two components, for a part of a cycle.
struct RealtimeSignal {
  // SAFETY: There are as many channels as `count` says, each with the frames of the part; valid until it is rendered.

  let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let count: Int
  let midi: RealtimeAtomPort
  /// The notes that this MIDI has started.
  let ledger: NoteLedger
  /// Whether a component has sent this MIDI.
  let isSent: Bool
  /// How many of its first events end notes of a component that no longer sends. The device always gets them.
  let endings: Int

  // Explicit: in a debug build the compiler can't prove that a synthesized initializer takes no locks.
  @_noLocks init(
    channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, count: Int, midi: RealtimeAtomPort,
    ledger: NoteLedger, isSent: Bool, endings: Int
  ) {
    self.channels = channels
    self.count = count
    self.midi = midi
    self.ledger = ledger
    self.isSent = isSent
    self.endings = endings
  }
}
