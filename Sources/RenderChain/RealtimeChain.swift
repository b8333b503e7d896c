internal import CLV2Host

// All that the render thread reads and writes, as plain memory without classes: Swift then counts no references there, and
// the compiler can prove that nothing locks or allocates. Pointers lead into memory pools that outlive the chain's use.

/// A chain while it renders.
struct RealtimeChain {
  let stages: UnsafeMutablePointer<RealtimeStage>
  let stageCount: Int
  /// The number of the first one in the whole chain.
  let firstStage: Int
  /// The chain's input channels, which the first stage reads.
  let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let inputCount: Int
  /// What the last stage writes.
  let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let outputCount: Int
  /// In frames.
  let blockLength: Int
  /// Whether every block has ``blockLength`` frames, because a plugin requires it.
  let isFixed: Bool
  /// Whether blocks may be split while a parameter is on its way.
  let splitsBlocks: Bool
  /// Whether samples that are no numbers are let through.
  let allowsNotFinite: Bool
  /// How long a parameter takes to its new value, and a bypass to its end, in frames.
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
  /// Where the song is; see ``RealtimeTransport``.
  let transport: UnsafeMutablePointer<RealtimeTransport>
  /// What other threads, or another process, may watch.
  let status: UnsafeMutablePointer<RealtimeStatus>
}

/// What other threads, or another process, see of a chain. Each field is read and written atomically.
struct RealtimeStatus {
  /// Grows with everything that is done: a chain for which it stands still hangs.
  var heartbeat: UInt64 = 0
  /// The number of the stage that is at work, from 1; 0 while none is.
  var stage: UInt32 = 0
  /// What that stage does: see ``RenderPhase``.
  var phase: UInt32 = 0
  /// The number of the first stage that gave a sample that is no number, from 1; 0 where none did.
  var notFiniteStage: UInt32 = 0
  /// The operating system's number of the thread that renders.
  var thread: UInt32 = 0
  /// Whether the control thread wants ``RealtimeChain/reports``.
  var wantsReports: UInt32 = 0
}

/// What a plugin was asked to do last.
enum RenderPhase: UInt32 {
  case idle, load, restore, activate, run, deactivate, save, cleanup

  /// In words, after "while".
  var words: String {
    switch self {
    case .idle: "between plugins"
    case .load: "it was loaded"
    case .restore: "its state was restored"
    case .activate: "it was activated"
    case .run: "it rendered"
    case .deactivate: "it was deactivated"
    case .save: "its state was saved"
    case .cleanup: "it was cleaned up"
    }
  }
}

/// One component of a chain: one instance, or one for each channel.
struct RealtimeStage {
  let instances: UnsafeMutablePointer<RealtimeInstance>
  let instanceCount: Int
  /// The channels before the stage.
  let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let inputCount: Int
  /// The channels after it.
  let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let outputCount: Int
  var parameters: RealtimeParameters
  /// The stage's latency port, or nil; in frames.
  let latency: UnsafeMutablePointer<Float>?
  var bypass: RealtimeBypass
}

/// One instance.
struct RealtimeInstance {
  let descriptor: UnsafePointer<LV2_Descriptor>
  let handle: LV2_Handle
  let worker: UnsafeMutablePointer<RealtimeWorker>?
  let atomInputs: UnsafeMutablePointer<RealtimeAtomPort>
  let atomInputCount: Int
  let atomOutputs: UnsafeMutablePointer<RealtimeAtomPort>
  let atomOutputCount: Int
}

/// A port for sequences of events.
struct RealtimeAtomPort {
  var sequence: UnsafeMutablePointer<LV2_Atom_Sequence>
  /// Of the sequence's memory, in bytes.
  var capacity: UInt32
  let carriesMIDI: Bool
  let carriesPosition: Bool
  let carriesMessages: Bool
}

/// A stage's control ports, by port index; other ports have a place too.
struct RealtimeParameters {
  /// What the ports are connected to. All instances of a stage share it: their parameters are linked.
  let values: UnsafeMutablePointer<Float>
  /// What the control thread wants, written and read atomically.
  let targets: UnsafeMutablePointer<Float>
  /// What the render thread moves towards.
  let goals: UnsafeMutablePointer<Float>
  /// Frames that are left until the goal; 0 where it is reached.
  let remaining: UnsafeMutablePointer<Int32>
  /// Whether values between two values have a meaning.
  let isContinuous: UnsafeMutablePointer<Bool>
  let count: Int
  /// Grows with each change of a target.
  let changes: UnsafeMutablePointer<UInt32>
  /// The last one that was seen.
  var seen: UInt32 = 0
  /// How many values are on their way.
  var moving = 0
}

/// How a stage is bypassed: by its own `lv2:enabled` port, or by a crossfade to the sound before it.
struct RealtimeBypass {
  /// 1 where the control thread wants the sound before the stage.
  let wanted: UnsafeMutablePointer<UInt32>
  /// How much of the plugin's sound is heard: 0 to 1.
  var wet: Float = 1
  /// The sound before the stage for as long as the plugin delays it; nil for a plugin without latency.
  let delay: UnsafeMutablePointer<Float>?
  /// Frames a channel.
  let delayLength: Int
  /// The next frame that is written.
  var position = 0
}

/// Where the song is: what `time:Position` says.
struct RealtimeTransport {
  /// Frames from the start.
  var frame: Int64 = 0
  /// Beats from the start, at whatever tempo they were.
  var beat: Double = 0
  /// Beats a minute.
  var beatsPerMinute: Float = 120
  /// Beats a bar, and the note that is one beat.
  var beatsPerBar: Float = 4
  var beatUnit: Int32 = 4
  /// 1 while it plays, 0 while it stands.
  var speed: Float = 1
  /// In hertz.
  var sampleRate: Double = 48_000
  /// Grows when the control thread changes ``wantedTempo`` or ``wantedSpeed``.
  var changes: UInt32 = 0
  var wantedTempo: Float = 120
  var wantedSpeed: Float = 1
  /// The last change that was seen.
  var seen: UInt32 = 0
  /// Whether plugins have still to be told.
  var isNews = true
}

/// The URIDs that the render thread writes.
struct RealtimeURIDs {
  let sequence = urid(LV2URI.atom + "Sequence")
  let chunk = urid(LV2URI.atom + "Chunk")
  let object = urid(LV2URI.atom + "Object")
  let int = urid(LV2URI.atom + "Int")
  let long = urid(LV2URI.atom + "Long")
  let float = urid(LV2URI.atom + "Float")
  let double = urid(LV2URI.atom + "Double")
  let midiEvent = urid(LV2URI.midiEvent)
  let position = urid(LV2URI.time + "Position")
  let frame = urid(LV2URI.time + "frame")
  let speed = urid(LV2URI.time + "speed")
  let bar = urid(LV2URI.time + "bar")
  let barBeat = urid(LV2URI.time + "barBeat")
  let beat = urid(LV2URI.time + "beat")
  let beatUnit = urid(LV2URI.time + "beatUnit")
  let beatsPerBar = urid(LV2URI.time + "beatsPerBar")
  let beatsPerMinute = urid(LV2URI.time + "beatsPerMinute")
}

private func urid(_ uri: String) -> UInt32 { URIDMap.shared.map(uri) }
