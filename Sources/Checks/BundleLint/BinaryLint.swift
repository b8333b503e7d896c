internal import ComponentValidation
internal import Linux
internal import ComponentModel
internal import ComponentScan

/// Loads each binary of a bundle in a separate process, and compares it with the Turtle.
struct BinaryLint {
  /// A plugin as the Turtle declares it.
  struct Declared {
    var uri: String
    var file: String
    var binary: String
    var extensions: [String]
  }

  let bundle: String
  let options: BundleLint.Options
  let isCancelled: () -> Bool
  private(set) var findings: [Finding] = []
  /// Whether a binary crashed, hung or exited.
  private(set) var hasFailed = false

  /// Extensions that hosts use only if the Turtle declares them.
  static let usual = [
    Namespace.state + "interface", Namespace.worker + "interface", Namespace.options + "interface",
  ]

  /// The maximum number and length of URIs to ask a binary for: they are passed as arguments, whose size the operating
  /// system limits.
  private static let asked = (count: 256, bytes: ScanLimits.name)
  /// Maximum size of a binary's report, in bytes: a few hundred per plugin, for 10,000 plugins.
  private static let longest = 8 << 20

  /// Loads each binary and compares its plugins with the declared ones.
  ///
  /// - Parameters:
  ///   - declared: the plugins that have a binary.
  ///   - all: URIs of all plugins of the bundle.
  mutating func compare(_ declared: [Declared], of all: Set<String>) throws(ChildProcess.Failure) {
    for (binary, plugins) in Dictionary(grouping: declared, by: \.binary).sorted(by: { $0.key < $1.key }) {
      try check(binary, declaring: plugins, all: all)
    }
  }

  private mutating func check(
    _ binary: String, declaring plugins: [Declared], all: Set<String>
  ) throws(ChildProcess.Failure) {
    let extensions = Self.extensions(of: plugins)
    let child = try JSONLinesChild(
      [LintChild.binary, "\(Int(options.seconds) + 2)", binary, bundle + "/"] + extensions,
      program: options.program, environment: options.environment, seconds: options.seconds, longest: Self.longest,
      isSupervised: true, isCancelled: isCancelled)
    if isCancelled() { return }
    let isInside = LexicalPath.isInside(binary, bundle)
    let name = isInside ? String(Substring(binary.utf8.dropFirst(bundle.utf8.count + 1))) : binary
    if let failure = child.failure {
      hasFailed = true
      let step = child.step.flatMap { InspectionStep($0) } ?? .loading
      tell(.binaryCrashes, "\(name) \(failure) when a host is \(step)", line: "# repair and rebuild \(name)")
    } else if let reason = child.lines.compactMap({ $0["failure"]?.text }).first {
      let cause = reason.hasPrefix(binary + ": ") ? String(reason.dropFirst(binary.count + 2)) : reason
      tell(
        .binaryNotLoadable, "\(name) can't be loaded, so hosts can't run its plugins: \(cause)",
        line: "# link what is missing, or depend on the package that has it; rebuild \(name)")
    } else if child.lines.contains(where: { $0["entry"] == .bool(false) }) {
      tell(
        .binaryNoDescriptor,
        "\(name) has neither lv2_descriptor nor lv2_lib_descriptor, so hosts find no plugin in it",
        line: "# export one of the two functions and rebuild \(name)")
    } else {
      if child.lines.contains(where: { $0["printed"] != nil }) {
        tell(
          .binaryPrints, "\(name) prints when it is loaded: \((child.end?.lastWords ?? "").prefix(200))",
          line: "# use the log feature (log:log); rebuild \(name)")
      }
      comparePlugins(plugins, all: all, asked: Set(extensions), with: child, binary: name)
    }
  }

  /// The extensions to ask the binary of these plugins for.
  private static func extensions(of plugins: [Declared]) -> [String] {
    let declared = Set(plugins.flatMap(\.extensions)).subtracting(usual).filter { $0.utf8.count <= asked.bytes }
    return usual + declared.sorted().prefix(asked.count)
  }

  private mutating func comparePlugins(
    _ plugins: [Declared], all: Set<String>, asked: Set<String>, with child: JSONLinesChild, binary name: String
  ) {
    var given: [String: Set<String>] = [:]
    for line in child.lines {
      if let uri = line["plugin"]?.text { given[uri] = Set(line["extensions"]?.texts ?? []) }
    }
    let undeclared = given.keys.sorted().filter { !all.contains($0) }
    let isRelative = !undeclared.isEmpty && plugins.contains { given[$0.uri] == nil && IdentityRules.isFile($0.uri) }
    for plugin in plugins {
      if let extensions = given[plugin.uri] {
        compareExtensions(of: plugin, asked: asked, given: extensions, binary: name)
      } else if isRelative, IdentityRules.isFile(plugin.uri) {
        tellRelative(plugin.uri, insteadOf: undeclared, binary: name)
      } else {
        tell(
          .binaryLacksPlugin, "\(name) lacks it, so hosts show a plugin that doesn't start",
          line: "# remove <\(plugin.uri)> a lv2:Plugin from manifest.ttl, or rebuild \(name) with it", about: plugin.uri
        )
      }
    }
    // Each of these may be what a relative URI stands for.
    for uri in undeclared where !isRelative {
      tell(
        .turtleLacksPlugin, "\(name) has it but the Turtle does not, so hosts and searches don't find it",
        line: "<\(uri)> a <\(Namespace.lv2)Plugin> ; <\(Namespace.lv2)binary> <\(name)> .", about: uri)
    }
  }

  /// Reports a plugin whose URI is relative, so that no binary can have it.
  private mutating func tellRelative(_ uri: String, insteadOf known: [String], binary name: String) {
    let names = known.map { "<\($0)>" }.joined(separator: ", ")
    let remedy =
      known.count == 1
      ? "write \(names) instead of its URI"
      : "write the URI that \(name) has for it instead of its own, one of \(names)"
    tell(
      .binaryLacksPlugin,
      "\(name) can't have it, because its URI is relative, so hosts show a plugin that doesn't start",
      line: "# \(remedy), in each file of the bundle", about: uri)
  }

  private mutating func compareExtensions(
    of plugin: Declared, asked: Set<String>, given: Set<String>, binary name: String
  ) {
    for uri in plugin.extensions where asked.contains(uri) && !given.contains(uri) {
      tell(
        .extensionMissing,
        "\(name) lacks <\(uri)>, which is declared, so hosts rely on something that is not there",
        line: "# remove lv2:extensionData <\(uri)>, or rebuild \(name) with it", about: plugin.uri, in: plugin.file)
    }
    for uri in Self.usual where given.contains(uri) && !plugin.extensions.contains(uri) {
      tell(
        .extensionUndeclared,
        "\(name) has <\(uri)>, which is not declared, so hosts that rely on the Turtle don't use it",
        line: "<\(plugin.uri)> <\(Namespace.lv2)extensionData> <\(uri)> .", about: plugin.uri, in: plugin.file)
    }
  }

  private mutating func tell(
    _ rule: Rule, _ message: String, line: String, about subject: String? = nil, in file: String = "manifest.ttl"
  ) {
    findings.append(
      Finding(Diagnostic(problem: Problem(rule, message), line: line, file: file), subject: subject))
  }
}
