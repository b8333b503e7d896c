package import ComponentModel

/// How a plugin is connected to the channels of a chain.
///
/// A plugin that has as many inputs as the chain has channels runs once. One with one input and one output runs once
/// for each channel, with linked parameters. One with two inputs gets a mono chain's channel in both. Everything else
/// is an error, except a plugin with one input and several outputs that is split: it runs once for each channel, and
/// the output of each instance that corresponds to its channel is heard.
package struct ChannelPlan: Hashable {
  /// How many instances run side by side.
  package let instances: Int
  /// For each instance, the chain's channel for each main input.
  package let sources: [[Int]]
  /// The number of channels after the plugin.
  package let outputs: Int

  /// Plans the connection of a plugin to a number of channels.
  ///
  /// - Parameter splits: whether a plugin with one input runs once for each channel, however many outputs it has.
  /// - Throws: ``ChainError`` if it can't be connected.
  package init(_ record: PluginRecord, channels: Int, splits: Bool = false) throws(ChainError) {
    let inputs = record.mainPorts(.input).count
    let outputs = record.mainPorts(.output).count
    guard outputs > 0 else { throw ChainError(.noAudioOutput(inputs: inputs), component: record.uri) }
    if inputs == channels {
      self.init(instances: 1, sources: [Array(0..<channels)], outputs: outputs)
    } else if inputs == 1, outputs == 1 || splits, channels > 1 {
      self.init(instances: channels, sources: (0..<channels).map { [$0] }, outputs: channels)
    } else if inputs == 2, channels == 1 {
      self.init(instances: 1, sources: [[0, 0]], outputs: outputs)
    } else {
      throw ChainError(
        .channelMismatch(inputs: inputs, outputs: outputs, channels: channels), component: record.uri)
    }
  }

  /// A plugin by itself, with the channels that it has; it may have none.
  package init(alone record: PluginRecord) {
    let inputs = record.mainPorts(.input).count
    self.init(instances: 1, sources: [Array(0..<inputs)], outputs: record.mainPorts(.output).count)
  }

  private init(instances: Int, sources: [[Int]], outputs: Int) {
    self.instances = instances
    self.sources = sources
    self.outputs = outputs
  }
}
