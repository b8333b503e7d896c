internal import Texts

/// The names by which standard tags are found, in every language.
extension Lexicon {
  /// The identifiers of the standard tags with a name, in any language; if there are none, of those with a form of that
  /// name.
  ///
  /// - Parameter squeezed: the name's words joined into one: `SearchWord.squeezed`.
  package func tags(named squeezed: String) -> (identifiers: [String], areExact: Bool) {
    if let exact = value(of: .name, squeezed) { return (Self.list(exact), true) }
    let forms = forms(of: squeezed).filter { Stem.isForm($0, of: squeezed) }
    return (Set(forms.flatMap { Self.list(value(of: .name, $0) ?? "") }).sorted(), false)
  }

  /// The names that are forms of one. Those with letters other than those of ASCII have no stem.
  private func forms(of squeezed: String) -> [String] {
    if Stem.isASCII(squeezed) { return Self.list(value(of: .nameStem, Stem.of(squeezed)) ?? "") }
    guard let beginning = Stem.commonBeginning(squeezed) else { return [] }
    return entries(of: .name, from: beginning).map(\.key).filter { Stem.isShared($0, squeezed) }
  }

  private static func list(_ value: String) -> [String] {
    value.utf8.split(separator: 0x2C).map { String(Substring($0)) }
  }
}
