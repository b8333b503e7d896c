/// An event that a plugin has sent through an atom port: corresponds to `LV2_Atom_Event`.
public struct PluginEvent: Hashable, Sendable {
  /// The component's place in the chain, from 0.
  public var stage: Int
  /// Its time, in frames from the start of its block.
  public var frame: Int
  /// URI of the atom's type: `midi:MidiEvent`, `atom:Object` and so on.
  public var type: String
  /// The body of the atom.
  public var bytes: [UInt8]

  /// Creates an event of a component.
  public init(stage: Int, frame: Int, type: String, bytes: [UInt8]) {
    self.stage = stage
    self.frame = frame
    self.type = type
    self.bytes = bytes
  }
}
