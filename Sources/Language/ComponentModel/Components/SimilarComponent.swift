/// A component that is like another one, with what they have in common.
public struct SimilarComponent: Hashable, Sendable {
  /// The component that was found.
  public var component: Component
  /// How alike they are, from 0 to 1.
  public var score: Double
  /// The tags that both have, the rarest first.
  public var tags: [Tag]
  /// The LV2 class that both have; nil if theirs differ.
  public var pluginClass: String?
  /// The numbers of channels that both have; nil if theirs differ.
  public var channels: ChannelCounts?
  /// The names of the parameters that both have, or nearly so, as the first component spells them; the rarest first.
  public var parameters: [String]

  /// Creates a component that is like another.
  package init(
    _ component: Component, score: Double, tags: [Tag], pluginClass: String?, channels: ChannelCounts?,
    parameters: [String]
  ) {
    self.component = component
    self.score = score
    self.tags = tags
    self.pluginClass = pluginClass
    self.channels = channels
    self.parameters = parameters
  }

  /// Their common traits, in one line: `Reverb, stereo; 9 parameters in common: Decay, Pre-Delay…`.
  public var explanation: String {
    let kinds = tags.prefix(3).map(\.name) + [channels.flatMap(Self.word)].compactMap(\.self)
    let count = parameters.count
    guard count > 0 else { return kinds.joined(separator: ", ") }
    let names = parameters.prefix(3).joined(separator: ", ") + (count > 3 ? "…" : "")
    let common = Count.text(count, "parameter") + " in common: \(names)"
    return kinds.isEmpty ? common : kinds.joined(separator: ", ") + "; " + common
  }

  private static func word(_ channels: ChannelCounts) -> String? {
    switch (channels.inputs, channels.outputs) {
    case (0, 0): nil
    case (1, 1): "mono"
    case (2, 2): "stereo"
    // An arrow would look like the channels in a list of components, where the input may be MIDI.
    case (0, let outputs): Count.text(outputs, "output")
    case (let inputs, 0): Count.text(inputs, "input")
    default: "\(channels)"
    }
  }
}
