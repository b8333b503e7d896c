public import AudioComponents
internal import ComponentQuery
internal import ICU

extension Tag: ExpressibleByStringLiteral {
  /// The tag with a name, for predicates: `$0.tags.contains("Reverb")`. It has no source.
  public init(stringLiteral name: String) {
    self.init(identifier: name, name: name, englishName: name, isStandard: false, sources: [])
  }
}

extension Sequence where Element == Tag {
  /// Whether one of the tags has the given tag's name, as for `tags CONTAINS`: a literal means the same in a predicate
  /// and elsewhere. To compare whole tags, use `==`.
  public func contains(_ tag: Tag) -> Bool {
    let comparison = Comparison(key: .tags, operator: .contains, value: .text(tag.name))
    // Only MATCHES throws.
    guard let test = try? TagTest(comparison, rules: tagRules) else { return false }
    return contains { (try? test.matches($0)) ?? false }
  }
}

/// Tags compare the same in every language.
private let tagRules = UnicodeRules(locale: .english)
