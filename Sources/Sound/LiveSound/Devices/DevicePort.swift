/// A port that can be connected.
package struct DevicePort: Hashable, Sendable {
  /// The kind of data that passes through a port.
  package enum Kind: String, Hashable, Sendable {
    /// Sound: one channel of audio.
    case audio
    /// Notes and other events.
    case midi
    /// Neither audio nor MIDI.
    case other
  }

  /// Its name, which begins with its client's name and a colon.
  package var name: String
  /// The kind of data that passes through it.
  package var kind: Kind
  /// Whether it is an input, which receives; otherwise it is an output.
  package var isInput: Bool
  /// Whether it belongs to hardware, such as a loudspeaker.
  package var isPhysical: Bool
  /// Whether it belongs to the device that lists it.
  package var isOwn: Bool
  /// The names of the ports that it is connected to.
  package var connections: [String]

  /// Creates a description of a port.
  package init(
    name: String, kind: Kind, isInput: Bool, isPhysical: Bool = false, isOwn: Bool = false, connections: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.isInput = isInput
    self.isPhysical = isPhysical
    self.isOwn = isOwn
    self.connections = connections
  }

  /// The name of the client that it belongs to.
  package var client: Substring { name.prefix { $0 != ":" } }
}

/// An output and the input that it leads to.
package struct DeviceConnection: Hashable, Sendable {
  /// The name of the port that sends.
  package var source: String
  /// The name of the port that receives.
  package var target: String

  /// Creates a connection from an output to an input.
  package init(_ source: String, _ target: String) {
    self.source = source
    self.target = target
  }
}
