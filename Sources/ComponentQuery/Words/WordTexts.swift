import ComponentModel

/// The texts of fields that differ from what the component says of itself.
package enum WordTexts {
  /// The local name of a class without the word that all of LV2's end with.
  package static func className(_ uri: String) -> String {
    let name = LV2ClassTree.localName(uri) ?? URIPart.last(of: uri)
    return name.hasSuffix("Plugin") ? String(name.dropLast(6)) : name
  }

  /// A URI without its scheme.
  package static func withoutScheme(_ uri: String) -> String {
    guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return uri }
    return String(uri[uri.utf8.index(after: colon)...])
  }

  /// The name of a bundle's folder.
  package static func folder(_ bundle: String) -> String {
    let name = bundle.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? bundle
    return name.hasSuffix(".lv2") ? String(name.dropLast(4)) : name
  }

  /// What people call a number of channels: they search for stereo reverbs, and few of those say so in their names.
  ///
  /// - Returns: a word for the wider side; nil for more channels than two, and for none.
  package static func channels(inputs: Int, outputs: Int) -> String? {
    switch max(inputs, outputs) {
    case 1: "mono"
    case 2: "stereo"
    default: nil
    }
  }
}
