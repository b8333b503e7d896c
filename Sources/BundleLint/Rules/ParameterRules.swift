internal import ComponentModel
/// Parameters that are set by messages.
enum ParameterRules {
  static let rules = [
    Rule("parameter-no-label", .warning, "a parameter (patch:writable) has no label", .plugin(noLabel)),
    Rule("parameter-no-range", .warning, "a parameter (patch:writable) has no type", .plugin(noType)),
  ]

  private static func parameters(_ plugin: PluginFacts) -> [Value] {
    var seen: Set<String> = []
    return [Property.patchWritable, .patchReadable].flatMap { plugin.values($0) }.filter { value in
      // What LV2 defines is described by LV2.
      value.uri.map { !$0.hasPrefix(Namespace.parameters) && seen.insert($0).inserted } == true
    }
  }

  private static func diagnostics(
    _ plugin: PluginFacts, without property: Property, _ message: String, _ object: (String, Document) -> String
  ) -> [Diagnostic] {
    parameters(plugin).compactMap { value in
      guard let uri = value.uri, plugin.graph.values(value.node, property).isEmpty else { return nil }
      let document = plugin.graph.document(of: value.node) ?? value.document
      return Diagnostic(
        message: "the parameter <\(uri)> \(message)",
        line: "<\(uri)> \(document.term(property)) \(object(uri, document)) .",
        file: document.file)
    }
  }

  private static func noLabel(_ plugin: PluginFacts) -> [Diagnostic] {
    diagnostics(plugin, without: Property.rdfsLabel, "has no label, so users see its URI") { uri, _ in
      Document.quoted(URIPart.last(of: uri))
    }
  }

  private static func noType(_ plugin: PluginFacts) -> [Diagnostic] {
    diagnostics(plugin, without: Property.rdfsRange, "has no type, so hosts can't show or set it") { _, document in
      document.term(Namespace.atom + "Float")
    }
  }
}
