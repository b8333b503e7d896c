/// Two sets of channels that stages use in turn, so that no plugin writes to memory that it reads, and the input of
/// side chains.
struct ChannelBuffers {
  // SAFETY: The pool keeps the channels; each set has as many as the widest stage.

  let chainInputs: [UnsafeMutablePointer<Float>]
  /// The whole chain's inputs: those of these stages, or memory of their own.
  let sides: [UnsafeMutablePointer<Float>]
  /// The channels after the last stage so far.
  private(set) var current: [UnsafeMutablePointer<Float>]
  private var sets: [[UnsafeMutablePointer<Float>]] = []
  private var turn = 0

  /// - Parameter sides: the number of the whole chain's inputs, if they have memory of their own; nil if these stages
  ///   have the same inputs.
  init(_ pool: MemoryPool, channels: Int, sides: Int?, widest: Int, blockLength: Int) throws(ChainError) {
    let inputs = try pool.channels(channels, of: blockLength)
    chainInputs = inputs
    self.sides = try sides.map { (count) throws(ChainError) in try pool.channels(count, of: blockLength) } ?? inputs
    current = chainInputs
    sets = [try pool.channels(widest, of: blockLength), try pool.channels(widest, of: blockLength)]
  }

  /// The channels of the next stage.
  ///
  /// - Parameter inPlace: whether the stage writes to the memory that it reads.
  mutating func channels(
    for plan: ChannelPlan, _ sideChain: RenderChain.SideChain, inPlace: Bool = false
  ) -> LoadedStage.Channels {
    let inputs = current
    let shared = inPlace ? min(inputs.count, plan.outputs) : 0
    current = Array((inputs.prefix(shared) + sets[turn].dropFirst(shared)).prefix(plan.outputs))
    turn = 1 - turn
    return LoadedStage.Channels(inputs: inputs, outputs: current, sideChain: sideChain == .input ? sides : [])
  }
}
