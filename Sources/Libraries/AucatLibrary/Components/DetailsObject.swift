// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
internal import CAucat

/// `aucat_details`
final class DetailsObject: Sendable {
  let details: ComponentDetails
  let texts = OwnedTexts()

  init(_ details: ComponentDetails) { self.details = details }

  /// The strings that callers can ask for.
  enum Field: Int {
    case comment, homepage, project, binary, icon, name, language
    case portSymbol, portName, unit, designation, group, point
    case presetURI, presetName, bank
    case patchURI, patchName, patchType, patchUnit
  }
}

/// A text of the details.
func text(
  _ details: OpaquePointer?, _ field: DetailsObject.Field, index: Int = 0, part: Int = 0,
  _ value: (ComponentDetails) -> String?
) -> UnsafePointer<CChar>? {
  guard let owner = object(details, DetailsObject.self) else { return nil }
  // SAFETY: `owner` keeps the text until the caller releases the details, after which it may not be used.
  return owner.texts.text(field.rawValue, index: index, part: part) { value(owner.details) }
}

@c @implementation
package func aucat_describe(
  _ catalog: OpaquePointer?, _ component: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    let component = try required(component, "component", as: ComponentObject.self).component
    return handle(DetailsObject(try manager.details(of: component)))
  }
}

@c @implementation
package func aucat_details_comment(_ details: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(details, .comment, \.comment)
}

@c @implementation
package func aucat_details_homepage(_ details: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(details, .homepage, \.homepage)
}

@c @implementation
package func aucat_details_project(_ details: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(details, .project, \.project)
}

@c @implementation
package func aucat_details_binary(_ details: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(details, .binary, \.binary)
}

@c @implementation
package func aucat_details_icon(_ details: OpaquePointer?) -> UnsafePointer<CChar>? { text(details, .icon, \.icon) }

@c @implementation
package func aucat_details_name_count(_ details: OpaquePointer?) -> Int {
  object(details, DetailsObject.self)?.details.names.count ?? 0
}

@c @implementation
package func aucat_details_name(_ details: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(details, .name, index: index) { $0.names.element(at: index)?.text }
}

@c @implementation
package func aucat_details_name_language(_ details: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(details, .language, index: index) { $0.names.element(at: index)?.language }
}

@c @implementation
package func aucat_details_preset_count(_ details: OpaquePointer?) -> Int {
  object(details, DetailsObject.self)?.details.presets.count ?? 0
}

@c @implementation
package func aucat_preset_uri(_ details: OpaquePointer?, _ preset: Int) -> UnsafePointer<CChar>? {
  text(details, .presetURI, index: preset) { $0.presets.element(at: preset)?.uri }
}

@c @implementation
package func aucat_preset_name(_ details: OpaquePointer?, _ preset: Int) -> UnsafePointer<CChar>? {
  text(details, .presetName, index: preset) { $0.presets.element(at: preset)?.name }
}

@c @implementation
package func aucat_preset_bank(_ details: OpaquePointer?, _ preset: Int) -> UnsafePointer<CChar>? {
  text(details, .bank, index: preset) { $0.presets.element(at: preset)?.bank }
}

@c @implementation
package func aucat_details_free(_ details: OpaquePointer?) { release(details, DetailsObject.self) }
