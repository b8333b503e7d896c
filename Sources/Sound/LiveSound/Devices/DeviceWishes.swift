/// What a device is to be like when it is opened.
package struct DeviceWishes: Hashable, Sendable {
  /// Where a device's outputs lead when it starts.
  package enum OutputChoice: Hashable, Sendable {
    /// To the machine's own, such as loudspeakers: the first output to the first, and so on.
    case physical
    /// Nowhere.
    case none
    /// To these ports in this order; those for MIDI get the MIDI. A client's name stands for all of its ports.
    case ports([String])
  }

  /// The name that others see. A server may give another one, where this is taken.
  package var clientName: String
  /// The number of audio inputs, at most ``mostChannels``.
  package var inputs: Int
  /// The number of audio outputs, at most ``mostChannels``.
  package var outputs: Int
  /// Whether it has an input and an output for MIDI.
  package var hasMIDI: Bool
  /// In Hz; nil for 48,000. A server has its own rate, whatever this says.
  package var sampleRate: Double?
  /// In frames; nil for 1,024. A server has its own, whatever this says.
  package var blockLength: Int?
  /// The ports whose sound the inputs get, in this order; those for MIDI give the MIDI. A client's name stands for all of its
  /// ports. Nothing else is connected to an input.
  package var inputPorts: [String]
  /// Where the outputs lead.
  package var outputPorts: OutputChoice

  /// The maximum number of inputs, and of outputs, of a device: one for each bit of a block's new connections.
  package static let mostChannels = 64

  /// The usual rate of a device without a server, in Hz.
  package static let standardSampleRate = 48_000.0

  /// The usual block of a device without a server, in frames.
  package static let standardBlockLength = 1_024

  /// Two inputs and outputs, with MIDI, which lead to the machine's own outputs.
  package init(
    clientName: String = "aucat", inputs: Int = 2, outputs: Int = 2, hasMIDI: Bool = true, sampleRate: Double? = nil,
    blockLength: Int? = nil, inputPorts: [String] = [], outputPorts: OutputChoice = .physical
  ) {
    self.clientName = clientName
    self.inputs = inputs
    self.outputs = outputs
    self.hasMIDI = hasMIDI
    self.sampleRate = sampleRate
    self.blockLength = blockLength
    self.inputPorts = inputPorts
    self.outputPorts = outputPorts
  }
}
