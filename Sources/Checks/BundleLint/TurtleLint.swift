internal import BundleReading
internal import ComponentModel
internal import ComponentScan

/// Checks the Turtle of one bundle.
struct TurtleLint {
  private let bundle: BundleFacts
  private let say: (JSON) -> Void
  private let begin: (JSON) -> Void
  private let skipped: Set<Int>
  private var steps = 0
  private var summaries: [String: PluginSummary] = [:]

  /// - Parameters:
  ///   - skipped: numbers of steps to leave out, because they crashed a process before.
  ///   - say: sends a line.
  ///   - begin: sends a line that must arrive before the step that it names begins.
  init(
    _ bundle: BundleFacts, skipping skipped: Set<Int>, say: @escaping (JSON) -> Void, begin: @escaping (JSON) -> Void
  ) {
    self.bundle = bundle
    self.skipped = skipped
    self.say = say
    self.begin = begin
  }

  /// Reports every finding, and the binaries to load.
  mutating func run() {
    let plugins = bundle.pluginURIs.prefix(ScanLimits.plugins)
    for uri in plugins { say(.object([("declared", .string(uri))])) }
    for uri in plugins where isNext(uri) { bundle.term(uri).map { lint(plugin: uri, $0) } }
    for uri in bundle.presetURIs.prefix(ScanLimits.presets) where isNext(uri) {
      bundle.term(uri).map { lint(preset: uri, $0) }
    }
    guard isNext(nil) else { return }
    for case .bundle(let check) in Check.all {
      for diagnostic in check(bundle) { tell(Finding(diagnostic, subject: nil)) }
    }
  }

  /// Announces the next step, for a plugin or preset, or else for the bundle; false if it is left out.
  private mutating func isNext(_ uri: String?) -> Bool {
    defer { steps += 1 }
    if skipped.contains(steps) { return false }
    begin(.object([("step", .optional(uri)), ("number", .int(steps))]))
    return true
  }

  private func tell(_ finding: Finding) { say(.object([("finding", finding.json)])) }

  private mutating func lint(plugin uri: String, _ term: Term) {
    let plugin = PluginFacts(uri: uri, term: term, bundle: bundle)
    for check in Check.all {
      switch check {
      case .plugin(let check): for diagnostic in check(plugin) { tell(Finding(diagnostic, subject: uri)) }
      case .port(let check):
        for port in plugin.ports.prefix(ScanLimits.ports) {
          for diagnostic in check(port) { tell(Finding(diagnostic, subject: uri, port: port.symbol)) }
        }
      default: break
      }
    }
    summaries[uri] = plugin.summary
    say(.object([("plugin", .string(uri)), ("file", .string(plugin.home.file))] + binary(of: plugin)))
  }

  private func binary(of plugin: PluginFacts) -> [(key: String, value: JSON)] {
    let binaries = plugin.values(.lv2Binary).compactMap { value -> String? in
      guard let uri = value.uri, bundle.problem(with: uri) == nil else { return nil }
      return FileURI.path(uri)
    }
    return [("binary", .optional(binaries.first)), ("extensions", .strings(plugin.uris(.lv2ExtensionData)))]
  }

  private func lint(preset uri: String, _ term: Term) {
    let preset = PresetFacts(
      uri: uri, term: term, graph: Documents(bundle.documents(for: term)), bundle: bundle, plugins: summaries)
    for case .preset(let check) in Check.all {
      for diagnostic in check(preset) { tell(Finding(diagnostic, subject: uri)) }
    }
  }
}
