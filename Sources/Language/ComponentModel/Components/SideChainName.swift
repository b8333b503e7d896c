/// Names of ports and groups that call them side chains, for bundles that don't declare them.
package enum SideChainName {
  /// Whether one of the texts, which are names or symbols in English, has a word for a side chain: `Sidechain 2`,
  /// `side_chain_l`, `inputSC`, `Key`.
  package static func isTold(by texts: [String]) -> Bool {
    texts.contains { text in
      let words = words(of: text)
      return words.contains { single.contains($0) }
        || zip(words, words.dropFirst()).contains { $0 == ("side", "chain") }
    }
  }

  private static let single: Set = ["sidechain", "sc", "key"]

  /// The words of a text, in lower case. A capital letter after a small one begins a word.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isAfterSmall = false
    for byte in text.utf8.prefix(longest) {
      let letter = Character(UnicodeScalar(byte))
      let isLetter = letter.isASCII && letter.isLetter
      if !isLetter || letter.isUppercase && isAfterSmall, !word.isEmpty {
        words.append(word)
        word = ""
      }
      if isLetter { word += letter.lowercased() }
      isAfterSmall = isLetter && letter.isLowercase
    }
    return word.isEmpty ? words : words + [word]
  }

  /// The part of a text that is looked at, in bytes.
  private static let longest = 200
}
