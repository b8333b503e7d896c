package import AucatProgram
internal import AudioComponents

/// `aucat bench`
package struct BenchCommand: ChainingCommand {
  package static let name = "bench"

  /// URIs, names, or the words of a predicate; or the file of a chain.
  package var components: [String] = []
  package var takesAll = false
  package var leavesOutFresh = false
  /// The number of jobs; nil for one per processor.
  package var jobs: Int?
  package var stages: [StageWords] = []
  private var givenBlock: Int?
  private var givenRate: Double?
  /// The number of channels before the first component; nil for as many as it has inputs.
  package var channels: Int?
  private var givenSeconds: Double?
  private var givenRuns: Int?
  package var measuresDenormals = false
  package var countsInstructions = false
  /// The time limit for each call, in seconds.
  package var timeout = 10.0
  package var isJSON = false
  package var common = CommonOptions()

  package init() {}

  package static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Measures what components cost.",
    discussion: """
      Each component is measured by itself, in a process of its own, with time limits, an empty home and no network: its \
      processor time for a block of music of 256 frames at 48 kHz, in per cent of one core; its latency, if an impulse \
      shows it with certainty, and its reported latency; its load time; and its memory. The \
      catalog keeps the results, for `aucat search "reverb cost < 1 latency == 0"` and `--sort cost`, until the component's files \
      change. --stale measures those that this machine has not measured.

      --through, or a chain's file from `aucat render --save-chain`, measures a chain in more detail, and keeps \
      nothing: each component's processor time for a block (the median, the 95th and 99th percentiles, and the worst, \
      which means little on a busy machine) of noise, music, and the silence after music; how long it takes to load, \
      instantiate, activate and render its first block; and its tail, down to -60 dB.

      --denormals measures it twice: as in most hosts, which flush denormals to zero, and as in those that don't. --instructions \
      counts each component's instructions for a block of each sound; the counts hardly vary, however busy the machine is.

      The cost of measuring is subtracted. Work on threads that a plugin starts itself is not measured.

      The status is 0 if components were measured or skipped, 1 if one failed, and 5 if one crashed or took too long.

      EXAMPLES:
        aucat bench "Calf Reverb"
        aucat bench --stale "name contains Calf"
        aucat bench --through "Calf Reverb" --through SC4 --json
        aucat bench vocals.json --block 64 --runs 5
      """,
    [
      .argument(
        "component",
        "Components, a predicate or plain words; or the file of a chain, which ends in .json or begins with / or a dot.",
        kind: .componentOrPredicate, times: .repeated
      ) { $0.components.append($1) },
      .flag("all", "Measure all components.") { $0.takesAll = true },
      .flag("stale", "Leave out components that this machine has measured and that haven't changed since.") {
        $0.leavesOutFresh = true
      },
      .jobs("Number of components to measure at once; one per processor by default.") { $0.jobs = $1 },
    ],
    stageOptions,
    [
      .number("block", value: "frames", "Frames per block of a chain, 1 to 65536; 256 by default.", in: 1...65_536) {
        $0.givenBlock = $1
      },
      .number(
        "rate", value: "hertz", "The sample rate of a chain in Hz; 48000 by default.", in: 1...16_777_216,
        takes: "a number of hertz from 1"
      ) { $0.givenRate = $1 },
      .number(
        "channels", value: "n", "Channels before the first component, 0 to 64; as many as it has inputs by default.",
        in: 0...64
      ) { $0.channels = $1 },
      .number(
        "seconds", value: "seconds", "Length of each sound in a run; 4 by default.", in: 0.05...600,
        takes: "a number from 0.05 to 600"
      ) { $0.givenSeconds = $1 },
      .number("runs", value: "n", "Number of runs, each in a new process, 1 to 100; 3 by default.", in: 1...100) {
        $0.givenRuns = $1
      },
      .flag("denormals", "Also measure a chain as in hosts that don't flush denormals to zero.") {
        $0.measuresDenormals = true
      },
      .flag("instructions", "Also count the instructions of a chain's components; needs valgrind and some time.") {
        $0.countsInstructions = true
      },
      .timeout("Time limit for a plugin to process a block; 10 by default.", from: 0.1) { $0.timeout = $1 },
      .flag("json", "Print a JSON object, or one for each component.") { $0.isJSON = true },
    ])

  /// The block length in frames, 256 by default as in most hosts.
  package var block: Int { givenBlock ?? 256 }
  /// The sample rate in hertz.
  package var sampleRate: Double { givenRate ?? 48_000 }
  /// The length of each sound in a run, in seconds.
  package var seconds: Double { givenSeconds ?? 4 }
  package var runs: Int { givenRuns ?? 3 }

  /// The file of a chain, if that is what the argument is.
  package var chain: String? {
    guard components.count == 1, let word = components.first else { return nil }
    return word.hasSuffix(".json") || ["/", "./", "../", "~/"].contains(where: word.hasPrefix) ? word : nil
  }

  /// Whether each component is measured by itself, rather than a chain.
  package var isOfComponents: Bool { takesAll || !components.isEmpty && chain == nil }

  package func validate() throws {
    guard !takesAll || components.isEmpty else { throw UsageError("--all takes no components") }
    guard stages.isEmpty || !takesAll && components.isEmpty else {
      throw UsageError("--through can't be combined with other components or the file of a chain")
    }
    if isOfComponents { try validateComponents() } else { try validateChain() }
  }

  private func validateComponents() throws {
    guard takesAll || components.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw UsageError("a component is missing; --all measures all")
    }
    let isAlike =
      stages.isEmpty && !measuresDenormals && !countsInstructions && givenBlock == nil && givenRate == nil
      && channels == nil && givenSeconds == nil && givenRuns == nil
    guard isAlike else {
      throw UsageError(
        "all components are measured in the same way, for comparison; other options need --through")
    }
  }

  private func validateChain() throws {
    guard !stages.isEmpty || chain != nil else {
      throw UsageError("a component, --through or the file of a chain is missing; --all measures all components")
    }
    guard !leavesOutFresh, jobs == nil else {
      throw UsageError("--stale and --jobs are for components, not for a chain")
    }
  }

  package func run() throws { try PluginHosts.find().bench(self, Session(common)) }
}
