internal import ComponentModel

/// The URI of a plugin, by which hosts, sessions and presets know it.
enum IdentityRules {
  static let checks: [Check] = [.plugin(relative)]

  /// Whether a URI is that of a file, as a relative one becomes when it is resolved.
  static func isFile(_ uri: String) -> Bool { uri.hasPrefix("file:") }

  private static func relative(_ plugin: PluginFacts) -> [Diagnostic] {
    guard isFile(plugin.uri) else { return [] }
    let written = plugin.bundle.manifest.term(plugin.uri)
    let example = PortRules.identifier(URIPart.last(of: plugin.uri))
    let problem = Problem(
      .relativeURI,
      "its URI \(written) names a file, so it changes with the bundle's place, and binaries, sessions and presets lose it"
    )
    return [
      Diagnostic(
        problem: problem,
        line: "# write a URI that never changes, such as <urn:example:\(example)>, in each file and in the binary",
        replaces: written, file: plugin.bundle.manifest.file)
    ]
  }
}
