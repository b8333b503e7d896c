/// A name or text of a plugin.
enum TextProblem: Problem {
  case noName
  case emptyName
  case controlCharactersInName
  case nameOnlyIn(languages: [String])
  /// The property as the file writes it.
  case textOnlyIn(languages: [String], property: String)
  case portNameOnlyIn(languages: [String])
  case noLicense
  case noAuthor
  case noVersion
  case noComment

  var rule: Rule {
    switch self {
    case .noName: .noName
    case .emptyName, .controlCharactersInName: .nameUnusable
    case .nameOnlyIn: .nameOnlyInLanguages
    case .textOnlyIn, .portNameOnlyIn: .textOnlyInLanguages
    case .noLicense: .noLicense
    case .noAuthor: .noAuthor
    case .noVersion: .noVersion
    case .noComment: .noComment
    }
  }

  var description: String {
    switch self {
    case .noName: "it has no name, so hosts that validate plugins hide it, and in others users see its URI"
    case .emptyName: "its name is empty, so users can't see or find it"
    case .controlCharactersInName: "its name has control characters, which lists can't show"
    case .nameOnlyIn(let languages):
      "its name is given only in \(Self.list(languages)), so hosts in other languages have no name to show"
    case .textOnlyIn(let languages, let property):
      "\(property) is given only in \(Self.list(languages)), so hosts in other languages show nothing"
    case .portNameOnlyIn(let languages):
      "the port's name is given only in \(Self.list(languages)), so hosts in other languages have no name to show"
    case .noLicense: "it has no license, so users don't know what they may do, and searches by license miss it"
    case .noAuthor: "no maintainer or developer has a name, so hosts list it under no manufacturer and searches miss it"
    case .noVersion: "it has no version, so a host that finds two copies can't tell which is newer"
    case .noComment: "it has no comment, so users don't learn what it is for"
    }
  }

  private static func list(_ languages: [String]) -> String { languages.prefix(5).joined(separator: ", ") }
}
