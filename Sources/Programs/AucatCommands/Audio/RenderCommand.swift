package import AucatProgram
internal import AudioComponents
package import AudioFiles

/// `aucat render`
package struct RenderCommand: ChainingCommand, SoundingCommand {
  package static let name = "render"

  package var inputs: [String] = []
  package var output = ""
  package var mixes = false
  package var seconds: Double?
  package var rate: Double?
  package var notes: String?
  /// The file that gets the MIDI which the chain sends.
  package var midiOut: String?
  package var stages: [StageWords] = []
  package var chain: String?
  /// Settings for the components of `chain`.
  package var settings: [String] = []
  /// The snapshot of `chain` to start with; nil for the chain itself.
  package var snapshot: String?
  /// Snapshots that are recalled at frames of the input, by ascending frames.
  package var recalls: [(frame: Int, snapshot: String)] = []
  package var saveChain: String?
  /// The length of a block, in frames; nil for the default.
  package var block: Int?
  package var bpm: Double?
  /// The tail in seconds; nil for automatic.
  package var tail: Double?
  package var keepsLatency = false
  /// Whether to compensate measured latency, too, if a component reports none.
  package var compensatesMeasured = false
  /// Whether the file is mixed to the channels of the first component.
  package var downmixes = false
  /// Whether each component with one input runs once for each channel.
  package var splitsChannels = false
  package var allowsNonFinite = false
  /// The encoding of samples; nil for float32.
  package var encoding: Encoding?
  /// How long a plugin may hang, in seconds.
  package var timeout = 10.0
  /// The number of threads; nil for one per processor.
  package var jobs: Int?
  package var isInProcess = false
  /// Whether the output and the chain's file may replace files, even the input.
  package var replacesFiles = false
  package var common = CommonOptions()

  package init() {}

  package static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Renders sound through components.",
    discussion: """
      The input is an audio file, a tone (tone:440, tone:saw:110), noise (noise:pink), silence of some seconds (silence:1.5), \
      or a MIDI file, which the first component plays to its last note; --notes is a phrase without a file. Several inputs \
      follow one another; --mix plays them together. The last argument is the output. Tones and noise are stereo at \
      -18 dBFS, use the files' sample rate or 48 kHz, and end with --for or their own seconds \
      (tone:440,seconds=2,level=-6,attack=0.1,release=0.5). Write ./tone:440 for a file of that name. If one of several files \
      can't be read, it is left out, and the status is 4.

      The sound passes through the components in the given order. Name each by its URI, its name, words that only it has, or a \
      predicate that only it matches. --preset, --set and --bypass apply to the --through before them; --set with --chain \
      applies to the component that has the parameter, and --set 2:gain=1 to the second one.

      A component with one input and one output runs once for each channel, and one with two inputs gets a mono sound in \
      both. Reported latency is compensated, the tail is rendered, and denormals count as zero. The plugins run in a process \
      of their own: one that crashes, hangs or exits is named, the status is 5, and no file is left behind. A successful \
      render counts as a use of each component. The output's extension decides its format; samples are float32 unless \
      --encoding says otherwise. If integers clip, a warning says where and by how much.

      - stands for standard input or output, as WAV; messages then go to standard error.

      EXAMPLES:
        aucat render song.wav out.wav --through "Calf Reverb"
        aucat render song.wav out.wav --through SC4 --set ratio=4
        aucat render song.wav out.flac --through "Calf Reverb" --tail 2
        aucat render verse.wav silence:0.5 chorus.wav both.wav
        aucat render tone:440 out.wav --for 2
        aucat render song.mid out.wav --through "Calf Organ" --through "Calf Reverb"
        aucat render --notes "C4 E4 G4 C4+E4+G4" out.wav --through "Calf Organ"
        aucat render - - --through "Calf Reverb" < song.wav > out.wav
      """,
    [
      .argument(
        "input",
        """
        What to read: audio files (WAV, or whatever libsndfile reads if it is installed; - for standard input), tones, noise, \
        silence, or a MIDI file.
        """, kind: .file, times: .repeated
      ) { $0.inputs.append($1) },
      .argument(
        "output",
        "The audio file to write; - for standard output. It appears when the render has succeeded.",
        kind: .file
      ) { $0.output = $1 },
    ],
    soundOptions,
    stageOptions,
    [
      .option("chain", value: "file", "Read the chain from a file instead of --through.", kind: .file) {
        $0.chain = $1
      },
      .option(
        "midi-out", value: "file", "Write the MIDI that the chain sends to a file, with a tick for each frame.",
        kind: .file
      ) { $0.midiOut = $1 },
      .option("snapshot", value: "name", "Start with a snapshot from the chain's file.") { $0.snapshot = $1 },
      .option(
        "at", value: "frame request",
        "Recall a snapshot with the same components at a frame of the input, as in --at 48000 \"snapshot verse\"; may be repeated.",
        takesTwoWords: true
      ) { try $0.recall($1) },
      .option("save-chain", value: "file", "Write the chain to a file for --chain.", kind: .file) { $0.saveChain = $1 },
      .number(
        "block", value: "frames", "Frames per block, 1 to 65536; 512 by default, and 256 with --compensate-measured.",
        in: 1...65_536
      ) { $0.block = $1 },
      .tempo("Beats per minute for components that follow a tempo; 120 by default.") { $0.bpm = $1 },
      .option(
        "tail", value: "seconds",
        """
        How long to render after the end of the input: seconds, or auto (the default) to stop at two seconds of silence, \
        after 30 at the latest.
        """, kind: .number
      ) { $0.tail = try tail($1) },
      .flag("no-latency-compensation", "Don't remove the delay that the components add.") { $0.keepsLatency = true },
      .flag(
        "compensate-measured",
        """
        Also remove the delay of components that report none, as `aucat bench` has measured it: at 48000 Hz, in blocks of \
        256 frames and with default settings.
        """
      ) { $0.compensatesMeasured = true },
      .flag(
        "downmix", "Mix the sound down to the inputs of the first component, if it has one or two."
      ) { $0.downmixes = true },
      .flag("split", "Run each component with one input once per channel, even if it has several outputs.") {
        $0.splitsChannels = true
      },
      .flag("allow-nan", "Write samples that are not finite instead of failing with status 5.") {
        $0.allowsNonFinite = true
      },
      .option(
        "encoding", value: "encoding", "How samples are written: \(samples.joined(separator: ", ")).",
        kind: .words(samples)
      ) {
        // The format decides later whether it can be written.
        guard let encoding = Encoding(rawValue: $1) else { throw UsageError(unknown: $1, of: "--encoding", samples) }
        $0.encoding = encoding
      },
      .timeout("Time limit for a plugin to process a block; 10 by default.") { $0.timeout = $1 },
      .jobs("Number of threads; one per processor by default. The result is the same.") { $0.jobs = $1 },
      .flag("in-process", "Run the plugins in this process. Only for plugins you trust: a crash terminates it.") {
        $0.isInProcess = true
      },
      .flag("force", "Replace existing files, even the input.") { $0.replacesFiles = true },
    ])

  /// Whether the sound passes through components.
  package var isThroughChain: Bool { !stages.isEmpty || chain != nil }

  package func validate() throws {
    guard stages.isEmpty || chain == nil else { throw UsageError("--chain and --through can't be combined") }
    guard settings.isEmpty || chain != nil else { throw UsageError.withoutComponent("--set") }
    try validateInputs()
    let needsChain =
      saveChain != nil || midiOut != nil || tail != nil || downmixes || splitsChannels || compensatesMeasured
    guard isThroughChain || !needsChain else {
      throw UsageError(
        "--save-chain, --midi-out, --tail, --downmix, --split and --compensate-measured need --through or --chain")
    }
    guard chain != nil || (snapshot == nil && recalls.isEmpty) else {
      throw UsageError("--snapshot and --at need --chain: snapshots are part of a chain's file")
    }
    guard !compensatesMeasured || !keepsLatency else {
      throw UsageError("--compensate-measured and --no-latency-compensation can't be combined")
    }
    guard !downmixes || !splitsChannels else { throw UsageError("--downmix and --split can't be combined") }
  }

  private func validateInputs() throws {
    guard !inputs.isEmpty || notes != nil else { throw UsageError("missing expected argument '<output>'") }
    try validateSound()
  }

  private mutating func recall(_ text: String) throws {
    let words = text.split(separator: "\n", maxSplits: 1).map(String.init)
    guard words.count == 2, let frame = Int(words[0]), frame >= 0 else {
      throw UsageError("--at takes a frame, from 0, and an action, not `\(words.joined(separator: " "))`")
    }
    let request = words[1].split(separator: " ", maxSplits: 1).map(String.init)
    guard request.count == 2, request[0] == "snapshot" else {
      throw UsageError("--at takes `snapshot NAME`, not `\(words[1])`")
    }
    recalls.append((frame, request[1]))
    recalls.sort { $0.frame < $1.frame }
  }

  mutating func setOnChain(_ setting: String) { settings.append(setting) }

  private static let samples = Encoding.samples.map(\.rawValue)

  private static func tail(_ text: String) throws -> Double? {
    if text == "auto" { return nil }
    if let seconds = Double(text), (0...86_400).contains(seconds) { return seconds }
    throw UsageError("--tail takes a number of seconds, or auto")
  }

  package func run() throws { try PluginHosts.find().render(self, Session(common)) }
}
