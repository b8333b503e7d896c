internal import BundleReading
internal import ComponentModel

/// Interfaces of plugins (`ui:ui`). lilv, and so most hosts, leave out those that lack something, and some versions crash.
enum InterfaceRules {
  static let checks: [Check] = [.plugin(incomplete)]

  private static func incomplete(_ plugin: PluginFacts) -> [Diagnostic] {
    var seen: Set<Term> = []
    return plugin.values(.uiInterface).filter { seen.insert($0.node).inserted }
      .flatMap { unnamed($0, of: plugin) + withoutClass($0, of: plugin) + withoutBinary($0, of: plugin) }
  }

  private static func problem(_ lack: String) -> Problem {
    Problem(.interfaceIncomplete, "the interface has no \(lack), so hosts show no custom view")
  }

  private static func unnamed(_ interface: Value, of plugin: PluginFacts) -> [Diagnostic] {
    guard interface.uri == nil else { return [] }
    let line = "# give it a URI, such as <\(plugin.uri)#ui>"
    return [Diagnostic(problem: problem("URI"), line: line, file: interface.document.file)]
  }

  private static func withoutClass(_ interface: Value, of plugin: PluginFacts) -> [Diagnostic] {
    guard let uri = interface.uri, plugin.graph.uris(interface.node, .rdfType).isEmpty else { return [] }
    let document = plugin.graph.document(of: interface.node) ?? interface.document
    let line = "\(document.term(uri)) a \(document.term(Namespace.ui + "X11UI")) ."
    return [Diagnostic(problem: problem("class"), line: line, file: document.file, subject: uri)]
  }

  private static func withoutBinary(_ interface: Value, of plugin: PluginFacts) -> [Diagnostic] {
    guard let uri = interface.uri else { return [] }
    let binaries = [Property.uiBinary, .lv2Binary].flatMap { plugin.graph.values(interface.node, $0) }
    guard !binaries.contains(where: { $0.uri != nil }) else { return [] }
    let document = plugin.graph.document(of: interface.node) ?? interface.document
    guard let value = binaries.first, let name = value.text else {
      let line = "\(document.term(uri)) \(document.term(.uiBinary)) <ui.so> ."
      return [Diagnostic(problem: problem("binary"), line: line, file: document.file, subject: uri)]
    }
    let isPlain = name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "._-+/".utf8.contains($0) }
    return [
      Diagnostic(
        problem: problem("binary, but a text in its place"),
        line: isPlain ? "<\(name)>" : "# write the binary's relative URI in place of the text",
        replaces: value.document.rendered(value.node), file: value.document.file, subject: uri)
    ]
  }
}
