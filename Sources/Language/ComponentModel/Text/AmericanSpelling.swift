/// The American spelling of British words, by rules: searches and plugins have either, and mean the same.
///
/// A rule may change a word that it is not meant for, such as one of another language. It does so wherever the word occurs, so
/// the word is still found.
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

  /// Endings of words, or of what is left of them, what replaces these, and the fewest letters of such a word: `four` isn't a
  /// British `for`. `swelling` has a double letter in either spelling.
  private static let wholeWords: [Rule] = [
    rule("our", is: "or", fewest: 6), rule("tre", is: "ter", fewest: 5), rule("tred", is: "tered", fewest: 6),
    rule("tring", is: "tering", fewest: 8),
    rule("ogue", is: "og", fewest: 7), rule("ell", is: "el", fewest: 6), rule("ouriz", is: "oriz", fewest: 7),
    rule("ourit", is: "orit", fewest: 7),
  ]

  /// Endings of what is left of words, after a consonant: `noise` has none.
  private static let beginnings: [Rule] = [rule("is", is: "iz", fewest: 5), rule("ys", is: "yz", fewest: 5)]

  /// Words that only look British.
  private static let others: Set<[UInt8]> = Set(
    ["contour", "detour", "velour", "string", "hatred"].map { Array($0.utf8) })

  private static func rule(_ ending: String, is replacement: String, fewest: Int) -> Rule {
    (Array(ending.utf8), Array(replacement.utf8), fewest)
  }
}
