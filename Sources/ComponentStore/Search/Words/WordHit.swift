internal import ComponentQuery

/// The components in which a word was found in one way.
struct WordHit {
  var field: WordField
  var kind: WordMatch
  var rows: ComponentSet
}
