package import AucatProgram
internal import AudioComponents

/// `aucat play`
package struct PlayCommand: ChainingCommand, SoundingCommand {
  package static let name = "play"

  package var inputs: [String] = []
  package var stages: [StageWords] = []
  /// The file of the chain, instead of stages.
  package var chain: String?
  package var mixes = false
  package var seconds: Double?
  package var rate: Double?
  package var notes: String?
  package var device = DeviceKind.jack
  package var bpm: Double?
  /// The client's name on the server.
  package var client = "aucat-play"
  /// Ports that the outputs are connected to, in order; the hardware's ports if this is empty.
  package var targets: [String] = []
  package var leavesOutputs = false
  /// The file of a schedule, instead of inputs.
  package var script: String?
  /// The file that a schedule is rendered to, instead of a device.
  package var output: String?
  package var isJSON = false
  package var common = CommonOptions()

  package init() {}

  package static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Plays sound on a device: files, tones, noise, MIDI.",
    discussion: """
      The inputs are those of `aucat render`: they are played one after the other without a gap, or together with \
      --mix, through the components of --through if there are any. A file that can't be read is left out. Each \
      component runs in a process of its own: one that crashes or hangs is replaced by its input, and the status is \
      4, or 5 if that was the instrument, so that nothing is heard.

      It plays as a JACK client, as `aucat live` does, or on a clock without output (--device null), and ends with its \
      last input. Sound is read ahead; if a file is too slow, the gaps are silent and counted.

      On a terminal, a line shows the position. Space pauses, the left and right arrows move by 5 s, n plays the next input, and q \
      ends it.

      With --script, it plays the tracks of a file, which pause and duck each other, by the requests there, and prints what \
      happens as a JSON object per line. With -o, it renders them to a file as fast as it can, exact to the frame.

      The status is 3 if there is no server to play on.

      EXAMPLES:
        aucat play song.wav
        aucat play verse.wav silence:2 chorus.flac
        aucat play tone:440 --for 2
        aucat play song.mid --through "Calf Organ" --through "Calf Reverb"
        aucat play --script mail.json -o mail.wav
      """,
    [
      .argument(
        "input",
        "What to play: audio files (- for WAV on standard input), tones, noise, silence, or a MIDI file.", kind: .file,
        times: .repeated
      ) { $0.inputs.append($1) }
    ],
    soundOptions,
    stageOptions,
    [
      .option("chain", value: "file", "Read the chain from a file instead of --through.", kind: .file) {
        $0.chain = $1
      },
      .choice(
        "device", value: "device",
        "What it plays on: a JACK server (jack, the default), or a clock without output (null)."
      ) { $0.device = $1 },
      .option(
        "out", value: "target-port",
        "Connect an output to a port instead of the hardware's; may be repeated, for the next output.",
        kind: .targetPort
      ) { $0.targets.append($1) },
      .flag("no-connect", "Don't connect the outputs.") { $0.leavesOutputs = true },
      .option("name", value: "client", "The client's name, aucat-play by default.") { $0.client = $1 },
      .tempo("Beats per minute for --notes and for components that follow a tempo; 120 by default.") { $0.bpm = $1 },
      .option(
        "script", value: "file", "Play the schedule of tracks and requests in a file instead of inputs.", kind: .file
      ) { $0.script = $1 },
      .option(
        "output", value: "file", "Render the schedule to an audio file instead of playing it.", kind: .file, letter: "o"
      ) { $0.output = $1 },
      .flag("json", "Print each event as a JSON object on its own line.") { $0.isJSON = true },
    ])

  /// Whether the sound passes through components.
  package var isThroughChain: Bool { !stages.isEmpty || chain != nil }

  package func validate() throws {
    if script != nil {
      guard inputs.isEmpty, notes == nil, !isThroughChain, !mixes else {
        throw UsageError("--script takes the place of inputs and components; leave these out")
      }
    }
    guard output == nil || script != nil else {
      throw UsageError("-o needs --script; `aucat render` writes inputs to a file")
    }
    guard script != nil || !inputs.isEmpty || notes != nil else {
      throw UsageError("missing expected argument '<input>'")
    }
    try validateSound()
    guard stages.isEmpty || chain == nil else { throw UsageError("--chain and --through can't be combined") }
    guard targets.isEmpty || !leavesOutputs else { throw UsageError("--out and --no-connect can't be combined") }
    guard device == .null || output != nil || rate == nil else {
      throw UsageError("the server sets the sample rate; --rate is for --device null and for -o")
    }
    guard device == .jack || targets.isEmpty else { throw UsageError("--device null has no ports; leave out --out") }
  }

  package func run() throws { try PluginHosts.find().play(self, Session(common)) }
}
