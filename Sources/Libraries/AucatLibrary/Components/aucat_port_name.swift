// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
package import CAucat

/// A port of the details; nil if there is none.
private func port(_ details: OpaquePointer?, _ index: Int) -> ComponentPort? {
  object(details, DetailsObject.self)?.details.ports.element(at: index)
}

/// A text of a port.
private func text(
  _ details: OpaquePointer?, _ field: DetailsObject.Field, ofPort index: Int, _ value: (ComponentPort) -> String?
) -> UnsafePointer<CChar>? {
  // SAFETY: The details keep the text; `element(at:)` gives nil for an index that no port has.
  text(details, field, index: index) { $0.ports.element(at: index).flatMap(value) }
}

@c @implementation
package func aucat_details_port_count(_ details: OpaquePointer?) -> Int {
  object(details, DetailsObject.self)?.details.ports.count ?? 0
}

@c @implementation
package func aucat_port_symbol(_ details: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(details, .portSymbol, ofPort: index, \.symbol)
}

@c @implementation
package func aucat_port_name(_ details: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(details, .portName, ofPort: index, \.name)
}

@c @implementation
package func aucat_port_get_kind(_ details: OpaquePointer?, _ index: Int) -> aucat_port_kind {
  switch port(details, index)?.kind {
  case .audio: AUCAT_PORT_AUDIO
  case .cv: AUCAT_PORT_CV
  case .control: AUCAT_PORT_CONTROL
  case .atom: AUCAT_PORT_ATOM
  case .event: AUCAT_PORT_EVENT
  case .other, nil: AUCAT_PORT_OTHER
  }
}

@c @implementation
package func aucat_port_is_input(_ details: OpaquePointer?, _ index: Int) -> Bool {
  port(details, index)?.direction == .input
}

@c @implementation
package func aucat_port_default(_ details: OpaquePointer?, _ index: Int) -> Double {
  port(details, index)?.defaultValue ?? .nan
}

@c @implementation
package func aucat_port_minimum(_ details: OpaquePointer?, _ index: Int) -> Double {
  port(details, index)?.minimum ?? .nan
}

@c @implementation
package func aucat_port_maximum(_ details: OpaquePointer?, _ index: Int) -> Double {
  port(details, index)?.maximum ?? .nan
}

@c @implementation
package func aucat_port_unit(_ details: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(details, .unit, ofPort: index, \.unit)
}

@c @implementation
package func aucat_port_designation(_ details: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(details, .designation, ofPort: index, \.designation)
}

@c @implementation
package func aucat_port_group(_ details: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(details, .group, ofPort: index, \.group)
}

@c @implementation
package func aucat_port_has_property(
  _ details: OpaquePointer?, _ index: Int, _ property: UnsafePointer<CChar>?
) -> Bool {
  // SAFETY: `required` copies the property's name, which the caller ends with NUL.
  guard let port = port(details, index), let name = try? required(property, "property") else { return false }
  return port.properties.contains(name)
}

@c @implementation
package func aucat_port_point_count(_ details: OpaquePointer?, _ index: Int) -> Int {
  port(details, index)?.scalePoints.count ?? 0
}

@c @implementation
package func aucat_port_point_label(_ details: OpaquePointer?, _ index: Int, _ point: Int) -> UnsafePointer<CChar>? {
  text(details, .point, index: index, part: point) {
    $0.ports.element(at: index)?.scalePoints.element(at: point)?.label
  }
}

@c @implementation
package func aucat_port_point_value(_ details: OpaquePointer?, _ index: Int, _ point: Int) -> Double {
  port(details, index)?.scalePoints.element(at: point)?.value ?? .nan
}

/// A patch parameter of the details; nil if there is none.
private func parameter(_ details: OpaquePointer?, _ index: Int) -> PatchParameter? {
  object(details, DetailsObject.self)?.details.patchParameters.element(at: index)
}

/// A text of a patch parameter.
private func text(
  _ details: OpaquePointer?, _ field: DetailsObject.Field, ofParameter index: Int,
  _ value: (PatchParameter) -> String?
) -> UnsafePointer<CChar>? {
  // SAFETY: The details keep the text; `element(at:)` gives nil for an index that no parameter has.
  text(details, field, index: index) { $0.patchParameters.element(at: index).flatMap(value) }
}

@c @implementation
package func aucat_details_patch_parameter_count(_ details: OpaquePointer?) -> Int {
  object(details, DetailsObject.self)?.details.patchParameters.count ?? 0
}

@c @implementation
package func aucat_patch_parameter_uri(_ details: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(details, .patchURI, ofParameter: index, \.uri)
}

@c @implementation
package func aucat_patch_parameter_name(_ details: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(details, .patchName, ofParameter: index, \.name)
}

@c @implementation
package func aucat_patch_parameter_type(_ details: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(details, .patchType, ofParameter: index, \.valueType)
}

@c @implementation
package func aucat_patch_parameter_unit(_ details: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(details, .patchUnit, ofParameter: index, \.unit)
}

@c @implementation
package func aucat_patch_parameter_default(_ details: OpaquePointer?, _ index: Int) -> Double {
  parameter(details, index)?.defaultValue ?? .nan
}

@c @implementation
package func aucat_patch_parameter_minimum(_ details: OpaquePointer?, _ index: Int) -> Double {
  parameter(details, index)?.minimum ?? .nan
}

@c @implementation
package func aucat_patch_parameter_maximum(_ details: OpaquePointer?, _ index: Int) -> Double {
  parameter(details, index)?.maximum ?? .nan
}

@c @implementation
package func aucat_patch_parameter_is_writable(_ details: OpaquePointer?, _ index: Int) -> Bool {
  parameter(details, index)?.isWritable ?? false
}

@c @implementation
package func aucat_patch_parameter_is_readable(_ details: OpaquePointer?, _ index: Int) -> Bool {
  parameter(details, index)?.isReadable ?? false
}
