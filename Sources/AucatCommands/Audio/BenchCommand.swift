internal import ArgumentParser
internal import AudioComponents

/// `aucat bench`
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures what a chain of components costs.",
    discussion: """
      Name the file of a chain that `aucat render --save-chain` has written, or components as for `aucat render`. Shown is \
      the processor time of each component for a block: of half of the blocks at most (the median), of 95 and of 99 in 100, \
      and of the worst, which on a machine that does other work says little. The sounds are noise, music, and the silence \
      after music. What the measuring itself costs is subtracted.

      Then: how long a component takes to load, instantiate, activate and render its first block; its memory; its latency \
      as reported and as an impulse shows it, unknown unless that is certain; and how long it sounds on, down to -60 dB. The \
      plugins run in processes of their own.

      EXAMPLES:
        aucat bench --through "Calf Reverb"
        aucat bench --through "Calf Reverb" --through SC4 --json
        aucat bench vocals.json --block 64 --runs 5
      """)

  @Argument(help: "The file of a chain.")
  var chain: String?

  @Option(help: ArgumentHelp("A component or predicate; may be repeated.", valueName: "component"))
  var through: [String] = []

  @Option(help: ArgumentHelp("The preset to start with: a name or URI.", valueName: "preset"))
  var preset: [String] = []

  @Option(
    help: ArgumentHelp("A parameter's value, such as gain=-6 or mode=Hall; may be repeated.", valueName: "symbol=value")
  )
  var set: [String] = []

  @Flag(help: "Bypass the component.")
  var bypass: Int

  @Option(help: ArgumentHelp("What the side chains receive.", valueName: "source"))
  var sideChain: [SideChainSource] = []

  @Option(help: ArgumentHelp("Frames per block, 1 to 65536.", valueName: "frames"))
  var block = 256

  @Option(help: ArgumentHelp("The sample rate in Hz.", valueName: "hertz"))
  var rate = 48_000.0

  @Option(
    help: ArgumentHelp(
      "Channels before the first component, 0 to 64; as many as it has inputs by default.", valueName: "n"))
  var channels: Int?

  @Option(help: ArgumentHelp("How much of each sound a run measures.", valueName: "seconds"))
  var seconds = 4.0

  @Option(help: ArgumentHelp("Number of runs, each in a new process, 1 to 100.", valueName: "n"))
  var runs = 3

  @Option(help: ArgumentHelp("Time limit for a plugin to process a block.", valueName: "seconds"))
  var timeout = 10.0

  @Flag(name: .customLong("json"), help: "Print a JSON object.")
  var isJSON = false

  @OptionGroup var common: SharedOptions

  func validate() throws {
    guard through.isEmpty || chain == nil else {
      throw ValidationError("the file of a chain and --through exclude each other")
    }
    guard !through.isEmpty || chain != nil else { throw ValidationError("--through or the file of a chain is missing") }
    guard (1...65_536).contains(block) else { throw ValidationError("--block takes a number from 1 to 65536") }
    guard (1...16_777_216).contains(rate) else { throw ValidationError("--rate takes a number of hertz from 1") }
    guard (0.05...600).contains(seconds) else { throw ValidationError("--seconds takes a number from 0.05 to 600") }
    guard (1...100).contains(runs) else { throw ValidationError("--runs takes a number from 1 to 100") }
    guard timeout > 0, timeout <= 86_400 else { throw ValidationError("--timeout takes a number of seconds above 0") }
    if let channels, !(0...64).contains(channels) { throw ValidationError("--channels takes a number from 0 to 64") }
  }

  func run() throws {
    let host = try PluginHosts.find()
    let stages = try StageWords.stages(
      CommandLineWords.current, through: through, presets: preset, settings: set, sideChains: sideChain)
    try host.bench(
      BenchRequest(
        stages: stages, chain: chain, block: block, sampleRate: rate, channels: channels, seconds: seconds, runs: runs,
        timeout: timeout, isJSON: isJSON),
      try Session(common))
  }
}

/// The parsed options of `aucat bench`.
package struct BenchRequest {
  package var stages: [StageWords]
  /// The file of the chain, instead of stages.
  package var chain: String?
  /// In frames.
  package var block: Int
  /// In hertz.
  package var sampleRate: Double
  /// Before the first component; nil for as many as it has inputs.
  package var channels: Int?
  /// How much of each sound a run measures.
  package var seconds: Double
  package var runs: Int
  package var timeout: Double
  package var isJSON: Bool
}
