internal import Synchronization

/// The transport, as `time:Position` describes it.
struct RealtimeTransport {
  /// Frames from the start.
  var frame: Int64 = 0
  /// Beats from the start, regardless of their tempo.
  var beat: Double = 0
  /// Beats per minute.
  var beatsPerMinute: Float = 120
  /// Beats per bar, and the note value of a beat.
  var beatsPerBar: Float = 4
  var beatUnit: Int32 = 4
  /// 1 while it plays, 0 while it is stopped.
  var speed: Float = 1
  /// In hertz.
  var sampleRate: Double = 48_000
  /// The last change that was seen.
  var seen: UInt32 = 0
  /// Whether plugins have yet to be notified.
  var hasChanged = true
}

/// The control thread's requests to the transport.
struct TransportRequest: ~Copyable {
  /// Grows with each change of the others.
  let changes = Atomic<UInt32>(0)
  /// Beats per minute.
  let tempo = Atomic<Float>(120)
  /// 1 to play, 0 to stop.
  let speed = Atomic<Float>(1)
}
