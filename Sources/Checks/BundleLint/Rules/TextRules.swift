internal import ComponentModel
internal import ICU
internal import BundleReading

/// Checks the names and other text of a plugin.
enum TextRules {
  static let checks: [Check] = [
    .plugin(noName), .plugin(unusableName), .plugin(taggedName), .plugin(taggedText), .plugin(noLicense),
    .plugin(noAuthor), .plugin(noVersion), .plugin(noComment),
  ]

  private static let name = Property.doapName

  private static func noName(_ plugin: PluginFacts) -> [Diagnostic] {
    guard plugin.values(name).allSatisfy({ $0.text == nil }) else { return [] }
    let problem = Problem(
      .noName, "it has no name, so hosts that validate plugins hide it, and others show its URI")
    return [plugin.adding(name, object: Document.quoted(plugin.name.isEmpty ? "Name" : plugin.name), for: problem)]
  }

  private static func unusableName(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(name).compactMap { value in
      guard let text = value.text else { return nil }
      let kept = text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
      let clean = words(String(String.UnicodeScalarView(kept)))
      if !clean.isEmpty && kept.count == text.unicodeScalars.count { return nil }
      let message =
        clean.isEmpty
        ? "its name is empty, so users can't see or find it"
        : "its name has control characters, which lists can't show"
      return value.replacement(
        Problem(.nameUnusable, message), name,
        by: Document.quoted(clean.isEmpty ? URIPart.last(of: plugin.uri) : clean))
    }
  }

  private static func taggedName(_ plugin: PluginFacts) -> [Diagnostic] {
    onlyTagged(plugin.values(name)).map { value in
      let problem = Problem(
        .nameOnlyInLanguages,
        "its name is given only in \(languages(plugin.values(name))), so hosts in other languages have no name to show")
      return [plugin.adding(name, object: Document.quoted(value.text ?? ""), for: problem)]
    } ?? []
  }

  private static func taggedText(_ plugin: PluginFacts) -> [Diagnostic] {
    let own = [Property.rdfsComment, .doapShortDescription, .lv2ShortName].compactMap {
      property -> Diagnostic? in
      let values = plugin.values(property)
      return onlyTagged(values).map { value in
        let problem = Problem(
          .textOnlyInLanguages,
          "\(value.document.term(property)) is given only in \(languages(values)), "
            + "so hosts in other languages show nothing")
        return plugin.adding(property, object: Document.quoted(value.text ?? ""), for: problem)
      }
    }
    return own
      + plugin.ports.compactMap { port in
        let values = port.values(.lv2Name)
        return onlyTagged(values).map { value in
          let problem = Problem(
            .textOnlyInLanguages,
            "the port's name is given only in \(languages(values)), so hosts in other languages have no name to show")
          var diagnostic = port.adding(.lv2Name, object: Document.quoted(value.text ?? ""), for: problem)
          diagnostic.port = port.symbol
          return diagnostic
        }
      }
  }

  private static func noLicense(_ plugin: PluginFacts) -> [Diagnostic] {
    let property = Property.doapLicense
    let given = plugin.values(property) + plugin.projects.flatMap { plugin.graph.values($0, property) }
    guard given.isEmpty else { return [] }
    let problem = Problem(
      .noLicense, "it has no license, so users don't know what they may do, and searches by license miss it")
    return [plugin.adding(property, object: "<http://opensource.org/licenses/isc>", for: problem)]
  }

  private static func noAuthor(_ plugin: PluginFacts) -> [Diagnostic] {
    let graph = plugin.graph
    let subjects = [plugin.term] + plugin.projects
    let people = [Property.doapMaintainer, .doapDeveloper].flatMap { role in
      subjects.flatMap { graph.values($0, role) } + plugin.values(role)
    }
    let foafName = Property.foafName
    if people.contains(where: { graph.text($0.node, foafName) != nil }) { return [] }
    // A project that the bundle does not describe may name its people elsewhere.
    if plugin.projects.contains(where: { graph.document(of: $0) == nil }) { return [] }
    let problem = Problem(
      .noAuthor,
      "no maintainer or developer has a name, so hosts list it under no manufacturer and searches miss it")
    if let person = people.first(where: { $0.uri != nil }), let uri = person.uri {
      let line = "<\(uri)> \(person.document.term(foafName)) \"Name\" ."
      return [Diagnostic(problem: problem, line: line, file: person.document.file)]
    }
    let home = plugin.home
    return [
      plugin.adding(
        .doapMaintainer, object: "[ a \(home.term(Namespace.foaf + "Person")) ; \(home.term(foafName)) \"Name\" ]",
        for: problem)
    ]
  }

  private static func noVersion(_ plugin: PluginFacts) -> [Diagnostic] {
    let properties = [Property.lv2MinorVersion, .lv2MicroVersion]
    let given = properties.flatMap { property in
      plugin.values(property) + plugin.projects.flatMap { plugin.graph.values($0, property) }
    }
    guard given.isEmpty else { return [] }
    let home = plugin.home
    let problem = Problem(
      .noVersion, "it has no version, so a host that finds two copies can't tell which is newer")
    return [plugin.adding(properties[0], object: "2 ; \(home.term(properties[1])) 0", for: problem)]
  }

  private static func noComment(_ plugin: PluginFacts) -> [Diagnostic] {
    let properties: [Property] = [.doapDescription, .doapShortDescription, .rdfsComment, .lv2Documentation]
    guard properties.allSatisfy({ plugin.values($0).isEmpty }) else { return [] }
    let problem = Problem(.noComment, "it has no comment, so users don't learn what it is for")
    return [
      plugin.adding(.rdfsComment, object: Document.quoted("What \(plugin.name) does, in a sentence."), for: problem)
    ]
  }

  /// One of the texts, preferably English, if every text has a language; else nil.
  private static func onlyTagged(_ values: [Value]) -> Value? {
    let texts = values.filter { $0.text != nil }
    guard !texts.isEmpty, texts.allSatisfy({ $0.language != nil }) else { return nil }
    return texts.inEnglish(\.language)
  }

  /// The first five languages of texts, for a message.
  private static func languages(_ values: [Value]) -> String {
    Set(values.compactMap(\.language)).sorted().prefix(5).joined(separator: ", ")
  }
}

/// The text with white space trimmed and collapsed.
func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

/// `delay_time` as `Delay time`.
func title(_ symbol: String) -> String {
  let text = symbol.split(separator: "_").joined(separator: " ")
  return text.prefix(1).uppercased() + text.dropFirst()
}

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
          line: nearest.map { Document.quoted(text) + "@" + $0 } ?? "# give the language's ISO 639 code",
          replaces: document.rendered(statement.object), file: document.file, subject: bundle.uri(statement.subject))
      }
    }
  }
}
