public import AudioComponents
internal import ComponentQuery
internal import ICU

extension Tag: ExpressibleByStringLiteral {
  /// The tag of a name, to ask for: `$0.tags.contains("Reverb")`. No component has it from anybody.
  public init(stringLiteral name: String) {
    self.init(identifier: name, name: name, englishName: name, isStandard: false, sources: [])
  }
}

extension Sequence where Element == Tag {
  /// Whether one of the tags has the name of a tag among its own, as `tags CONTAINS` asks it: outside of a predicate a
  /// literal means the same as inside. For tags that are equal in everything, compare with `==`.
  public func contains(_ tag: Tag) -> Bool {
    let comparison = Comparison(.tags, .contains, .text(tag.name))
    // Only an expression of MATCHES throws.
    guard let test = try? TagTest(comparison, rules: tagRules) else { return false }
    return contains { (try? test.matches($0)) ?? false }
  }
}

/// Tags compare the same in every language.
private let tagRules = UnicodeRules(locale: .english)
