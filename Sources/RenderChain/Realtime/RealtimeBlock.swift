/// What some stages of a live chain get for a block, and where their sound goes.
struct RealtimeBlock {
  // SAFETY: Each pointer leads to as many channels as the stages have, of `frames` samples each. What the block's owner lends
  // stays valid during the call.

  let sources: UnsafePointer<UnsafePointer<Float>>?
  /// The whole chain's input, for side chains; nil for stages that have none, or hear it as their own input.
  let sides: UnsafePointer<UnsafePointer<Float>>?
  let targets: UnsafePointer<UnsafeMutablePointer<Float>>
  /// A sequence with the MIDI of the block.
  let midi: RealtimeAtomPort
  /// Where the stages' own MIDI goes, if they send any.
  let sent: RealtimeAtomPort?
  let frames: Int
  /// Where the device is; nil for the next part of the same cycle.
  let position: UnsafePointer<LivePosition>?
  /// The tempo where the device knows none.
  let tempo: Float

  @_noLocks init(
    sources: UnsafePointer<UnsafePointer<Float>>?, sides: UnsafePointer<UnsafePointer<Float>>?,
    targets: UnsafePointer<UnsafeMutablePointer<Float>>, midi: RealtimeAtomPort, sent: RealtimeAtomPort?, frames: Int,
    position: UnsafePointer<LivePosition>?, tempo: Float
  ) {
    self.sources = sources
    self.sides = sides
    self.targets = targets
    self.midi = midi
    self.sent = sent
    self.frames = frames
    self.position = position
    self.tempo = tempo
  }
}
