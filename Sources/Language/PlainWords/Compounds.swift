import ComponentModel
import ComponentQuery

/// Words that consist of several, such as the German Gitarrenverzerrer.
extension Corrections {
  /// The lengths of compounds, and the minimum length of either part.
  private static var compoundLength: ClosedRange<Int> { 8...48 }
  private static var lastPartLength: Int { 4 }
  /// The letters that may stand between the parts.
  private static var links: [String] { ["", "s", "n", "en", "es", "e"] }

  /// The parts of an unknown compound, as typed: the name of a tag, and a second one or a filler, which is dropped.
  ///
  /// - Returns: nil if the word isn't a compound.
  func compound(_ word: SearchWord) throws -> [String]? {
    let letters = Array(word.squeezed.unicodeScalars)
    guard word.tokens.count == 1, Self.compoundLength ~= letters.count, try isUnknown(word) else { return nil }
    let typed = Array(word.text)
    for length in (Self.lastPartLength...letters.count - Self.lastPartLength).reversed() {
      let last = Self.text(letters.suffix(length))
      let isFiller = try knowledge.isFiller(last)
      guard try isFiller || isTagName(last), let first = try firstPart(Self.text(letters.dropLast(length))) else {
        continue
      }
      if typed.count != letters.count { return isFiller ? [first] : [first, last] }
      let parts = [typed.prefix(first.unicodeScalars.count), typed.suffix(length)].map { String($0) }
      return isFiller ? [parts[0]] : parts
    }
    return nil
  }

  /// The first part without the letters that link it to the last.
  private func firstPart(_ text: String) throws -> String? {
    for link in Self.links where text.hasSuffix(link) {
      let part = String(text.dropLast(link.count))
      if part.unicodeScalars.count >= Self.lastPartLength, try isTagName(part) { return part }
    }
    return nil
  }

  private func isUnknown(_ word: SearchWord) throws -> Bool {
    try knowledge.standing(of: word).level < .part && knowledge.tags(named: word).isEmpty
  }

  private func isTagName(_ text: String) throws -> Bool {
    try !knowledge.tags(named: SearchWord(text, rules: knowledge.rules)).isEmpty
  }

  private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(letters))
  }
}
