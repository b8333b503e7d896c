/// A property of a plugin's state (`LV2_State_Interface`), as the plugin stored it, bit for bit.
public struct StateProperty: Hashable, Sendable {
  /// URI of the property.
  public var key: String
  /// URI of the value's type: `atom:Int`, `atom:String`, `atom:Path` and so on.
  public var type: String
  /// The value's bytes, as the type prescribes them. A value of type `atom:URID` is stored as the text of its URI,
  /// because URIDs differ from host to host; within other values a URID is a position in ``uris``, from 1.
  public var bytes: [UInt8]
  /// The URIs that URIDs within ``bytes`` stand for, such as the types in an `atom:Tuple`.
  public var uris: [String]
  /// `LV2_State_Flags`: 1 plain data, 2 portable, 4 native.
  public var flags: UInt32

  /// Creates a property from its parts.
  public init(key: String, type: String, bytes: [UInt8], uris: [String] = [], flags: UInt32) {
    self.key = key
    self.type = type
    self.bytes = bytes
    self.uris = uris
    self.flags = flags
  }
}

/// The settings that a preset makes.
package struct PresetContent: Hashable, Sendable {
  /// Values of control ports, by symbol.
  package var parameters: [String: Float]
  /// The plugin's state; empty if the preset has none.
  package var state: [StateProperty]
  /// The problems of parts that were left out.
  package var remarks: [ScanRemark] = []

  /// Creates the content of a preset.
  package init(parameters: [String: Float] = [:], state: [StateProperty] = []) {
    self.parameters = parameters
    self.state = state
  }
}
