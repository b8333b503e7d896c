internal import ArgumentParser
internal import AudioComponents
internal import AudioFiles

/// `aucat render`
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Renders an audio file through components.",
    discussion: """
      The audio passes through the components in the given order. Name each by its URI, its name, words that only it has, or a \
      predicate that only it matches. --preset, --set and --bypass apply to the --through before them; --set with --chain \
      applies to the component that has the parameter, and --set 2:gain=1 to the second one.

      The plugins run in a process of their own: one that crashes, hangs or ends it is named, the status is 5, and no file is \
      left behind. A successful render counts as a use of each component. The output's extension decides its format; samples are \
      float32 unless --encoding says otherwise. If integers clip, a warning says where and by how much.

      - stands for standard input or output, which carry WAV; what there is to say then goes to standard error.

      EXAMPLES:
        aucat render song.wav out.wav --through "Calf Reverb"
        aucat render song.wav out.wav --through SC4 --set ratio=4
        aucat render song.wav out.flac --through "Calf Reverb" --tail 2
        aucat render - - --through "Calf Reverb" < song.wav > out.wav
      """)

  @Argument(help: "The audio file to read: WAV, or whatever libsndfile reads if it is installed; - for standard input.")
  var input: String

  @Argument(
    help:
      "The audio file to write; - for standard output. It appears when the render has succeeded."
  )
  var output: String

  @OptionGroup var stages: StageOptions

  @Option(help: ArgumentHelp("Read the chain from a file instead of --through.", valueName: "file"))
  var chain: String?

  @Option(help: ArgumentHelp("Write the chain to a file for --chain.", valueName: "file"))
  var saveChain: String?

  @Option(
    help: ArgumentHelp(
      "Frames per block, 1 to 65536; 512 by default, and 256 with --compensate-measured.", valueName: "frames"))
  var block: Int?

  @Option(help: ArgumentHelp("Beats per minute for components that follow a tempo; 120 by default.", valueName: "n"))
  var bpm: Double?

  @Option(
    help: ArgumentHelp(
      "How long to render after the end of the input: seconds, or auto (the default) to stop at two seconds of silence, after 30 at the latest.",
      valueName: "seconds"),
    transform: TailLength.init)
  var tail = TailLength.automatic

  @Flag(name: .customLong("no-latency-compensation"), help: "Don't remove the delay that the components add.")
  var keepsLatency = false

  @Flag(
    name: .customLong("compensate-measured"),
    help: """
      Also remove the delay of components that report none, as `aucat bench` has measured it: at 48000 Hz, in blocks of 256 \
      frames and with default settings.
      """)
  var compensatesMeasured = false

  @Flag(
    name: .customLong("downmix"),
    help: "Mix the file to as many channels as the first component has inputs, if these are one or two.")
  var downmixes = false

  @Flag(
    name: .customLong("split"),
    help: "Run each component with one input once for each channel, also one with several outputs.")
  var splitsChannels = false

  @Flag(name: .customLong("allow-nan"), help: "Write samples that are not finite instead of failing with status 5.")
  var allowsNonFinite = false

  @Option(
    help: ArgumentHelp(
      "How samples are written: \(Encoding.samples.map(\.rawValue).joined(separator: ", ")).", valueName: "encoding"),
    completion: .list(Encoding.samples.map(\.rawValue)), transform: Self.encoding)
  var encoding: Encoding?

  @Option(help: ArgumentHelp("Time limit for a plugin to process a block.", valueName: "seconds"))
  var timeout = 10.0

  @Option(
    help: ArgumentHelp("Number of threads; one per processor by default. The result is the same.", valueName: "n"))
  var jobs: Int?

  @Flag(
    name: .customLong("in-process"),
    help: "Run the plugins in this process. Only for plugins you trust: a crash ends it.")
  var isInProcess = false

  @Flag(name: .customLong("force"), help: "Replace files that are there, also the input.")
  var replacesFiles = false

  @OptionGroup var common: SharedOptions

  func validate() throws {
    guard stages.through.isEmpty || chain == nil else {
      throw ValidationError("--chain and --through exclude each other")
    }
    guard !stages.through.isEmpty || chain != nil else { throw ValidationError("--through or --chain is missing") }
    if let jobs, !(1...1_024).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 1024") }
    guard !compensatesMeasured || !keepsLatency else {
      throw ValidationError("--compensate-measured and --no-latency-compensation exclude each other")
    }
    guard !downmixes || !splitsChannels else { throw ValidationError("--downmix and --split exclude each other") }
    guard (1...65_536).contains(block ?? 1) else { throw ValidationError("--block takes a number from 1 to 65536") }
    guard timeout > 0, timeout <= 86_400 else { throw ValidationError("--timeout takes a number of seconds above 0") }
    if let bpm {
      guard bpm > 0, bpm <= 1_000 else { throw ValidationError("--bpm takes a number above 0, up to 1000") }
    }
  }

  /// Parses an encoding. The format decides later whether it can be written.
  private static func encoding(_ word: String) throws -> Encoding {
    if let encoding = Encoding(rawValue: word) { return encoding }
    let known = Encoding.samples.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("use one of \(known)")
  }

  func run() throws {
    let host = try PluginHosts.find()
    try host.render(
      RenderRequest(
        input: input, output: output, stages: chain == nil ? try stages.stages() : [], chain: chain,
        settings: chain == nil ? [] : try stages.settingsOfChain(), saveChain: saveChain, block: block,
        tempo: bpm,
        tail: tail.seconds, compensatesLatency: !keepsLatency, compensatesMeasured: compensatesMeasured,
        downmixes: downmixes, splitsChannels: splitsChannels, allowsNonFinite: allowsNonFinite, encoding: encoding,
        timeout: timeout, jobs: jobs, isInProcess: isInProcess, replacesFiles: replacesFiles),
      try Session(common))
  }
}
