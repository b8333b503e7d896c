internal import CLV2Host
internal import Synchronization

/// One component of a chain: one instance, or one for each channel.
struct RealtimeStage {
  // SAFETY: Each pointer leads to as many elements as its count says, in pools that outlive the chain; only the render
  // thread uses them while the chain runs.

  let host: UnsafeMutablePointer<RealtimeHost>
  /// Its place among the stages that share its host.
  let number: Int
  let instances: UnsafeMutablePointer<RealtimeInstance>
  let instanceCount: Int
  /// The channels before the stage. Those after it, and those that its side chains read, follow in the same array.
  let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let inputCount: Int
  /// The channels after the stage.
  let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let outputCount: Int
  /// The whole chain's input, as far as its side chains read it.
  let sides: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let sideCount: Int
  let parameters: RealtimeParameters
  /// The stage's latency port, or nil; in frames.
  let latency: UnsafeMutablePointer<Float>?
  /// The source of MIDI for the stages after this one, if it sends any.
  let midiOutput: RealtimeAtomPort?
  let bypass: RealtimeBypass
  /// 1 once its output has had a sample other than 0.
  let isHeard: UnsafeMutablePointer<Atomic<UInt32>>
  /// The processor time of its runs since the reader last set it to 0, in nanoseconds; nil unless it is measured.
  let runCost: UnsafeMutablePointer<AucatRunCost>?
  /// The replacement for a plugin in another process while it doesn't answer; nil in this process.
  let remote: RealtimeAbsence?
}

/// One instance of a plugin.
struct RealtimeInstance {
  // SAFETY: The descriptor is in a library that is never unloaded; the rest is as in `RealtimeStage`.
  let descriptor: UnsafePointer<LV2_Descriptor>
  let handle: LV2_Handle
  let worker: UnsafeMutablePointer<RealtimeWorker>?
  let audioPorts: UnsafeMutablePointer<RealtimeAudioPort>
  let audioPortCount: Int
  let atomInputs: UnsafeMutablePointer<RealtimeAtomPort>
  let atomInputCount: Int
  let atomOutputs: UnsafeMutablePointer<RealtimeAtomPort>
  let atomOutputCount: Int
}

/// A port that is connected to one of its stage's channels.
struct RealtimeAudioPort {
  /// The port's index in LV2.
  let index: UInt32
  /// The channel's place, counted from ``RealtimeStage/inputs``.
  let channel: Int
}
