public import ComponentModel
internal import Linux

extension ComponentManager {
  /// What a bundle declares about a component, as `configurationDictionary`: the URI of each LV2 property with its
  /// values as text. Properties that the bundle doesn't use are left out.
  ///
  /// Apple's dictionary has the unit's own keys besides a few common ones; LV2's properties have URIs, and what LV2
  /// does not define is not in the catalog.
  ///
  /// - Throws: as ``details(of:)``.
  public func configurationDictionary(of component: Component) throws(ComponentManagerError) -> [String: [String]] {
    let details = try details(of: component)
    let values: [String: [String]] = [
      Property.lv2RequiredFeature.uri: component.requiredFeatures,
      Property.lv2OptionalFeature.uri: details.optionalFeatures,
      Property.lv2ExtensionData.uri: details.extensionData, Property.lv2Replaces.uri: details.replaces,
      Property.rdfType.uri: details.classes,
      Property.uiInterface.uri: details.interfaces.map(\.uri),
      Property.patchWritable.uri: details.patchParameters.filter(\.isWritable).map(\.uri),
      Property.patchReadable.uri: details.patchParameters.filter(\.isReadable).map(\.uri),
      Property.atomSupports.uri: Set(details.ports.flatMap(\.supports)).sorted(),
    ]
    return values.filter { !$0.value.isEmpty }
  }

  /// The processor architectures of a component's binary, as `availableArchitectures`: one, because an ELF file has
  /// code for one, or none if it isn't an ELF file or can't be read. Reads the first bytes of the binary and loads
  /// nothing.
  ///
  /// - Throws: as ``details(of:)``.
  public func availableArchitectures(of component: Component) throws(ComponentManagerError) -> [Architecture] {
    guard let binary = try details(of: component).binary else { return [] }
    guard let file = try? FileDescriptor(binary, for: .reading, options: .nonBlocking) else { return [] }
    var header = [UInt8](repeating: 0, count: 20)
    let count = (try? file.read(into: &header)) ?? 0
    return Architecture(elf: Array(header.prefix(count))).map { [$0] } ?? []
  }
}
