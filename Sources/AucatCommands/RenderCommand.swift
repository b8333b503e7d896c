internal import ArgumentParser
internal import AudioComponents

/// `aucat render`
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    _superCommandName: Aucat.name,
    abstract: "Renders an audio file through components.",
    discussion: """
      The sound goes through the components in the order in which they are given. Each is a URI, a name that only one has, or \
      a predicate that one matches. --preset, --set and --bypass belong to the --through before them.

      The plugins run in a process of their own: one that crashes, hangs or ends it is named, the status is 5, and no file is \
      left behind. The output is float32 unless --encoding says otherwise, in the format that its name's extension stands for.

      EXAMPLES:
        aucat render song.wav out.wav --through "Calf Reverb"
        aucat render song.wav out.wav --through "name == sc4" --set ratio=4
        aucat render song.wav out.flac --through "Calf Reverb" --tail 2
      """)

  @Argument(help: "The audio file that is read: WAV, and what libsndfile reads where it is installed.")
  var input: String

  @Argument(help: "The audio file that is written; one that is there is replaced when the render has succeeded.")
  var output: String

  @Option(help: ArgumentHelp("A component or predicate; may be repeated.", valueName: "component"))
  var through: [String] = []

  @Option(help: ArgumentHelp("The preset that it starts with: a name or URI.", valueName: "preset"))
  var preset: [String] = []

  @Option(
    help: ArgumentHelp("A parameter's value, such as gain=-6 or mode=Hall; may be repeated.", valueName: "symbol=value")
  )
  var set: [String] = []

  @Flag(help: "Let the sound go past it.")
  var bypass: Int

  @Option(help: ArgumentHelp("What its side chains hear: silence or input.", valueName: "source"))
  var sideChain: [String] = []

  @Option(help: ArgumentHelp("A file with a chain, instead of --through.", valueName: "file"))
  var chain: String?

  @Option(help: ArgumentHelp("Write the chain to a file, for --chain.", valueName: "file"))
  var saveChain: String?

  @Option(help: ArgumentHelp("How many frames are computed at once, 1 to 65536.", valueName: "frames"))
  var block = 512

  @Option(help: ArgumentHelp("Beats a minute, for components that follow a tempo; 120 otherwise.", valueName: "n"))
  var bpm: Double?

  @Option(
    help: ArgumentHelp(
      "How long to go on after the input: seconds, or auto for until it is silent.", valueName: "seconds"))
  var tail = "auto"

  @Flag(help: "Leave the frames by which the components delay where they are.")
  var noLatencyCompensation = false

  @Flag(help: "Write samples that are not finite instead of ending with status 5.")
  var allowNan = false

  @Option(
    help: ArgumentHelp("How samples are written: int8, int16, int24, int32, float32 or float64.", valueName: "encoding")
  )
  var encoding: String?

  @Option(help: ArgumentHelp("How long a plugin may take for a block.", valueName: "seconds"))
  var timeout = 10.0

  @Option(
    help: ArgumentHelp("How many threads render; one a processor otherwise. The result is the same.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Run the plugins in this process, which a crash ends: for those that are trusted.")
  var inProcess = false

  @OptionGroup var common: SharedOptions

  func validate() throws {
    guard through.isEmpty || chain == nil else { throw ValidationError("--chain and --through exclude each other") }
    guard !through.isEmpty || chain != nil else { throw ValidationError("--through or --chain is missing") }
    if let jobs, !(1...1_024).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 1024") }
    guard (1...65_536).contains(block) else { throw ValidationError("--block takes a number from 1 to 65536") }
    guard timeout > 0, timeout <= 86_400 else { throw ValidationError("--timeout takes a number of seconds above 0") }
    if let bpm {
      guard bpm > 0, bpm <= 1_000 else { throw ValidationError("--bpm takes a number above 0, up to 1000") }
    }
    if tail != "auto" {
      guard let seconds = Double(tail), seconds >= 0, seconds <= 86_400 else {
        throw ValidationError("--tail takes a number of seconds, or auto")
      }
    }
  }

  func run() throws {
    let host = try PluginHosts.find()
    let stages = try StageWords.stages(
      CommandLine.arguments, through: through, presets: preset, settings: set, sideChains: sideChain)
    try host.render(
      RenderRequest(
        input: input, output: output, stages: stages, chain: chain, saveChain: saveChain, block: block, tempo: bpm,
        tail: Double(tail), compensatesLatency: !noLatencyCompensation, allowsNotFinite: allowNan, encoding: encoding,
        timeout: timeout, jobs: jobs,
        isInProcess: inProcess),
      try Session(common))
  }
}
