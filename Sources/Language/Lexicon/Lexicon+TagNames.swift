internal import Texts

/// The names by which standard tags are found, in every language.
extension Lexicon {
  /// A standard tag that a name stands for.
  package struct Named: Hashable, Sendable {
    package var identifier: String
    /// Whether the name is that of a product, which is only one of its kind.
    package var isProduct: Bool
  }

  /// The standard tags with a name, in any language; if there are none, those with a form of that name.
  ///
  /// - Parameter squeezed: the name's words joined into one: `SearchWord.squeezed`.
  package func tags(named squeezed: String) -> (tags: [Named], areExact: Bool) {
    if let exact = value(of: .name, squeezed) { return (Self.named(exact), true) }
    let forms = forms(of: squeezed).filter { Stem.isForm($0, of: squeezed) }
    let tags = Set(forms.flatMap { Self.named(value(of: .name, $0) ?? "") })
    return (tags.sorted { $0.identifier < $1.identifier }, false)
  }

  /// The names that are forms of one. Those with letters other than those of ASCII have no stem.
  private func forms(of squeezed: String) -> [String] {
    if Stem.isASCII(squeezed) { return Self.list(value(of: .nameStem, Stem.of(squeezed)) ?? "") }
    guard let beginning = Stem.commonBeginning(squeezed) else { return [] }
    return entries(of: .name, from: beginning).map(\.key).filter { Stem.isShared($0, squeezed) }
  }

  /// The tags of a line; a product's name has a tilde behind them.
  private static func named(_ value: String) -> [Named] {
    list(value).map { tag in
      let isProduct = tag.utf8.last == UInt8(ascii: "~")
      return Named(identifier: isProduct ? String(tag.dropLast()) : tag, isProduct: isProduct)
    }
  }

  private static func list(_ value: String) -> [String] {
    value.utf8.split(separator: 0x2C).map { String(Substring($0)) }
  }
}
