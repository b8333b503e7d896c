internal import ArgumentParser
internal import AudioComponents

/// `aucat lint`
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    _superCommandName: Aucat.name,
    abstract: "Shows what hosts, users and searches find and miss in a bundle.",
    discussion: """
      For authors of plugins. A bundle is a directory, its manifest.ttl, or an installed component, whose bundle is meant. Each \
      finding has a rule, a severity and the line of Turtle that mends it. An error keeps the plugin from hosts, a warning \
      hides something from users or searches, a note is advice.

      The status is 0 where there are notes at most, 1 where there is more, 2 where there is no bundle, and 5 where a binary \
      crashed, hung or ended its process: binaries are loaded in processes of their own, and nothing is instantiated.

      EXAMPLES:
        aucat lint "Calf Reverb"
        aucat lint --rules
        aucat lint --ignore no-comment "Calf Reverb"
      """)

  @Argument(help: ArgumentHelp("Directories of bundles, or components.", valueName: "bundle"))
  var bundles: [String] = []

  @Flag(help: "Print an object of JSON for each bundle.")
  var json = false

  @Option(help: ArgumentHelp("Leave the findings of a rule out; may be repeated.", valueName: "rule"))
  var ignore: [String] = []

  @Flag(help: "List the rules with their severities.")
  var rules = false

  @Flag(help: "Show every finding, and not the first three of a rule and plugin.")
  var all = false

  @Flag(help: "Leave the binaries alone.")
  var noBinaries = false

  @Option(help: ArgumentHelp("How long a bundle, and each binary, may take.", valueName: "seconds"))
  var timeout = 20.0

  @OptionGroup var common: SharedOptions

  func validate() throws {
    guard rules || !bundles.isEmpty else { throw ValidationError("a bundle is missing") }
    guard timeout > 0, timeout <= 86_400 else { throw ValidationError("--timeout takes a number of seconds above 0") }
  }

  func run() throws {
    let host = try PluginHosts.find()
    try host.lint(
      LintRequest(
        bundles: bundles, isJSON: json, ignored: ignore, listsRules: rules, showsAll: all, loadsBinaries: !noBinaries,
        timeout: timeout), try Session(common))
  }
}

/// What `aucat lint` was asked for.
package struct LintRequest {
  /// Directories, manifests, URIs or names.
  package var bundles: [String]
  package var isJSON: Bool
  /// Identifiers of rules.
  package var ignored: [String]
  package var listsRules: Bool
  package var showsAll: Bool
  package var loadsBinaries: Bool
  /// In seconds.
  package var timeout: Double
}
