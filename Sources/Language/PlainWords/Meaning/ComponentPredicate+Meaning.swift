package import ComponentModel
package import ComponentQuery

extension ComponentPredicate {
  /// Whether a component has a tag, by the name that means the same in every language.
  package static func hasTag(_ tag: Tag) -> ComponentPredicate {
    .comparison(Comparison(key: .tag, operator: .equal, value: .text(tag.englishName)))
  }

  /// Whether a component's name has a word.
  static func isNamed(_ word: String) -> ComponentPredicate {
    .comparison(
      Comparison(key: .name, operator: .contains, value: .text(word), options: [.ignoringCase, .ignoringAccents]))
  }
}
