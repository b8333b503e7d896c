/// A tag that the author gives.
enum AuthorTagProblem: Problem {
  case standardHasLanguage(String)
  case standardIsTranslated(String, english: String)
  case standardNotText
  case unknownStandard(String, nearest: String?)
  case ownIsText
  /// One of its labels.
  case ownWithoutPlainLabel(String?)
  case ownIsStandard(String)
  case ownUntranslated(String)
  case none

  var rule: Rule {
    switch self {
    case .standardHasLanguage: .standardTagLanguage
    case .standardIsTranslated: .standardTagTranslated
    case .standardNotText, .unknownStandard: .standardTagUnknown
    case .ownIsText, .ownWithoutPlainLabel: .ownTagNoLabel
    case .ownIsStandard: .ownTagIsStandard
    case .ownUntranslated: .ownTagUntranslated
    case .none: .noTag
    }
  }

  var description: String {
    switch self {
    case .standardHasLanguage(let language):
      "a standard tag is plain text in every language, so the language `\(language)` has no meaning"
    case .standardIsTranslated(let text, let english):
      "`\(text)` is a translation, which nobody writes of standard tags, so no search finds it; it is `\(english)`"
    case .standardNotText: "a standard tag is a text, and this is none"
    case .unknownStandard(let text, let nearest):
      "there is no standard tag `\(text)`, so no search finds it"
        + (nearest == nil ? "; one that is not standard is an own tag" : nearestText(nearest))
    case .ownIsText: "an own tag is a resource with labels and not a text, so no search finds it"
    case .ownWithoutPlainLabel(let label):
      "the own tag\(label.map { " `\($0)`" } ?? "") has no label without a language, so it has no name in other languages"
    case .ownIsStandard(let text): "`\(text)` is a standard tag, so written as an own tag it is not translated"
    case .ownUntranslated(let label):
      "the own tag `\(label)` has no translation, so users of other languages read it as it is"
    case .none:
      "its class says little and it declares no tag, so searches by tag miss it; write the standard tags that fit"
    }
  }
}
