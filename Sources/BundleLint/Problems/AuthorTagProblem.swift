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
      "a standard tag is plain text whatever the language, so the language `\(language)` means nothing"
    case .standardIsTranslated(let text, let english):
      "`\(text)` is a translation; bundles name standard tags in English, so no search finds it; write `\(english)`"
    case .standardNotText: "a standard tag is a text, and this is not"
    case .unknownStandard(let text, let nearest):
      "there is no standard tag `\(text)`, so no search finds it"
        + (nearest == nil ? "; a tag of your own is an own tag" : nearestText(nearest))
    case .ownIsText: "an own tag is a resource with labels, not a text, so no search finds it"
    case .ownWithoutPlainLabel(let label):
      "the own tag\(label.map { " `\($0)`" } ?? "") has no label without a language, so users of other languages see no name"
    case .ownIsStandard(let text): "`\(text)` is a standard tag, but as an own tag it is not translated"
    case .ownUntranslated(let label):
      "the own tag `\(label)` has no translation, so users of all languages read it untranslated"
    case .none:
      "its class says little and it declares no tag, so searches by tag miss it; declare the standard tags that fit"
    }
  }
}
