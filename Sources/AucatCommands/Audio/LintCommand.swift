internal import ArgumentParser
internal import AudioComponents

/// `aucat lint`
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Checks a bundle for what hosts, users and searches need.",
    discussion: """
      For plugin authors. Name a bundle by its directory, its manifest.ttl or an installed component. Each finding has a \
      rule, a severity and the line of Turtle that fixes it. An error keeps the plugin from hosts, a warning hides \
      something from users or searches, and a note is advice.

      The status is 0 if there are only notes, 1 for warnings or errors, 2 if there is no such bundle, and 5 if a binary \
      crashed, hung or ended its process. Binaries are loaded in processes of their own, and nothing is instantiated.

      With --run, the plugins are also run, with the tests of `aucat validate`. The bundle need not be installed for that; \
      verdicts are printed, and not kept.

      EXAMPLES:
        aucat lint "Calf Reverb"
        aucat lint --run "Calf Reverb"
        aucat lint --rules
        aucat lint --ignore no-comment "Calf Reverb"
      """)

  @Argument(help: ArgumentHelp("Directories of bundles, or components.", valueName: "bundle"))
  var bundles: [String] = []

  @Flag(name: .customLong("json"), help: "Print a JSON object for each bundle.")
  var isJSON = false

  @Option(help: ArgumentHelp("Ignore a rule; may be repeated.", valueName: "rule"))
  var ignore: [String] = []

  @Flag(name: .customLong("rules"), help: "List the rules with their severities.")
  var listsRules = false

  @Flag(name: .customLong("all"), help: "Show every finding instead of the first three for each rule and plugin.")
  var showsAll = false

  @Flag(name: .customLong("no-binaries"), help: "Don't load the binaries.")
  var skipsBinaries = false

  @Flag(name: .customLong("run"), help: "Also run the plugins, as `aucat validate` does.")
  var runsPlugins = false

  @Option(help: ArgumentHelp("Time limit for a bundle, each binary, and each part of a test.", valueName: "seconds"))
  var timeout = 20.0

  @OptionGroup var common: SharedOptions

  func validate() throws {
    guard listsRules || !bundles.isEmpty else { throw ValidationError("a bundle is missing") }
    guard !runsPlugins || !skipsBinaries else { throw ValidationError("--run and --no-binaries exclude each other") }
    guard timeout > 0, timeout <= 86_400 else { throw ValidationError("--timeout takes a number of seconds above 0") }
    // As for `validate`: with less, no plugin would pass.
    guard !runsPlugins || timeout >= 0.1 else {
      throw ValidationError("--timeout takes 0.1 to 86400 seconds with --run")
    }
  }

  func run() throws {
    let host = try PluginHosts.find()
    try host.lint(
      LintRequest(
        bundles: bundles, isJSON: isJSON, ignored: ignore, listsRules: listsRules, showsAll: showsAll,
        loadsBinaries: !skipsBinaries, runsPlugins: runsPlugins,
        timeout: timeout), try Session(common))
  }
}

/// The parsed options of `aucat lint`.
package struct LintRequest {
  /// Directories, manifests, URIs or names.
  package var bundles: [String]
  package var isJSON: Bool
  /// Identifiers of rules.
  package var ignored: [String]
  package var listsRules: Bool
  package var showsAll: Bool
  package var loadsBinaries: Bool
  package var runsPlugins: Bool
  /// In seconds.
  package var timeout: Double
}
