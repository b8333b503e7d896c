internal import BundleReading
internal import ComponentModel
internal import ComponentScan
internal import Turtle

/// Applies the rules to the Turtle of one bundle.
struct TurtleLint {
  private let bundle: BundleFacts
  private let say: (JSON) -> Void
  private var summaries: [String: PluginSummary] = [:]

  init(_ bundle: BundleFacts, say: @escaping (JSON) -> Void) {
    self.bundle = bundle
    self.say = say
  }

  /// Tells every finding, and the binaries that are to be loaded.
  mutating func run() {
    for uri in bundle.pluginURIs.prefix(ScanLimits.plugins) { lint(plugin: uri) }
    for uri in bundle.presetURIs.prefix(ScanLimits.presets) { lint(preset: uri) }
    for rule in Rules.all {
      guard case .bundle(let check) = rule.check else { continue }
      for complaint in check(bundle) { tell(rule.finding(complaint, subject: nil)) }
    }
  }

  private func tell(_ finding: Finding) { say(.object([("finding", finding.json)])) }

  private mutating func lint(plugin uri: String) {
    say(.object([("step", .string(uri))]))
    let plugin = PluginFacts(uri: uri, bundle: bundle)
    for rule in Rules.all {
      switch rule.check {
      case .plugin(let check): for complaint in check(plugin) { tell(rule.finding(complaint, subject: uri)) }
      case .port(let check):
        for port in plugin.ports.prefix(ScanLimits.ports) {
          for complaint in check(port) { tell(rule.finding(complaint, subject: uri, port: port.symbol)) }
        }
      default: break
      }
    }
    summaries[uri] = plugin.summary
    say(.object([("plugin", .string(uri)), ("file", .string(plugin.home.file))] + binary(of: plugin)))
  }

  private func binary(of plugin: PluginFacts) -> [(key: String, value: JSON)] {
    let binaries = plugin.values(Namespace.lv2 + "binary").compactMap { value -> String? in
      guard let uri = value.uri, bundle.objection(to: uri) == nil else { return nil }
      return FileURI.path(uri)
    }
    return [
      ("binary", .optional(binaries.first)),
      ("extensions", .strings(plugin.uris(Namespace.lv2 + "extensionData"))),
    ]
  }

  private func lint(preset uri: String) {
    let preset = PresetFacts(
      uri: uri, graph: Graph(documents: bundle.documents(for: uri)), bundle: bundle, plugins: summaries)
    for rule in Rules.all {
      guard case .preset(let check) = rule.check else { continue }
      for complaint in check(preset) { tell(rule.finding(complaint, subject: uri)) }
    }
  }
}
