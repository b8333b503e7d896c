internal import ComponentModel

/// Parameters that are set by messages.
enum ParameterRules {
  static let checks: [Check] = [.plugin(noLabel), .plugin(noType)]

  private static func parameters(_ plugin: PluginFacts) -> [Value] {
    var seen: Set<String> = []
    return [Property.patchWritable, .patchReadable].flatMap { plugin.values($0) }.filter { value in
      // LV2 describes the parameters that it defines.
      value.uri.map { !$0.hasPrefix(Namespace.parameters) && seen.insert($0).inserted } == true
    }
  }

  private static func diagnostics(
    for plugin: PluginFacts, without property: Property, _ rule: Rule, lacking lack: String,
    object: (String, Document) -> String
  ) -> [Diagnostic] {
    parameters(plugin).compactMap { value in
      guard let uri = value.uri, plugin.graph.values(value.node, property).isEmpty else { return nil }
      let document = plugin.graph.document(of: value.node) ?? value.document
      return Diagnostic(
        problem: Problem(rule, "the parameter <\(uri)> has \(lack)"),
        line: "<\(uri)> \(document.term(property)) \(object(uri, document)) .",
        file: document.file)
    }
  }

  private static func noLabel(_ plugin: PluginFacts) -> [Diagnostic] {
    diagnostics(
      for: plugin, without: .rdfsLabel, .parameterNoLabel, lacking: "no label, so users see its URI"
    ) { uri, _ in Document.quoted(URIPart.last(of: uri)) }
  }

  private static func noType(_ plugin: PluginFacts) -> [Diagnostic] {
    diagnostics(
      for: plugin, without: .rdfsRange, .parameterNoRange, lacking: "no type, so hosts can't show or set it"
    ) { _, document in document.term(Namespace.atom + "Float") }
  }
}
