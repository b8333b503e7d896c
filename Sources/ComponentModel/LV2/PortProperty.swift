/// The properties of a port that decide anything, by the names that ``ComponentPort/properties`` has for them.
package enum PortProperty: String {
  case connectionOptional, enumeration, integer, isSideChain, reportsLatency, sampleRate, toggled
  /// The plugin bypasses itself by the port: `lv2:enabled`, which is a designation.
  case enabled
  case causesArtifacts, expensive, notAutomatic, trigger
}

extension ComponentPort {
  /// Whether it has a property.
  package func has(_ property: PortProperty) -> Bool { properties.contains(property.rawValue) }
}
