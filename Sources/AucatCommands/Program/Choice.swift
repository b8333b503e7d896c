internal import AudioComponents

/// The components that an argument of a command may stand for.
struct Choice {
  /// Those with the URI or the name; otherwise those that match, or of these the only one that has all words in its name.
  var candidates: [Component]
  /// Whether the argument is the URI or the name of the candidates.
  var isNamed = false
  /// How many more match.
  var others = 0

  /// The only candidate; nil if there are several or none.
  var component: Component? { candidates.count == 1 ? candidates[0] : nil }

  /// The words of several arguments. One that excludes more than a word keeps these together.
  static func text(of arguments: [String]) -> String {
    arguments.map { $0.beginsWithDash ? PredicateText.joined([$0]) : $0 }.joined(separator: " ")
  }

  /// Whether an argument can only be a URI: words may be part of another one, which is not meant.
  static func isURI(_ argument: String) -> Bool {
    let scheme = argument.prefix { $0 != ":" }
    guard scheme.utf8.count < argument.utf8.count, scheme.first?.isLetter == true,
      !argument.contains(where: \.isWhitespace), !Key.isNamed(String(scheme))
    else { return false }
    return scheme.utf8.allSatisfy { $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) }
  }
}
