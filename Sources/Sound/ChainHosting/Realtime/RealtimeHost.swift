internal import CLV2Host
internal import Synchronization

// Everything that the render thread reads and writes is plain memory without classes: Swift then counts no references
// there, and the compiler can prove that nothing locks or allocates. Pointers lead into memory pools that outlive the
// chain.

/// What stages that are loaded together share while they render. Each stage of a live chain has its own.
struct RealtimeHost {
  // SAFETY: Each pointer leads into memory pools that outlive the stages. Whatever other threads can reach is either
  // atomic or a ring with one thread at each end.

  /// The number of the first of these stages in the whole chain.
  let firstStage: Int
  /// The longest block, in frames.
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
  /// The events that plugins get in a test, instead of the chain's own.
  let planted: UnsafeMutablePointer<PlantedEvents>
  /// The status that other threads, or another process, may watch.
  let status: UnsafeMutablePointer<RealtimeStatus>
}

extension RealtimeHost {
  // SAFETY: Only the render thread runs this code. The stages are those that share this host, as many as their count
  // says.

  /// Renders frames through stages in series, which are connected to their channels. Real-time safe.
  ///
  /// - Parameters:
  ///   - midi: a sequence; the first stage gets its events in these frames.
  ///   - start: the first of them in the sequence, and in the memory of the channels.
  @_noLocks func render(
    _ stages: UnsafeMutablePointer<RealtimeStage>, count: Int, midi: RealtimeAtomPort, from start: Int, frames: Int
  ) {
    updateTransport()
    status.pointee.caller.store(aucatSelf(), ordering: .relaxed)
    var isReady = true
    for stage in 0..<count {
      if let remote = stages[stage].remote, !remote.begin() { isReady = false }
      stages[stage].takeLate()
      stages[stage].prepareInputs()
    }
    // While a block is pending, no other is requested, and messages wait.
    let waits = count == 1 && !isReady
    if !waits { takeMessages(stages, count: count) }
    var (source, first) = (midi, start)
    for stage in 0..<count {
      status.pointee.stage.publish(UInt32(truncatingIfNeeded: firstStage &+ stage &+ 1))
      status.pointee.heartbeat.advance()
      stages[stage].takeMIDI(source, from: first, frames: frames)
      stages[stage].run(frames)
      stages[stage].checkMemory(start)
      if let output = stages[stage].midiOutput { (source, first) = (output, 0) }
    }
    status.pointee.stage.publish(0)
    if transport.pointee.speed != 0 {
      transport.pointee.frame &+= Int64(frames)
      let minutes = Double(frames) / transport.pointee.sampleRate / 60
      transport.pointee.beat += minutes * Double(transport.pointee.beatsPerMinute)
    }
    if !waits { transport.pointee.hasChanged = false }
  }

  @_noLocks private func updateTransport() {
    let changes = transportRequest.pointee.changes.read()
    guard changes != transport.pointee.seen else { return }
    transport.pointee.seen = changes
    transport.pointee.beatsPerMinute = transportRequest.pointee.tempo.read()
    transport.pointee.speed = transportRequest.pointee.speed.read()
    transport.pointee.beatsPerBar = transportRequest.pointee.beatsPerBar.read()
    transport.pointee.beatUnit = Int32(bitPattern: transportRequest.pointee.beatUnit.read())
    transport.pointee.hasChanged = true
  }

  /// Maximum size of the messages in a block, in bytes; the last message may exceed it.
  private static var mostMessageBytes: Int { 32_768 }

  /// Delivers the control thread's messages to their stages.
  @_noLocks private func takeMessages(_ stages: UnsafeMutablePointer<RealtimeStage>, count: Int) {
    var stage: UInt32 = 0
    var size: UInt32 = 0
    // The rest waits for the next block, because messages that don't fit into a sequence would be lost.
    var left = Self.mostMessageBytes
    while left > 0, messages.pop(into: scratch, word: &stage, size: &size) {
      left -= Int(size) + 24
      guard Int(stage) < count, size >= 8 else { continue }
      let atom = scratch.assumingMemoryBound(to: LV2_Atom.self)
      for instance in 0..<stages[Int(stage)].instanceCount {
        let current = stages[Int(stage)].instances[instance]
        for port in 0..<current.atomInputCount where current.atomInputs[port].carriesMessages {
          current.atomInputs[port].append(frame: 0, type: atom.pointee.type, size: size &- 8, scratch + 8)
        }
      }
    }
  }
}

/// A sequence that a test puts into each event input of a plugin, valid or not.
struct PlantedEvents {
  // SAFETY: `bytes` has `size` bytes in the chain's pool, and no more of them is copied than a port has room for.

  var bytes: UnsafeRawPointer?
  /// The size of the sequence in bytes; 0 if nothing is planted.
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
