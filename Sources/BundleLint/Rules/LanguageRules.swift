internal import ComponentModel
internal import ICU
internal import Turtle

/// Languages of texts, in every file that has been read.
enum LanguageRules {
  static let checks: [Check] = [.bundle(unknown)]

  private static func unknown(_ bundle: BundleFacts) -> [Diagnostic] {
    bundle.documents.flatMap { document in
      document.statements.compactMap { statement in
        let value = Value(node: statement.object, document: document)
        guard let text = value.text, let tag = value.language, !LocaleIdentifier.isLanguage(tag) else { return nil }
        // Authors often write the country's code.
        let code = String(tag.prefix { $0 != "-" })
        let nearest = LocaleIdentifier.language(ofRegion: code).map { $0 + tag.dropFirst(code.count) }
        return Diagnostic(
          problem: Problem(
            .unknownLanguage, "ISO 639 has no language `\(tag)`, so no user sees this text" + nearestText(nearest)),
          line: nearest.map { Document.quoted(text) + "@" + $0 } ?? "# name the language by its code of ISO 639",
          replaces: document.rendered(statement.object), file: document.file, subject: bundle.uri(statement.subject))
      }
    }
  }
}
