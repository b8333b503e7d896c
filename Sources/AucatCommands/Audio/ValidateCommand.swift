internal import ArgumentParser
internal import AudioComponents

/// `aucat validate`
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Runs components to see whether they keep to the rules of LV2.",
    discussion: """
      Each component is tested in a process of its own, with time limits, an empty home, no display and no network. A test \
      that finds something is made again with the same random numbers, and what the second run doesn't show is not held \
      against the component. `aucat validate --tests` lists what each test promises.

      Verdicts: passed; warned, if hosts can live with what was found; failed, if a library doesn't load or lacks its plugin, \
      output is not finite or above +24 dBFS, or memory beside the ports is written to; timedOut; crashed; and skipped, if \
      this host can't instantiate the component, with the reason.

      The catalog keeps each verdict, which `aucat search "validation == passed"` finds, until the component's files change. \
      --stale validates what has no verdict.

      The status is 0 if nothing is held against the components, 1 for warnings and failures, and 5 if one crashed or took too \
      long.

      EXAMPLES:
        aucat validate "Calf Reverb"
        aucat validate --quick "name contains Calf"
        aucat validate --tests
      """)

  @Argument(help: ArgumentHelp("Components, a predicate or plain words.", valueName: "component"))
  var components: [String] = []

  @Flag(name: .customLong("all"), help: "Validate all components.")
  var takesAll = false

  @Flag(name: .customLong("stale"), help: "Leave out what the same tests, or more, have judged since it last changed.")
  var leavesOutFresh = false

  @Flag(name: .customLong("quick"), help: "Run each component for a second, and no more.")
  var isQuick = false

  @Flag(name: .customLong("strict"), help: "Also test what hosts should not do, such as values out of range.")
  var isStrict = false

  @Flag(name: .customLong("json"), help: "Print a JSON object for each component.")
  var isJSON = false

  @Flag(name: .customLong("tap"), help: "Print TAP (Test Anything Protocol).")
  var isTAP = false

  @Flag(name: .customLong("junit"), help: "Print a report as JUnit's XML.")
  var isJUnit = false

  @Flag(name: .customLong("tests"), help: "List the tests with their levels.")
  var listsTests = false

  @Option(help: ArgumentHelp("The seed of the random numbers.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Number of components to test at once; one per processor by default.", valueName: "n"))
  var jobs: Int?

  @Option(help: ArgumentHelp("Time limit for each part of a test.", valueName: "seconds"))
  var timeout = 10.0

  @OptionGroup var common: SharedOptions

  func validate() throws {
    guard listsTests || takesAll || components.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw ValidationError("a component is missing; --all validates all")
    }
    guard !takesAll || components.isEmpty else { throw ValidationError("--all leaves no component to name") }
    guard !(isQuick && isStrict) else { throw ValidationError("--quick and --strict exclude each other") }
    guard !listsTests || !(isTAP || isJUnit) else { throw ValidationError("--tests prints text, or JSON with --json") }
    guard [isJSON, isTAP, isJUnit].count(where: { $0 }) <= 1 else {
      throw ValidationError("--json, --tap and --junit exclude each other")
    }
    if let jobs, !(1...1_024).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 1024") }
    guard timeout >= 0.1, timeout <= 86_400 else { throw ValidationError("--timeout takes 0.1 to 86400 seconds") }
  }

  func run() throws {
    let host = try PluginHosts.find()
    let format: ValidateRequest.Format = isJSON ? .json : isTAP ? .tap : isJUnit ? .junit : .text
    try host.validate(
      ValidateRequest(
        components: components, takesAll: takesAll, leavesOutFresh: leavesOutFresh, isQuick: isQuick,
        isStrict: isStrict, format: format,
        listsTests: listsTests, seed: seed, jobs: jobs, timeout: timeout), try Session(common))
  }
}

/// The parsed options of `aucat validate`.
package struct ValidateRequest {
  /// How the reports are printed.
  package enum Format {
    case text, json, tap, junit
  }

  /// URIs, names, or the words of a predicate.
  package var components: [String]
  package var takesAll: Bool
  package var leavesOutFresh: Bool
  package var isQuick: Bool
  package var isStrict: Bool
  package var format: Format
  package var listsTests: Bool
  package var seed: UInt64
  /// nil for one per processor.
  package var jobs: Int?
  /// In seconds.
  package var timeout: Double
}
