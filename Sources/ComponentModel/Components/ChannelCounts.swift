/// The numbers of a component's main audio inputs and outputs.
public struct ChannelCounts: Hashable, Sendable, CustomStringConvertible {
  /// Main audio inputs.
  public var inputs: Int
  /// Main audio outputs.
  public var outputs: Int

  /// Numbers of channels.
  public init(inputs: Int, outputs: Int) {
    self.inputs = inputs
    self.outputs = outputs
  }

  /// `2→2`.
  public var description: String { "\(inputs)→\(outputs)" }
}
