/// Two sets of channels that stages use in turn, so that no plugin writes where it reads, and the chain's inputs, which
/// are kept for side chains.
struct ChannelBuffers {
  // SAFETY: The chain's pool keeps the channels; each set has as many as the widest stage.

  let chainInputs: [UnsafeMutablePointer<Float>]
  /// The channels after the last stage so far.
  private(set) var current: [UnsafeMutablePointer<Float>]
  private var sets: [[UnsafeMutablePointer<Float>]] = []
  private var turn = 0

  init(_ pool: MemoryPool, channels: Int, widest: Int, blockLength: Int) throws(ChainError) {
    chainInputs = try pool.channels(channels, of: blockLength)
    current = chainInputs
    sets = [try pool.channels(widest, of: blockLength), try pool.channels(widest, of: blockLength)]
  }

  /// The channels of the next stage.
  ///
  /// - Parameter inPlace: whether the stage writes where it reads.
  mutating func channels(
    for plan: ChannelPlan, _ sideChain: RenderChain.SideChain, inPlace: Bool = false
  ) -> LoadedStage.Channels {
    let inputs = current
    let shared = inPlace ? min(inputs.count, plan.outputs) : 0
    current = Array((inputs.prefix(shared) + sets[turn].dropFirst(shared)).prefix(plan.outputs))
    turn = 1 - turn
    return LoadedStage.Channels(inputs: inputs, outputs: current, sideChain: sideChain == .input ? chainInputs : [])
  }
}
