/// The American spelling of British words, by rules: searches and plugins use either spelling and mean the same.
///
/// A rule may change a word that it is not meant for, such as one of another language. It does so wherever the word
/// occurs, so the word is still found.
enum AmericanSpelling {
  typealias Letters = ArraySlice<UInt8>

  /// The American spelling of a whole word: `color` for `colour`, `center` for `centre`, `analog` for `analogue`.
  static func of(_ word: Letters) -> Letters {
    for rule in wholeWords where word.count >= rule.fewest && word.ends(with: rule.ending) {
      return others.contains(Array(word)) ? word : word.dropLast(rule.ending.count) + rule.replacement
    }
    return word
  }

  /// The American spelling of a word without its ending: `equaliz` for `equalis`, from `equaliser`; `favorit` for
  /// `favourit`, from `favourite`.
  static func ofBeginning(_ word: Letters) -> Letters {
    for rule in beginnings where word.count >= rule.fewest && word.ends(with: rule.ending) {
      let rest = word.dropLast(rule.ending.count)
      return rest.last.map(vowels.contains) == true ? word : of(rest + rule.replacement)
    }
    return of(word)
  }

  private static let vowels: Set<UInt8> = Set("aeiou".utf8)

  private typealias Rule = (ending: [UInt8], replacement: [UInt8], fewest: Int)

  /// The British endings of words, whole or with their inflection removed, what replaces them, and the fewest letters
  /// of such a word: `four` isn't a British `for`, and `swelling` has a double letter in either spelling.
  private static let wholeWords: [Rule] = [
    rule("our", is: "or", fewest: 6), rule("tre", is: "ter", fewest: 5), rule("tred", is: "tered", fewest: 6),
    rule("tring", is: "tering", fewest: 8),
    rule("ogue", is: "og", fewest: 7), rule("ell", is: "el", fewest: 6), rule("ouriz", is: "oriz", fewest: 7),
    rule("ourit", is: "orit", fewest: 7),
  ]

  /// The British endings of words with their inflection removed, which count only after a consonant: not in `noise`.
  private static let beginnings: [Rule] = [rule("is", is: "iz", fewest: 5), rule("ys", is: "yz", fewest: 5)]

  /// Words that only look British.
  private static let others: Set<[UInt8]> = Set(
    ["contour", "detour", "velour", "string", "hatred"].map { Array($0.utf8) })

  private static func rule(_ ending: String, is replacement: String, fewest: Int) -> Rule {
    (Array(ending.utf8), Array(replacement.utf8), fewest)
  }
}
