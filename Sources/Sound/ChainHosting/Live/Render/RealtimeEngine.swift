internal import Glibc
internal import Synchronization

/// A live chain, as the render thread needs it.
struct RealtimeEngine {
  // SAFETY: Each pointer leads to as many elements as its count says, in pools that outlive the chain. What other
  // threads can reach is atomic.

  let mailbox: UnsafeMutablePointer<GraphMailbox>
  /// The semaphore that wakes the loader of edits, which owns it.
  let settled: UnsafeMutablePointer<sem_t>
  let inputCount: Int
  /// The number of the device's output channels.
  let outputCount: Int
  /// The longest part of a cycle that is rendered in one go, in frames.
  let blockLength: Int
  let sampleRate: Float
  /// The share of a cycle that components in other processes may take in total.
  let deadline: Float
  let urids: RealtimeURIDs
  /// The notes that the device has started.
  let inputLedger: NoteLedger
  /// A guard for each input channel, all with the same watch.
  let inputLevels: UnsafeMutablePointer<LevelGuard>
  let inputRamp: ChannelRamp
  let outputRamp: ChannelRamp
  let watch: UnsafeMutablePointer<EngineWatch>
  let inputWatch: UnsafeMutablePointer<LevelWatch>
  let outputWatch: UnsafeMutablePointer<LevelWatch>
  /// The device's position in this cycle.
  let position: UnsafeMutablePointer<LivePosition>
  let progress: UnsafeMutablePointer<Progress>

  /// The render thread's own state.
  struct Progress {
    // SAFETY: The control thread keeps the graph until another one has settled.

    var graph: UnsafeMutablePointer<RealtimeGraph>
    var isFreewheeling = false
    /// The index of the device's next MIDI event.
    var nextEvent = 0
    /// The number of bytes of ``RealtimeBus/bytes`` that are in use, and the last event's frame.
    var sentBytes = 0
    var sentFrame: UInt32 = 0
    /// How many frames of the final fade-out have been rendered.
    var ended = 0
    /// The last fulfilled request to end all notes.
    var panics: UInt32 = 0
  }
}

/// What other threads can see of a live chain as a whole.
struct EngineWatch: ~Copyable {
  /// How many cycles have been rendered.
  let blocks = Atomic<UInt64>(0)
  /// The chain's latency, in frames.
  let latency = Atomic<UInt32>(0)
  /// 1 once a fade-out is requested, 2 once it is complete.
  let ending = Atomic<UInt32>(0)
  /// The tempo for plugins if the device has none, in beats per minute.
  let tempo = Atomic<Float>(120)
  /// Grows with each request to end all notes.
  let panics = Atomic<UInt32>(0)
}

/// What the render thread needs of a ``LiveChain``: a value without references, which is valid as long as the chain.
public struct LiveEngine: BitwiseCopyable, @unchecked Sendable {
  // SAFETY: The chain keeps what the pointer leads to. One thread at a time renders, as the documentation requires.

  let realtime: UnsafeMutablePointer<RealtimeEngine>

  /// Renders a cycle. Real-time safe: the compiler proves that this library's own code takes no lock and allocates
  /// nothing. Only the first cycle of freewheeling may wait (`LivePosition.isFreewheeling`).
  /// Denormals are flushed to zero during the call. Only one thread at a time may call it.
  @_noLocks public func render(_ cycle: borrowing LiveCycle) { RealtimeEngine.render(realtime, cycle) }
}
