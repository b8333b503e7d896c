internal import ComponentModel

/// The version of what builds an index of words: this code, and the tables by which words are broken and folded.
///
/// A program uses an index of its own version or a newer one unchanged, and rebuilds an older one. So two programs that
/// share a catalog don't take turns rebuilding it.
struct WordIndexVersion: Hashable, CustomStringConvertible {
  /// Raise it when the code that finds words changes.
  private static let number = 5

  let description: String

  /// The version of this program with some rules.
  init(_ rules: any TextRules) { description = "\(Self.number) \(rules.version)" }

  /// Whether an index of a version can be used.
  ///
  /// - Parameter stored: the catalog's column `word_rules`; empty before the first scan.
  func canUse(_ stored: String) -> Bool {
    !Self.numbers(stored).lexicographicallyPrecedes(Self.numbers(description))
  }

  private static func numbers(_ text: String) -> [Int] { text.split { $0 == " " || $0 == "." }.compactMap { Int($0) } }
}
