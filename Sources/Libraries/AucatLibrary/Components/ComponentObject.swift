// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
internal import CAucat

/// `aucat_component`
final class ComponentObject: Sendable {
  let component: Component
  let texts = OwnedTexts()

  init(_ component: Component) { self.component = component }

  /// The strings that callers can ask for.
  enum Field: Int {
    case uri, name, manufacturer, type, localizedType, version, bundle, pluginClass, license, variant, feature, realtime
    case tagName, tagIdentifier
  }
}

/// A text of a component.
private func text(
  _ component: OpaquePointer?, _ field: ComponentObject.Field, index: Int = 0, _ value: (Component) -> String?
) -> UnsafePointer<CChar>? {
  guard let owner = object(component, ComponentObject.self) else { return nil }
  // SAFETY: `owner` keeps the text. It lives until the caller releases the component, or the list that has it.
  return owner.texts.text(field.rawValue, index: index) { value(owner.component) }
}

/// A number or Boolean of a component; `absent` for NULL.
private func value<Value>(_ component: OpaquePointer?, otherwise absent: Value, _ value: (Component) -> Value) -> Value
{
  object(component, ComponentObject.self).map { value($0.component) } ?? absent
}

@c @implementation
package func aucat_component_copy(_ component: OpaquePointer?) -> OpaquePointer? {
  object(component, ComponentObject.self).map { handle($0) }
}

@c @implementation
package func aucat_component_free(_ component: OpaquePointer?) { release(component, ComponentObject.self) }

@c @implementation
package func aucat_component_uri(_ component: OpaquePointer?) -> UnsafePointer<CChar>? { text(component, .uri, \.uri) }

@c @implementation
package func aucat_component_name(_ component: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(component, .name, \.name)
}

@c @implementation
package func aucat_component_manufacturer(_ component: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(component, .manufacturer, \.manufacturer)
}

@c @implementation
package func aucat_component_type(_ component: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(component, .type, \.type.rawValue)
}

@c @implementation
package func aucat_component_localized_type(_ component: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(component, .localizedType, \.localizedType)
}

@c @implementation
package func aucat_component_version(_ component: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(component, .version, \.version.description)
}

@c @implementation
package func aucat_component_bundle(_ component: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(component, .bundle, \.bundle)
}

@c @implementation
package func aucat_component_class(_ component: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(component, .pluginClass, \.pluginClass)
}

@c @implementation
package func aucat_component_license(_ component: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(component, .license, \.license)
}

@c @implementation
package func aucat_component_variant(_ component: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(component, .variant, \.variant)
}

@c @implementation
package func aucat_component_audio_inputs(_ component: OpaquePointer?) -> Int {
  value(component, otherwise: 0, \.audioInputs)
}

@c @implementation
package func aucat_component_audio_outputs(_ component: OpaquePointer?) -> Int {
  value(component, otherwise: 0, \.audioOutputs)
}

@c @implementation
package func aucat_component_cv_inputs(_ component: OpaquePointer?) -> Int {
  value(component, otherwise: 0, \.cvInputs)
}

@c @implementation
package func aucat_component_cv_outputs(_ component: OpaquePointer?) -> Int {
  value(component, otherwise: 0, \.cvOutputs)
}

@c @implementation
package func aucat_component_parameters(_ component: OpaquePointer?) -> Int {
  value(component, otherwise: 0, \.parameters)
}

@c @implementation
package func aucat_component_presets(_ component: OpaquePointer?) -> Int { value(component, otherwise: 0, \.presets) }

@c @implementation
package func aucat_component_uses(_ component: OpaquePointer?) -> Int { value(component, otherwise: 0, \.uses) }

@c @implementation
package func aucat_component_latency(_ component: OpaquePointer?) -> Int64 {
  value(component, otherwise: 0) { Int64($0.latency ?? -1) }
}

@c @implementation
package func aucat_component_cost(_ component: OpaquePointer?) -> Double {
  value(component, otherwise: -1) { $0.cost ?? -1 }
}

@c @implementation
package func aucat_component_load_time(_ component: OpaquePointer?) -> Double {
  value(component, otherwise: -1) { $0.loadTime ?? -1 }
}

@c @implementation
package func aucat_component_memory(_ component: OpaquePointer?) -> Double {
  value(component, otherwise: -1) { $0.memory ?? -1 }
}

@c @implementation
package func aucat_component_has_midi_input(_ component: OpaquePointer?) -> Bool {
  value(component, otherwise: false, \.hasMIDIInput)
}

@c @implementation
package func aucat_component_has_midi_output(_ component: OpaquePointer?) -> Bool {
  value(component, otherwise: false, \.hasMIDIOutput)
}

@c @implementation
package func aucat_component_has_side_chain(_ component: OpaquePointer?) -> Bool {
  value(component, otherwise: false, \.hasSideChain)
}

@c @implementation
package func aucat_component_has_custom_view(_ component: OpaquePointer?) -> Bool {
  value(component, otherwise: false, \.hasCustomView)
}

@c @implementation
package func aucat_component_is_hard_realtime(_ component: OpaquePointer?) -> Bool {
  value(component, otherwise: false, \.isHardRealtime)
}

@c @implementation
package func aucat_component_realtime(_ component: OpaquePointer?) -> UnsafePointer<CChar>? {
  text(component, .realtime, \.realtime)
}

@c @implementation
package func aucat_component_deterministic(_ component: OpaquePointer?) -> Int32 {
  value(component, otherwise: -1) { $0.isDeterministic.map { $0 ? 1 : 0 } ?? -1 }
}

@c @implementation
package func aucat_component_is_in_place_broken(_ component: OpaquePointer?) -> Bool {
  value(component, otherwise: false, \.isInPlaceBroken)
}

@c @implementation
package func aucat_component_is_favorite(_ component: OpaquePointer?) -> Bool {
  value(component, otherwise: false, \.isFavorite)
}

@c @implementation
package func aucat_component_is_hidden(_ component: OpaquePointer?) -> Bool {
  value(component, otherwise: false, \.isHidden)
}

@c @implementation
package func aucat_component_feature_count(_ component: OpaquePointer?) -> Int {
  value(component, otherwise: 0, \.requiredFeatures.count)
}

@c @implementation
package func aucat_component_feature(_ component: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(component, .feature, index: index) { $0.requiredFeatures.element(at: index) }
}

@c @implementation
package func aucat_component_tag_count(_ component: OpaquePointer?) -> Int {
  value(component, otherwise: 0, \.tags.count)
}

@c @implementation
package func aucat_component_tag_name(_ component: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(component, .tagName, index: index) { $0.tags.element(at: index)?.name }
}

@c @implementation
package func aucat_component_tag_identifier(_ component: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(component, .tagIdentifier, index: index) { $0.tags.element(at: index)?.identifier }
}

@c @implementation
package func aucat_component_tag_origins(_ component: OpaquePointer?, _ index: Int) -> UInt32 {
  value(component, otherwise: 0) { $0.tags.element(at: index)?.origins ?? 0 }
}

extension Tag {
  /// Its sources as a sum of the header's flags.
  var origins: UInt32 { sources.reduce(0) { $0 | $1.origin } }
}

extension TagSource {
  /// The source as a flag of the header.
  fileprivate var origin: UInt32 {
    switch self {
    case .pluginClass: UInt32(AUCAT_TAG_CLASS)
    case .curated: UInt32(AUCAT_TAG_CURATED)
    case .author: UInt32(AUCAT_TAG_AUTHOR)
    case .user: UInt32(AUCAT_TAG_USER)
    }
  }
}
