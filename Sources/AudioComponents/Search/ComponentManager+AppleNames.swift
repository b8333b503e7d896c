public import ComponentModel
internal import Glibc

extension ComponentManager {
  /// What a bundle declares about a component, as `configurationDictionary`: the URI of each LV2 property with its values
  /// as texts. Properties that the bundle doesn't use are left out.
  ///
  /// Apple's dictionary has keys of the unit's own beside a few common ones; LV2's properties have URIs, and what LV2 does
  /// not define is not in the catalog.
  ///
  /// - Throws: an error about the catalog.
  public func configurationDictionary(of component: Component) throws(ComponentManagerError) -> [String: [String]] {
    let details = try details(of: component)
    let values: [String: [String]] = [
      LV2.core + "requiredFeature": component.requiredFeatures, LV2.core + "optionalFeature": details.optionalFeatures,
      LV2.core + "extensionData": details.extensionData, LV2.core + "replaces": details.replaces,
      "http://www.w3.org/1999/02/22-rdf-syntax-ns#type": details.classes,
      "http://lv2plug.in/ns/extensions/ui#ui": details.interfaces.map(\.uri),
      "http://lv2plug.in/ns/ext/patch#writable": details.patchParameters.filter(\.isWritable).map(\.uri),
      "http://lv2plug.in/ns/ext/patch#readable": details.patchParameters.filter(\.isReadable).map(\.uri),
      "http://lv2plug.in/ns/ext/atom#supports": Set(details.ports.flatMap(\.supports)).sorted(),
    ]
    return values.filter { !$0.value.isEmpty }
  }

  /// The processor architectures of a component's binary, as `availableArchitectures`: one, because an ELF file has code
  /// for one, or none if it is no ELF file or can't be read. Reads the first bytes of the binary and loads nothing.
  ///
  /// - Throws: an error about the catalog.
  public func availableArchitectures(of component: Component) throws(ComponentManagerError) -> [Architecture] {
    guard let binary = try details(of: component).binary else { return [] }
    let file = open(binary, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var header = [UInt8](repeating: 0, count: 20)
    let count = read(file, &header, header.count)
    return Architecture(elf: Array(header.prefix(max(0, count)))).map { [$0] } ?? []
  }
}
