package import AucatProgram
internal import AudioComponents

/// `aucat lint`
package struct LintCommand: Command {
  package static let name = "lint"

  /// Directories, manifests, URIs or names.
  package var bundles: [String] = []
  package var isJSON = false
  /// Identifiers of rules to skip.
  package var ignore: [String] = []
  package var listsRules = false
  package var showsAll = false
  package var skipsBinaries = false
  package var runsPlugins = false
  /// The time limit for each check, in seconds.
  package var timeout = 20.0
  package var common = CommonOptions()

  package init() {}

  package static let declaration = CommandDeclaration(
    Self.self,
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
      """,
    [
      .argument("bundle", "Directories of bundles, or components.", kind: .bundle, times: .repeated) {
        $0.bundles.append($1)
      },
      .flag("json", "Print a JSON object for each bundle.") { $0.isJSON = true },
      .option("ignore", value: "rule", "Ignore a rule; may be repeated.", kind: .rule) { $0.ignore.append($1) },
      .flag("rules", "List the rules with their severities.") { $0.listsRules = true },
      .flag("all", "Show every finding instead of the first three for each rule and plugin.") { $0.showsAll = true },
      .flag("no-binaries", "Don't load the binaries.") { $0.skipsBinaries = true },
      .flag("run", "Also run the plugins, as `aucat validate` does.") { $0.runsPlugins = true },
      .timeout("Time limit for a bundle, each binary, and each part of a test; 20 by default.") { $0.timeout = $1 },
    ])

  package func validate() throws {
    guard listsRules || !bundles.isEmpty else { throw UsageError("a bundle is missing") }
    guard !runsPlugins || !skipsBinaries else { throw UsageError("--run and --no-binaries can't be combined") }
    // As for `validate`: with less, no plugin would pass.
    guard !runsPlugins || timeout >= 0.1 else {
      throw UsageError("--timeout takes 0.1 to 86400 seconds with --run")
    }
  }

  package func run() throws { try PluginHosts.find().lint(self, Session(common)) }
}
