/// Assigns the chain's channels to an instance's audio ports, in port order.
struct AudioConnections {
  // SAFETY: The plan has given the stage as many channels as it has main ports; the chain's pool keeps their memory.

  private let inputs: [UnsafeMutablePointer<Float>]
  /// Nil for an output that is not heard.
  private let outputs: [UnsafeMutablePointer<Float>?]
  private let sideChain: [UnsafeMutablePointer<Float>]
  private var inputsDone = 0
  private var outputsDone = 0
  private var sideChainsDone = 0

  /// - Parameter outputCount: the plugin's main outputs.
  init(plan: ChannelPlan, instance: Int, channels: LoadedStage.Channels, outputCount: Int) {
    inputs = plan.sources[instance].map { channels.inputs[$0] }
    // Of several instances, each gives one channel.
    let heardOutput = min(instance, outputCount - 1)
    outputs =
      plan.instances > 1
      ? (0..<outputCount).map { $0 == heardOutput ? channels.outputs[instance] : nil } : channels.outputs
    // Of several instances, each gets its own channel of the side chain too.
    let heard = channels.sideChain
    sideChain = plan.instances > 1 && !heard.isEmpty ? [heard[min(instance, heard.count - 1)]] : heard
  }

  mutating func nextInput() -> UnsafeMutableRawPointer {
    defer { inputsDone += 1 }
    return UnsafeMutableRawPointer(inputs[inputsDone])
  }

  /// - Returns: nil for an output that is not heard.
  mutating func nextOutput() -> UnsafeMutablePointer<Float>? {
    defer { outputsDone += 1 }
    return outputs[outputsDone]
  }

  /// - Returns: nil for silence.
  mutating func nextSideChain() -> UnsafeMutablePointer<Float>? {
    guard !sideChain.isEmpty else { return nil }
    defer { sideChainsDone += 1 }
    return sideChain[min(sideChainsDone, sideChain.count - 1)]
  }
}
