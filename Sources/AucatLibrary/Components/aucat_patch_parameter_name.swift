// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The functions have the names of the header.

internal import AudioComponents
internal import CAucat

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
