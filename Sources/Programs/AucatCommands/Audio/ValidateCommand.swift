package import AucatProgram
internal import AudioComponents

/// `aucat validate`
package struct ValidateCommand: Command {
  package static let name = "validate"

  /// URIs, names, or the words of a predicate.
  package var components: [String] = []
  package var takesAll = false
  package var leavesOutFresh = false
  package var isQuick = false
  package var isStrict = false
  var isJSON = false
  var isTAP = false
  var isJUnit = false
  package var listsTests = false
  package var seed: UInt64 = 1
  /// The number of jobs; nil for one per processor.
  package var jobs: Int?
  /// The time limit for each test, in seconds.
  package var timeout = 10.0
  package var common = CommonOptions()

  package init() {}

  package static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Runs components to see whether they keep to the rules of LV2.",
    discussion: """
      Each component is tested in a process of its own, with time limits, an empty home, no display and no network. A test \
      that finds something is repeated with the same random numbers; a finding that doesn't recur doesn't count against \
      the component. `aucat validate --tests` lists what each test promises.

      Verdicts: passed; warned, if hosts can live with what was found; failed, if a library doesn't load or lacks its plugin, \
      output is not finite or above +24 dBFS, or memory outside the ports is written to; timedOut; crashed; and \
      skipped, if this host can't instantiate the component, with the reason.

      The catalog keeps each verdict, which `aucat search "validation == passed"` finds, until the component's files change. \
      --stale validates components without a verdict.

      The status is 0 if nothing counts against the components, 1 for warnings and failures, and 5 if one crashed or took too \
      long.

      EXAMPLES:
        aucat validate "Calf Reverb"
        aucat validate --quick "name contains Calf"
        aucat validate --tests
      """,
    [
      .argument("component", "Components, a predicate or plain words.", kind: .componentOrPredicate, times: .repeated) {
        $0.components.append($1)
      },
      .flag("all", "Validate all components.") { $0.takesAll = true },
      .flag("stale", "Leave out components that the same tests, or more, have judged since they last changed.") {
        $0.leavesOutFresh = true
      },
      .flag("quick", "Only run each component for a second.") { $0.isQuick = true },
      .flag("strict", "Also test what hosts should not do, such as values out of range.") { $0.isStrict = true },
      .flag("json", "Print a JSON object for each component.") { $0.isJSON = true },
      .flag("tap", "Print TAP (Test Anything Protocol).") { $0.isTAP = true },
      .flag("junit", "Print a report as JUnit XML.") { $0.isJUnit = true },
      .flag("tests", "List the tests with their levels.") { $0.listsTests = true },
      .number("seed", value: "n", "The seed of the random numbers; 1 by default.", in: 0...UInt64.max) { $0.seed = $1 },
      .jobs("Number of components to test at once; one per processor by default.") { $0.jobs = $1 },
      .timeout("Time limit for each part of a test; 10 by default.", from: 0.1) { $0.timeout = $1 },
    ])

  /// How the reports are printed.
  package enum Format {
    case text, json, tap, junit
  }

  package var format: Format { isJSON ? .json : isTAP ? .tap : isJUnit ? .junit : .text }

  package func validate() throws {
    guard listsTests || takesAll || components.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw UsageError("a component is missing; --all validates all")
    }
    guard !takesAll || components.isEmpty else { throw UsageError("--all takes no components") }
    guard !(isQuick && isStrict) else { throw UsageError("--quick and --strict can't be combined") }
    guard !listsTests || !(isTAP || isJUnit) else { throw UsageError("--tests prints text, or JSON with --json") }
    guard [isJSON, isTAP, isJUnit].count(where: { $0 }) <= 1 else {
      throw UsageError("--json, --tap and --junit can't be combined")
    }
  }

  package func run() throws { try PluginHosts.find().validate(self, Session(common)) }
}
