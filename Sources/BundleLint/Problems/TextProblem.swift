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
    case .noName: "it has no name, so hosts that check plugins hide it and users see its URI"
    case .emptyName: "its name is empty, so users can't see or find it"
    case .controlCharactersInName: "its name has control characters, which lists can't show"
    case .nameOnlyIn(let languages):
      "its name is only given in \(Self.list(languages)), so hosts in other languages have none for it"
    case .textOnlyIn(let languages, let property):
      "\(property) is only given in \(Self.list(languages)), so hosts in other languages show none"
    case .portNameOnlyIn(let languages):
      "the port's name is only given in \(Self.list(languages)), so hosts in other languages show none"
    case .noLicense: "it has no license, so users don't know what they may do, and searches by license miss it"
    case .noAuthor: "no maintainer or developer has a name, so hosts sort it under no manufacturer and searches miss it"
    case .noVersion: "it has no version, so a host that finds two copies can't tell the newer one"
    case .noComment: "it has no comment, so users are not told what it is for"
    }
  }

  private static func list(_ languages: [String]) -> String { languages.prefix(5).joined(separator: ", ") }
}
