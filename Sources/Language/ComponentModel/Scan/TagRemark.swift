/// A problem with the tags that an author declares.
package enum TagRemark: Hashable, Sendable, CustomStringConvertible {
  /// The number of declared tags exceeds the limit.
  case tooManyTags(Int, limit: Int)
  /// The names of a plugin's tags together exceed the limit, in KiB.
  case longNames(limit: Int)
  case standardTagNotText(found: String)
  case ownTagIsText(found: String)
  case ownTagWithoutLabel(String)
  case labelNotText(found: String)
  /// A language tag that is too long, with its length in bytes.
  case longLanguage(ofLabel: String, Int)
  case tooManyLabels(Int, limit: Int)
  case tooManyNames(limit: Int)
  case repeatedName(language: String?, taken: String, other: String)
  case unusableName(property: String, NameProblem)
  case unknownStandardTag(String, nearest: String?)

  /// Why a text can't be a tag's name.
  package enum NameProblem: Hashable, Sendable, CustomStringConvertible {
    case empty
    /// How it begins, and its size in bytes.
    case tooLong(String, Int)
    case controlCharacter(String)

    package var description: String {
      switch self {
      case .empty: "the name of a tag can't be empty"
      case .tooLong(let beginning, let bytes):
        "the tag `\(beginning)…` has \(bytes) bytes; at most \(UserLabel.nameSizeLimit) are kept"
      case .controlCharacter(let name): "the tag `\(name)` holds a TAB, a line break or another control character"
      }
    }
  }

  /// The omission and its reason, in one sentence.
  package var description: String {
    switch self {
    case .tooManyTags(let count, let limit): "it declares \(count) tags; the first \(limit) are read"
    case .longNames(let limit): "the names of its tags have more than \(limit) KiB; the first are read"
    case .standardTagNotText(let found):
      "tags:standardTag takes text, the name of a standard tag, not \(found)"
    case .ownTagIsText(let found):
      "tags:ownTag takes a resource with rdfs:label, such as [ rdfs:label \"…\" ], not \(found)"
    case .ownTagWithoutLabel(let tag): "tags:ownTag: \(tag) has no rdfs:label"
    case .labelNotText(let found): "tags:ownTag: its rdfs:label must be text, not \(found)"
    case .longLanguage(let label, let bytes): "tags:ownTag: the language of \(label) has \(bytes) bytes"
    case .tooManyLabels(let count, let limit): "a tag of its author has \(count) names; the first \(limit) are read"
    case .tooManyNames(let limit): "tags:ownTag: a tag has more than \(limit) names; the first are read"
    case .repeatedName(let language, let taken, let other):
      "tags:ownTag: a tag has two names \(language.map { "in \"\($0)\"" } ?? "without a language"); "
        + "\(taken) is used, \(other) is not"
    case .unusableName(let property, let problem): "\(property): \(problem)"
    case .unknownStandardTag(let name, let nearest):
      "tags:standardTag \"\(name)\" is not a standard tag"
        + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
    }
  }
}
