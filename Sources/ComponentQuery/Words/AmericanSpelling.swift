/// The American spelling of British words, by rules: searches and plugins have either, and mean the same.
///
/// A rule may change a word of another language or one that it is not meant for; as it does so wherever the word occurs, the
/// word is still found.
enum AmericanSpelling {
  typealias Letters = ArraySlice<UInt8>

  /// A word with its ending: `colour` is `color`, `centre` is `center`, `analogue` is `analog`.
  static func of(_ word: Letters) -> Letters {
    for rule in wholeWords where word.count >= rule.fewest && word.ends(with: rule.ending) {
      return others.contains(Array(word)) ? word : word.dropLast(rule.ending.count) + rule.replacement
    }
    return word
  }

  /// What is left of a word without its ending: `equalis` of `equaliser` is `equaliz`, `favourit` of `favourite` is `favorit`.
  static func ofBeginning(_ word: Letters) -> Letters {
    for rule in beginnings where word.count >= rule.fewest && word.ends(with: rule.ending) {
      let rest = word.dropLast(rule.ending.count)
      return rest.last.map(vowels.contains) == true ? word : of(rest + rule.replacement)
    }
    return of(word)
  }

  private static let vowels: Set<UInt8> = Set("aeiou".utf8)

  private typealias Rule = (ending: [UInt8], replacement: [UInt8], fewest: Int)

  /// Endings of words, or of what is left of them, what replaces these, and the fewest letters of such a word: `four` is no
  /// British `for`. `swelling` has a double letter in either spelling.
  private static let wholeWords: [Rule] = [
    rule("our", "or", 6), rule("tre", "ter", 5), rule("tred", "tered", 6), rule("tring", "tering", 8),
    rule("ogue", "og", 7), rule("ell", "el", 6), rule("ouriz", "oriz", 7), rule("ourit", "orit", 7),
  ]

  /// Endings of what is left of words, after a consonant: `noise` has none.
  private static let beginnings: [Rule] = [rule("is", "iz", 5), rule("ys", "yz", 5)]

  /// Words that only look British.
  private static let others: Set<[UInt8]> = Set(
    ["contour", "detour", "velour", "string", "hatred"].map { Array($0.utf8) })

  private static func rule(_ ending: String, _ replacement: String, _ fewest: Int) -> Rule {
    (Array(ending.utf8), Array(replacement.utf8), fewest)
  }
}
