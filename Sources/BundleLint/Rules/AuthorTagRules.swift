internal import ComponentModel
internal import ComponentTags
internal import Turtle

/// Tags that authors give: `tags:standardTag` and `tags:ownTag` in the namespace `urn:aucat:tags#`.
enum AuthorTagRules {
  static let rules = [
    Rule("standard-tag-language", .warning, "a standard tag has a language", .plugin(language)),
    Rule("standard-tag-translated", .warning, "a standard tag is not in English", .plugin(translated)),
    Rule("standard-tag-unknown", .warning, "there is no such standard tag", .plugin(unknown)),
    Rule("own-tag-no-label", .warning, "an own tag has no plain label", .plugin(ownLabel)),
    Rule("own-tag-is-standard", .warning, "an own tag has the name of a standard one", .plugin(ownStandard)),
    Rule("own-tag-untranslated", .note, "an own tag has no translation", .plugin(untranslated)),
    Rule("no-tag", .note, "neither class nor tags say what a plugin is", .plugin(noTag)),
  ]

  private static let standard = Property.standardTag
  private static let own = Property.ownTag

  private static func language(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(standard).compactMap { value in
      guard let language = value.language, let text = value.text else { return nil }
      let name = StandardTags.name(of: text) ?? StandardTags.name(translated: text) ?? text
      return value.replacement(
        "a standard tag is plain text in every language, so the language `\(language)` has no meaning", standard,
        by: Document.quoted(name))
    }
  }

  private static func translated(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(standard).compactMap { value in
      guard let text = value.text, value.language == nil, StandardTags.name(of: text) == nil,
        let name = StandardTags.name(translated: text)
      else { return nil }
      return value.replacement(
        "`\(text)` is a translation, which nobody writes of standard tags, so no search finds it; it is `\(name)`",
        standard, by: Document.quoted(name))
    }
  }

  private static func unknown(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(standard).compactMap { value in
      guard let text = value.text else {
        return value.removal("a standard tag is a text, and this is none", standard, "or write its English name")
      }
      guard value.language == nil, StandardTags.name(of: text) == nil, StandardTags.name(translated: text) == nil else {
        return nil
      }
      let message = "there is no standard tag `\(text)`, so no search finds it"
      guard let near = StandardTags.nearestName(to: text) else {
        let document = value.document
        return value.replacement(
          "\(message); one that is not standard is an own tag", standard,
          by: tag(Document.quoted(text), document),
          as: own)
      }
      return value.replacement("\(message); nearest is `\(near)`", standard, by: Document.quoted(near))
    }
  }

  /// An own tag with a label.
  private static func tag(_ label: String, _ document: Document) -> String {
    "[ a \(document.term(Namespace.tags + "Tag")) ; \(document.term(.rdfsLabel)) \(label) ]"
  }

  private static func labels(_ value: Value, _ plugin: PluginFacts) -> [Value] {
    plugin.graph.values(value.node, .rdfsLabel).filter { $0.text != nil }
  }

  private static func adding(
    _ message: String, _ text: String, to value: Value
  ) -> Diagnostic {
    let statement = "\(value.document.term(.rdfsLabel)) \(text)"
    return Diagnostic(
      message: message, line: value.uri.map { "<\($0)> \(statement) ." } ?? "\(statement) ;", file: value.document.file)
  }

  private static func ownLabel(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(own).compactMap { value in
      if value.text != nil {
        let document = value.document
        return value.replacement(
          "an own tag is a resource with labels and not a text, so no search finds it", own,
          by: tag(document.rendered(value.node), document)
        )
      }
      let labels = labels(value, plugin)
      guard !labels.contains(where: { $0.language == nil }) else { return nil }
      let english = labels.first { $0.language?.lowercased().hasPrefix("en") == true } ?? labels.first
      return adding(
        "the own tag\(english?.text.map { " `\($0)`" } ?? "") has no label without a language, "
          + "so it has no name in other languages",
        Document.quoted(english?.text ?? "Name"), to: value)
    }
  }

  private static func ownStandard(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(own).compactMap { value in
      for label in labels(value, plugin) where label.language == nil {
        guard let text = label.text, let name = StandardTags.name(of: text) else { continue }
        return Diagnostic(
          message: "`\(text)` is a standard tag, so written as an own tag it is not translated",
          line: "\(value.document.term(standard)) \(Document.quoted(name)) ;",
          replaces: "\(value.document.term(own)) \(value.uri.map { "<\($0)>" } ?? "[ … ]")", file: value.document.file)
      }
      return nil
    }
  }

  private static func untranslated(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(own).compactMap { value in
      let labels = labels(value, plugin)
      guard let plain = labels.first(where: { $0.language == nil })?.text, labels.allSatisfy({ $0.language == nil }),
        StandardTags.name(of: plain) == nil
      else { return nil }
      return adding(
        "the own tag `\(plain)` has no translation, so users of other languages read it as it is",
        Document.quoted(plain) + "@de", to: value)
    }
  }

  /// Classes that say no more than what the ports say.
  private static let vague: Set = ["Plugin", "UtilityPlugin", "InstrumentPlugin"]

  private static func noTag(_ plugin: PluginFacts) -> [Diagnostic] {
    guard plugin.values(standard).isEmpty, plugin.values(own).isEmpty, Set(plugin.coreClasses).isSubset(of: vague)
    else {
      return []
    }
    guard let name = suggestion(plugin) else { return [] }
    return [
      plugin.adding(
        "its class says little and it declares no tag, so searches by tag miss it; write the standard tags that fit",
        standard, Document.quoted(name))
    ]
  }

  /// What the name says, else what the ports do. A utility's class gives its tag already, and nothing better is known
  /// of it.
  private static func suggestion(_ plugin: PluginFacts) -> String? {
    if let named = ClassRules.namedTag(plugin) { return named.englishName }
    if plugin.isClass("InstrumentPlugin") { return "Synthesizer" }
    if plugin.isClass("UtilityPlugin") { return nil }
    let fitting = Vocabulary.standard.tags(ofClass: ClassRules.suggestion(plugin)).first
    return fitting?.englishName
  }
}
