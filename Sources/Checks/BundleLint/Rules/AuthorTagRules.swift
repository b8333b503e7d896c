internal import ComponentModel
internal import ComponentTags
internal import BundleReading

/// Tags that authors give: `tags:standardTag` and `tags:ownTag` in the namespace `urn:aucat:tags#`.
enum AuthorTagRules {
  static let checks: [Check] = [
    .plugin(language), .plugin(translated), .plugin(unknown), .plugin(ownLabel), .plugin(ownStandard),
    .plugin(untranslated), .plugin(noTag),
  ]

  private static let standard = Property.standardTag
  private static let own = Property.ownTag

  private static func language(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(standard).compactMap { value in
      guard let language = value.language, let text = value.text else { return nil }
      let name = StandardTags.name(of: text) ?? StandardTags.name(translated: text) ?? text
      let problem = Problem(
        .standardTagLanguage,
        "a standard tag is written without a language tag, so the language `\(language)` means nothing here")
      return value.replacement(problem, standard, by: Document.quoted(name))
    }
  }

  private static func translated(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(standard).compactMap { value in
      guard let text = value.text, value.language == nil, StandardTags.name(of: text) == nil,
        let name = StandardTags.name(translated: text)
      else { return nil }
      let problem = Problem(
        .standardTagTranslated,
        "`\(text)` is a translation; bundles name standard tags in English, so no search finds it; write `\(name)`")
      return value.replacement(problem, standard, by: Document.quoted(name))
    }
  }

  private static func unknown(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(standard).compactMap { value in
      guard let text = value.text else {
        let problem = Problem(.standardTagUnknown, "a standard tag must be plain text, which this is not")
        return value.removal(of: standard, for: problem, advice: "or write its English name")
      }
      guard value.language == nil, StandardTags.name(of: text) == nil, StandardTags.name(translated: text) == nil else {
        return nil
      }
      let near = StandardTags.nearestName(to: text)
      let problem = Problem(
        .standardTagUnknown,
        "there is no standard tag `\(text)`, so no search finds it"
          + (near == nil ? "; declare a tag of your own as tags:ownTag" : nearestText(near)))
      guard let near else {
        return value.replacement(problem, standard, by: tag(Document.quoted(text), value.document), as: own)
      }
      return value.replacement(problem, standard, by: Document.quoted(near))
    }
  }

  /// A custom tag with a label.
  private static func tag(_ label: String, _ document: Document) -> String {
    "[ a \(document.term(Namespace.tags + "Tag")) ; \(document.term(.rdfsLabel)) \(label) ]"
  }

  private static func labels(_ value: Value, _ plugin: PluginFacts) -> [Value] {
    plugin.graph.values(value.node, .rdfsLabel).filter { $0.text != nil }
  }

  private static func adding(
    _ problem: Problem, _ text: String, to value: Value
  ) -> Diagnostic {
    let statement = "\(value.document.term(.rdfsLabel)) \(text)"
    return Diagnostic(
      problem: problem, line: value.uri.map { "<\($0)> \(statement) ." } ?? "\(statement) ;", file: value.document.file)
  }

  private static func ownLabel(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(own).compactMap { value in
      if value.text != nil {
        let document = value.document
        let problem = Problem(
          .ownTagNoLabel, "a custom tag must be a resource with labels, not text, so no search finds it")
        return value.replacement(problem, own, by: tag(document.rendered(value.node), document))
      }
      let labels = labels(value, plugin)
      guard !labels.contains(where: { $0.language == nil }) else { return nil }
      let english = labels.inEnglish(\.language)
      let name = english?.text.map { " `\($0)`" } ?? ""
      let problem = Problem(
        .ownTagNoLabel,
        "the custom tag\(name) lacks a label without a language tag, so users of other languages see no name")
      return adding(problem, Document.quoted(english?.text ?? "Name"), to: value)
    }
  }

  private static func ownStandard(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(own).compactMap { value in
      for label in labels(value, plugin) where label.language == nil {
        guard let text = label.text, let name = StandardTags.name(of: text) else { continue }
        return Diagnostic(
          problem: Problem(
            .ownTagIsStandard, "`\(text)` is a standard tag, but as a custom tag it is not translated"),
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
      let problem = Problem(
        .ownTagUntranslated,
        "the custom tag `\(plain)` has no translation, so users of all languages read it untranslated")
      return adding(problem, Document.quoted(plain) + "@de", to: value)
    }
  }

  /// Classes that say no more than the ports do.
  private static let vague: Set = ["Plugin", "UtilityPlugin", "InstrumentPlugin"]

  private static func noTag(_ plugin: PluginFacts) -> [Diagnostic] {
    guard plugin.values(standard).isEmpty, plugin.values(own).isEmpty, Set(plugin.coreClasses).isSubset(of: vague)
    else {
      return []
    }
    guard let name = suggestion(plugin) else { return [] }
    let problem = Problem(
      .noTag,
      "its class says little and it declares no tag, so searches by tag miss it; declare the standard tags that fit")
    return [plugin.adding(standard, object: Document.quoted(name), for: problem)]
  }

  /// The tag that the name suggests, or else the one that the ports suggest. A utility's class already implies the best
  /// tag there is.
  private static func suggestion(_ plugin: PluginFacts) -> String? {
    if let named = ClassRules.namedTag(plugin) { return named.englishName }
    if plugin.isClass("InstrumentPlugin") { return "Synthesizer" }
    if plugin.isClass("UtilityPlugin") { return nil }
    let fitting = Vocabulary.standard.tags(ofClass: ClassRules.suggestion(plugin)).first
    return fitting?.englishName
  }
}
