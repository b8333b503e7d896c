/// The properties that a device should have when it is opened.
package struct DeviceWishes: Hashable, Sendable {
  /// Where a device's outputs lead when it starts.
  package enum OutputChoice: Hashable, Sendable {
    /// The outputs lead to hardware, such as loudspeakers: the first output to the first port, and so on.
    case physical
    /// No output is connected.
    case none
    /// The outputs lead to these ports in this order; MIDI ports get the MIDI. A client's name stands for all of its
    /// ports.
    case ports([String])
  }

  /// The name that other clients see. The server gives another one if it is taken.
  package var clientName: String
  /// The number of audio inputs, at most ``mostChannels``.
  package var inputs: Int
  /// The number of audio outputs, at most ``mostChannels``.
  package var outputs: Int
  /// Whether it has an input and an output for MIDI.
  package var hasMIDI: Bool
  /// The sample rate in hertz; nil for 48,000. A server uses its own rate regardless.
  package var sampleRate: Double?
  /// The block length in frames; nil for 1,024. A server uses its own block length regardless.
  package var blockLength: Int?
  /// The ports to connect to the inputs, in this order; MIDI ports go to the MIDI input. A client's name stands for all
  /// of its ports. Nothing else is connected to an input.
  package var inputPorts: [String]
  /// Where the outputs lead.
  package var outputPorts: OutputChoice

  /// The maximum number of inputs, and of outputs, of a device: one for each bit of a block's new connections.
  package static let mostChannels = 64

  /// The default rate of a device without a server, in hertz.
  package static let standardSampleRate = 48_000.0

  /// The default block of a device without a server, in frames: 21 ms, because nobody waits for its sound.
  package static let standardBlockLength = 1_024

  /// Two inputs and outputs, with MIDI; the outputs go to hardware.
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
