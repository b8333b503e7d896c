package import ComponentModel

/// Texts of fields that are derived from a component's values.
package enum WordTexts {
  /// The texts of ``WordField/pluginClass``.
  ///
  /// - Parameter inputs: the number of audio inputs, as `outputs` is that of audio outputs.
  package static func ofClass(_ uri: String, _ type: ComponentType, inputs: Int, outputs: Int) -> [String] {
    [className(uri), type.englishName] + [channels(inputs: inputs, outputs: outputs)].compactMap { $0 }
  }

  /// The texts of ``WordField/uri``.
  package static func ofURI(_ uri: String, bundle: String) -> [String] { [withoutScheme(uri), folder(bundle)] }

  /// The local name of a class without `Plugin`, with which all of LV2's class names end.
  static func className(_ uri: String) -> String {
    let name = LV2ClassTree.localName(uri) ?? URIPart.last(of: uri)
    return name.hasSuffix("Plugin") ? String(name.dropLast(6)) : name
  }

  /// The spellings of a text that a field's words are taken from: of a name, also those with Greek letters spelt out
  /// and with its parts divided, so that GxBigMuffPi is found by "big muff".
  package static func spellings(of text: String, in field: WordField) -> [String] {
    guard field == .name else { return [text] }
    return [text, withNamedLetters(text), divided(text)].compactMap(\.self)
  }

  /// `text` with each Greek letter that stands alone replaced by its name, as people type it: `mu-Law` for μ-Law; nil
  /// if there is none.
  private static func withNamedLetters(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    var (named, isNamed) = ("", false)
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let beside = [index - 1, index + 1].filter(scalars.indices.contains).map { scalars[$0] }
      if let name = greekLetters[scalar], !beside.contains(where: \.properties.isAlphabetic) {
        named += name
        isNamed = true
      } else {
        named.unicodeScalars.append(scalar)
      }
    }
    return isNamed ? named : nil
  }

  private static let greekLetters: [Unicode.Scalar: String] = [
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "Δ": "delta", "ε": "epsilon", "θ": "theta", "λ": "lambda",
    "μ": "mu", "µ": "mu", "π": "pi", "σ": "sigma", "Σ": "sigma", "τ": "tau", "φ": "phi", "Φ": "phi", "ψ": "psi",
    "ω": "omega", "Ω": "omega",
  ]

  /// `text` with a space before each capital letter or digit that begins a part; nil if there is none.
  static func divided(_ text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count > 1 else { return nil }
    var divided = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if index > 0, isBorder(after: scalars[index - 1], at: scalar, before: scalars.dropFirst(index + 1).first) {
        divided.append(" ")
      }
      divided.append(scalar)
    }
    return divided.count == scalars.count ? nil : String(divided)
  }

  /// A word of letters and digits with a space between them, as texts divide it: `ac 30` for `ac30`; nil if it is none.
  package static func beforeDigits(_ word: String) -> String? {
    let digits = word.unicodeScalars.firstIndex { kind($0) == .digit }
    guard let digits, digits > word.startIndex, word.unicodeScalars[digits...].allSatisfy({ kind($0) == .digit }) else {
      return nil
    }
    return word[..<digits] + " " + word[digits...]
  }

  /// Whether a part begins at a letter or digit: in `ZamGEQ31` before G and 3, in `EQTool` before T.
  private static func isBorder(
    after previous: Unicode.Scalar, at scalar: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> Bool {
    switch (kind(previous), kind(scalar)) {
    case (.small, .capital), (.small, .digit), (.capital, .digit), (.digit, .small), (.digit, .capital): true
    case (.capital, .capital): next.map { kind($0) == .small } ?? false
    default: false
    }
  }

  private enum Kind { case small, capital, digit, other }

  /// ASCII only: other scripts divide names differently.
  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar {
    case "a"..."z": .small
    case "A"..."Z": .capital
    case "0"..."9": .digit
    default: .other
    }
  }

  /// A URI without its scheme.
  static func withoutScheme(_ uri: String) -> String {
    guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return uri }
    return String(uri[uri.utf8.index(after: colon)...])
  }

  /// The name of a bundle's folder.
  static func folder(_ bundle: String) -> String {
    let name = bundle.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? bundle
    return name.hasSuffix(".lv2") ? String(name.dropLast(4)) : name
  }

  /// A searched text without what the field of the URI lacks: a URI's scheme, and a bundle's path and ending.
  package static func searched(_ text: String) -> String {
    // Most texts contain no URI and no path.
    if let named = withNamedLetters(text) { return searched(named) }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") })
    else { return text }
    let scheme = schemes.first { text.utf8.count > $0.utf8.count && text.utf8.starts(with: $0.utf8) }
    if scheme == "file:" || text.hasPrefix("/") || text.hasSuffix(".lv2") || text.hasSuffix(".lv2/") {
      return folder(text)
    }
    return scheme == nil ? text : withoutScheme(text)
  }

  private static let schemes = ["http:", "https:", "urn:", "file:"]

  /// The common name of a number of channels: people search for stereo reverbs, and few of those have that word in
  /// their names.
  ///
  /// - Returns: a word for the wider side; nil for more channels than two, and for none.
  static func channels(inputs: Int, outputs: Int) -> String? {
    switch max(inputs, outputs) {
    case 1: "mono"
    case 2: "stereo"
    default: nil
    }
  }
}
