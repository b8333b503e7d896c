internal import CLV2Host
internal import Synchronization

// Everything that the render thread reads and writes is plain memory without classes: Swift then counts no references
// there, and the compiler can prove that nothing locks or allocates. Pointers lead into memory pools that outlive the
// chain.

/// A chain while it renders.
struct RealtimeChain {
  // SAFETY: Each pointer leads to memory of pools that outlive the chain, as long as its count says. What other
  // threads reach is atomic, or a ring with one thread at each end.
  let stages: UnsafeMutablePointer<RealtimeStage>
  let stageCount: Int
  /// The number of the first of these stages in the whole chain.
  let firstStage: Int
  /// The chain's input channels, which the first stage reads.
  let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let inputCount: Int
  /// The whole chain's input channels, which side chains hear, if they are not ``inputs``.
  let sides: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let sideCount: Int
  /// What the last stage writes.
  let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let outputCount: Int
  /// In frames.
  let blockLength: Int
  /// Whether every block has ``blockLength`` frames, because a plugin requires it.
  let isFixed: Bool
  /// Whether blocks may be split while a parameter is ramped.
  let splitsBlocks: Bool
  /// Whether infinities and NaNs pass through.
  let allowsNonFinite: Bool
  /// Whether plugins compute with denormals instead of flushing them to zero.
  let keepsDenormals: Bool
  /// How long a ramp to a new value, or a bypass's crossfade, takes, in frames.
  let rampLength: Int
  let urids: RealtimeURIDs
  /// The chain's own MIDI events of a block.
  let midi: RealtimeAtomPort
  /// Messages of the control thread: an atom each, with the stage's number.
  let messages: MessageRing
  /// Room for one message.
  let scratch: UnsafeMutableRawPointer
  /// Events that plugins send, for the control thread.
  let reports: MessageRing
  /// The position in the song; see ``RealtimeTransport``.
  let transport: UnsafeMutablePointer<RealtimeTransport>
  /// The control thread's requests to the transport.
  let transportRequest: UnsafeMutablePointer<TransportRequest>
  /// What plugins get instead of events, in a test.
  let planted: UnsafeMutablePointer<PlantedEvents>
  /// What other threads, or another process, may watch.
  let status: UnsafeMutablePointer<RealtimeStatus>
}

/// A sequence that a test puts into each event input of a plugin, whatever it says of itself.
struct PlantedEvents {
  // SAFETY: `bytes` has `size` bytes in the chain's pool, and no more of them is copied than a port has room for.

  var bytes: UnsafeRawPointer?
  /// In bytes; 0 where nothing is planted.
  var size: UInt32 = 0

  /// Puts the sequence into the event inputs of an instance. Real-time safe.
  @_noLocks func plant(in instance: UnsafeMutablePointer<RealtimeInstance>) {
    guard let bytes else { return }
    for index in 0..<instance.pointee.atomInputCount {
      let port = instance.pointee.atomInputs[index]
      let count = size < port.capacity ? size : port.capacity
      aucatZero(port.sequence, port.capacity)
      aucatCopy(port.sequence, bytes, count)
    }
  }
}

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

  // Explicit: in a debug build the compiler can't prove that a synthesized initializer takes no locks.
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
