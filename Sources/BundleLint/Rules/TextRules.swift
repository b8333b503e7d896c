internal import ComponentModel
internal import Turtle

/// Names and texts of a plugin.
enum TextRules {
  static let noNameRule = Rule("no-name", .error, "a plugin has no doap:name", .plugin(noName))

  static let rules = [
    noNameRule,
    Rule("name-unusable", .error, "a name is empty or has control characters", .plugin(unusableName)),
    Rule("name-only-in-languages", .warning, "a name has languages and none is plain", .plugin(taggedName)),
    Rule("text-only-in-languages", .note, "a text has languages and none is plain", .plugin(taggedText)),
    Rule("no-license", .warning, "a plugin has no doap:license", .plugin(noLicense)),
    Rule("no-author", .warning, "a plugin names neither maintainer nor developer", .plugin(noAuthor)),
    Rule("no-version", .warning, "a plugin has neither minor nor micro version", .plugin(noVersion)),
    Rule("no-comment", .note, "a plugin has no text that says what it is for", .plugin(noComment)),
  ]

  private static let name = Property.doapName

  private static func noName(_ plugin: PluginFacts) -> [Diagnostic] {
    guard plugin.values(name).allSatisfy({ $0.text == nil }) else { return [] }
    return [
      plugin.adding(
        "it has no name, so hosts that check plugins hide it and users see its URI", name,
        Document.quoted(plugin.name.isEmpty ? "Name" : plugin.name))
    ]
  }

  private static func unusableName(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(name).compactMap { value in
      guard let text = value.text else { return nil }
      let kept = text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
      let clean = words(String(String.UnicodeScalarView(kept)))
      if !clean.isEmpty && kept.count == text.unicodeScalars.count { return nil }
      return value.replacement(
        clean.isEmpty
          ? "its name is empty, so users can't see or find it"
          : "its name has control characters, which lists can't show",
        name, by: Document.quoted(clean.isEmpty ? URIPart.last(of: plugin.uri) : clean))
    }
  }

  private static func taggedName(_ plugin: PluginFacts) -> [Diagnostic] {
    onlyTagged(plugin.values(name)).map { value in
      [
        plugin.adding(
          "its name is only given in \(languages(plugin.values(name))), so hosts in other languages have none for it",
          name, Document.quoted(value.text ?? ""))
      ]
    } ?? []
  }

  private static func taggedText(_ plugin: PluginFacts) -> [Diagnostic] {
    let own = [Property.rdfsComment, .doapShortDescription, .lv2ShortName].compactMap {
      property -> Diagnostic? in
      let values = plugin.values(property)
      return onlyTagged(values).map { value in
        plugin.adding(
          "\(value.document.term(property)) is only given in \(languages(values)), "
            + "so hosts in other languages show none",
          property, Document.quoted(value.text ?? ""))
      }
    }
    return own
      + plugin.ports.compactMap { port in
        let values = port.values(.lv2Name)
        return onlyTagged(values).map { value in
          var diagnostic = port.adding(
            "the port's name is only given in \(languages(values)), so hosts in other languages show none",
            Property.lv2Name, Document.quoted(value.text ?? ""))
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
        "it has no license, so users don't know what they may do, and searches by license miss it", property,
        "<http://opensource.org/licenses/isc>")
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
    // A project that the bundle does not describe may have its people elsewhere.
    if plugin.projects.contains(where: { graph.document(of: $0) == nil }) { return [] }
    let message = "no maintainer or developer has a name, so hosts sort it under no manufacturer and searches miss it"
    if let person = people.first(where: { $0.uri != nil }), let uri = person.uri {
      let line = "<\(uri)> \(person.document.term(foafName)) \"Name\" ."
      return [Diagnostic(message: message, line: line, file: person.document.file)]
    }
    let home = plugin.home
    return [
      plugin.adding(
        message, .doapMaintainer,
        "[ a \(home.term(Namespace.foaf + "Person")) ; \(home.term(foafName)) \"Name\" ]")
    ]
  }

  private static func noVersion(_ plugin: PluginFacts) -> [Diagnostic] {
    let properties = [Property.lv2MinorVersion, .lv2MicroVersion]
    let given = properties.flatMap { property in
      plugin.values(property) + plugin.projects.flatMap { plugin.graph.values($0, property) }
    }
    guard given.isEmpty else { return [] }
    let home = plugin.home
    return [
      plugin.adding(
        "it has no version, so a host that finds two copies can't tell the newer one", properties[0],
        "2 ; \(home.term(properties[1])) 0")
    ]
  }

  private static func noComment(_ plugin: PluginFacts) -> [Diagnostic] {
    let properties: [Property] = [
      .doapDescription, .doapShortDescription, .rdfsComment, .lv2Documentation,
    ]
    guard properties.allSatisfy({ plugin.values($0).isEmpty }) else { return [] }
    return [
      plugin.adding(
        "it has no comment, so users are not told what it is for", .rdfsComment,
        Document.quoted("What \(plugin.name) does, in a sentence."))
    ]
  }

  /// One of the texts, English if there is one, where every text has a language.
  private static func onlyTagged(_ values: [Value]) -> Value? {
    let texts = values.filter { $0.text != nil }
    guard !texts.isEmpty, texts.allSatisfy({ $0.language != nil }) else { return nil }
    return texts.first { $0.language?.lowercased().hasPrefix("en") == true } ?? texts.first
  }

  private static func languages(_ values: [Value]) -> String {
    Set(values.compactMap(\.language)).sorted().prefix(5).joined(separator: ", ")
  }
}

/// The text without space at its ends, and one space for several.
func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

/// `delay_time` as `Delay time`.
func title(_ symbol: String) -> String {
  let text = symbol.split(separator: "_").joined(separator: " ")
  return text.prefix(1).uppercased() + text.dropFirst()
}
