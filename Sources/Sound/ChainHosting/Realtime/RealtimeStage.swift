internal import CLV2Host

/// One component of a chain: one instance, or one for each channel.
struct RealtimeStage {
  // SAFETY: Each pointer leads to memory of the chain's pools, as long as its count says, which outlives the chain; the
  // render thread alone uses it while the chain runs.
  let instances: UnsafeMutablePointer<RealtimeInstance>
  let instanceCount: Int
  /// The channels before the stage.
  let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let inputCount: Int
  /// The channels after it.
  let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let outputCount: Int
  let parameters: RealtimeParameters
  /// The stage's latency port, or nil; in frames.
  let latency: UnsafeMutablePointer<Float>?
  let bypass: RealtimeBypass
  /// The processor time of its runs since the reader has set it to 0, in nanoseconds; nil unless it is measured.
  let runCost: UnsafeMutablePointer<AucatRunCost>?
}

/// One instance.
struct RealtimeInstance {
  // SAFETY: The descriptor is in a library that is never unloaded; the rest is as in `RealtimeStage`.
  let descriptor: UnsafePointer<LV2_Descriptor>
  let handle: LV2_Handle
  let worker: UnsafeMutablePointer<RealtimeWorker>?
  let atomInputs: UnsafeMutablePointer<RealtimeAtomPort>
  let atomInputCount: Int
  let atomOutputs: UnsafeMutablePointer<RealtimeAtomPort>
  let atomOutputCount: Int
}
