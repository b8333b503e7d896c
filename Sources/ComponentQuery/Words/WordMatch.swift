/// How a plain word is found in a field, the best first.
package enum WordMatch: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// It is a whole name, however that is divided: `noisegate` is Noise Gate.
  case whole
  /// It is the first word of a name.
  case start
  /// It is a word of the field.
  case exact
  /// It is another form of one: `gates`.
  case stem
  /// It is several words of the field joined, or the other way round.
  case joined
  /// A word of the field begins with it, or two or three of them do.
  case prefix
  /// A word of the field contains it.
  case infix

  /// A better match is less.
  package static func < (a: WordMatch, b: WordMatch) -> Bool { a.rawValue < b.rawValue }
}
