internal import ComponentModel
internal import Turtle

/// Names and texts of a plugin.
enum TextRules {
  static let checks: [Check] = [
    .plugin(noName), .plugin(unusableName), .plugin(taggedName), .plugin(taggedText), .plugin(noLicense),
    .plugin(noAuthor), .plugin(noVersion), .plugin(noComment),
  ]

  private static let name = Property.doapName

  private static func noName(_ plugin: PluginFacts) -> [Diagnostic] {
    guard plugin.values(name).allSatisfy({ $0.text == nil }) else { return [] }
    return [
      plugin.adding(name, object: Document.quoted(plugin.name.isEmpty ? "Name" : plugin.name), for: TextProblem.noName)
    ]
  }

  private static func unusableName(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(name).compactMap { value in
      guard let text = value.text else { return nil }
      let kept = text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
      let clean = words(String(String.UnicodeScalarView(kept)))
      if !clean.isEmpty && kept.count == text.unicodeScalars.count { return nil }
      return value.replacement(
        clean.isEmpty ? TextProblem.emptyName : .controlCharactersInName, name,
        by: Document.quoted(clean.isEmpty ? URIPart.last(of: plugin.uri) : clean))
    }
  }

  private static func taggedName(_ plugin: PluginFacts) -> [Diagnostic] {
    onlyTagged(plugin.values(name)).map { value in
      [
        plugin.adding(
          name, object: Document.quoted(value.text ?? ""),
          for: TextProblem.nameOnlyIn(languages: languages(plugin.values(name))))
      ]
    } ?? []
  }

  private static func taggedText(_ plugin: PluginFacts) -> [Diagnostic] {
    let own = [Property.rdfsComment, .doapShortDescription, .lv2ShortName].compactMap {
      property -> Diagnostic? in
      let values = plugin.values(property)
      return onlyTagged(values).map { value in
        plugin.adding(
          property, object: Document.quoted(value.text ?? ""),
          for: TextProblem.textOnlyIn(languages: languages(values), property: value.document.term(property)))
      }
    }
    return own
      + plugin.ports.compactMap { port in
        let values = port.values(.lv2Name)
        return onlyTagged(values).map { value in
          var diagnostic = port.adding(
            .lv2Name, object: Document.quoted(value.text ?? ""),
            for: TextProblem.portNameOnlyIn(languages: languages(values)))
          diagnostic.port = port.symbol
          return diagnostic
        }
      }
  }

  private static func noLicense(_ plugin: PluginFacts) -> [Diagnostic] {
    let property = Property.doapLicense
    let given = plugin.values(property) + plugin.projects.flatMap { plugin.graph.values($0, property) }
    guard given.isEmpty else { return [] }
    return [
      plugin.adding(
        property, object: "<http://opensource.org/licenses/isc>", for: TextProblem.noLicense)
    ]
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
    if let person = people.first(where: { $0.uri != nil }), let uri = person.uri {
      let line = "<\(uri)> \(person.document.term(foafName)) \"Name\" ."
      return [Diagnostic(problem: TextProblem.noAuthor, line: line, file: person.document.file)]
    }
    let home = plugin.home
    return [
      plugin.adding(
        .doapMaintainer, object: "[ a \(home.term(Namespace.foaf + "Person")) ; \(home.term(foafName)) \"Name\" ]",
        for: TextProblem.noAuthor)
    ]
  }

  private static func noVersion(_ plugin: PluginFacts) -> [Diagnostic] {
    let properties = [Property.lv2MinorVersion, .lv2MicroVersion]
    let given = properties.flatMap { property in
      plugin.values(property) + plugin.projects.flatMap { plugin.graph.values($0, property) }
    }
    guard given.isEmpty else { return [] }
    let home = plugin.home
    return [plugin.adding(properties[0], object: "2 ; \(home.term(properties[1])) 0", for: TextProblem.noVersion)]
  }

  private static func noComment(_ plugin: PluginFacts) -> [Diagnostic] {
    let properties: [Property] = [.doapDescription, .doapShortDescription, .rdfsComment, .lv2Documentation]
    guard properties.allSatisfy({ plugin.values($0).isEmpty }) else { return [] }
    return [
      plugin.adding(
        .rdfsComment, object: Document.quoted("What \(plugin.name) does, in a sentence."), for: TextProblem.noComment)
    ]
  }

  /// One of the texts, preferably English, if every text has a language; else nil.
  private static func onlyTagged(_ values: [Value]) -> Value? {
    let texts = values.filter { $0.text != nil }
    guard !texts.isEmpty, texts.allSatisfy({ $0.language != nil }) else { return nil }
    return texts.inEnglish(\.language)
  }

  private static func languages(_ values: [Value]) -> [String] { Set(values.compactMap(\.language)).sorted() }
}

/// The text with white space trimmed and collapsed.
func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

/// `delay_time` as `Delay time`.
func title(_ symbol: String) -> String {
  let text = symbol.split(separator: "_").joined(separator: " ")
  return text.prefix(1).uppercased() + text.dropFirst()
}
