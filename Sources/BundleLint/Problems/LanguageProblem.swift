/// A language of a text.
enum LanguageProblem: Problem {
  /// The tag, and the language of the region with that code.
  case unknown(String, nearest: String?)

  var rule: Rule { .unknownLanguage }

  var description: String {
    switch self {
    case .unknown(let tag, let nearest):
      "ISO 639 has no language `\(tag)`, so no user sees this text" + nearestText(nearest)
    }
  }
}
