package import AucatProgram
internal import AudioComponents

/// `aucat live`
package struct LiveCommand: ChainingCommand {
  package static let name = "live"

  package var stages: [StageWords] = []
  /// The file of the chain, instead of stages.
  package var chain: String?
  /// The snapshot to start with; nil for the chain of the file.
  package var snapshot: String?
  /// Ports that the inputs are connected to, in order.
  package var sources: [String] = []
  /// Ports that the outputs are connected to, in order; the hardware's ports if this is empty.
  package var targets: [String] = []
  package var leavesOutputs = false
  /// The number of inputs; nil for as many as the chain suggests.
  package var inputs: Int?
  /// The number of outputs; nil for as many as the chain suggests.
  package var outputs: Int?
  /// The client's name on the server.
  package var client = "aucat"
  package var device = DeviceKind.jack
  private var rate: Double?
  private var givenBlock: Int?
  private var bpm: Double?
  package var lists = false
  package var isJSON = false
  /// Whether the plugins' states are saved to the chain's file.
  package var keepsState = false
  /// Which components share a process.
  package var isolation = IsolationMode.each
  /// The share of a block that plugins may take, in percent.
  package var deadline = 50
  /// Whether to print only lines, for screen readers.
  package var isPlain = false
  package var common = CommonOptions()

  package init() {}

  package static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Plays live through components, as a JACK client.",
    discussion: """
      Sound passes through the components in the given order. The options that name them, and the chain files, are those of \
      `aucat render`. JACK's library, or PipeWire's replacement for it, is loaded at run time.

      Outputs are connected to the hardware unless --out or --no-connect says otherwise. Inputs are connected only by --in, to \
      avoid feedback from a microphone. Plugins get the server's transport, tempo and MIDI, and their latency is reported to \
      it. The server may change its sample rate or block length, or stop and start again.

      Each plugin runs in a process of its own. One that crashes, ends its process, hangs, or makes more than half of the blocks \
      late is named and replaced by its input. It is restarted once from its last state, and after that by `aucat live send \
      restart`. A block that a plugin does not finish in time is replaced by its input. Output that is not finite, or above \
      +24 dBFS, is muted, and the plugin named. `aucat validate` finds such plugins beforehand.

      `aucat live send` changes the chain while it plays, from any terminal and without a click: it inserts and removes \
      components, sets parameters, and saves and recalls snapshots of the whole chain. `aucat live follow` prints what happens.

      SIGTERM, SIGINT (Ctrl-C) or SIGHUP ends it; the end of its input does not. On a terminal, a line shows the load, the \
      xruns, the latency and the peak, and q ends it.

      The status is 0 after a normal end, 3 if there is no server to play on, and 5 if a plugin doesn't start or ends \
      the program.

      EXAMPLES:
        aucat live --through "Calf Reverb"
        aucat live --through "Calf Reverb" --in "USB Audio:capture_FL"
        aucat live --chain vocals.json --name vocals --no-connect
        aucat live --chain vocals.json --keep
        aucat live --list
      """,
    members: [LiveSendCommand.self, LiveFollowCommand.self, LiveSessionsCommand.self],
    stageOptions,
    [
      .option("chain", value: "file", "Read the chain from a file instead of --through.", kind: .file) {
        $0.chain = $1
      },
      .option("snapshot", value: "name", "Start with a snapshot from the chain's file.") { $0.snapshot = $1 },
      .option(
        "in", value: "source-port",
        "Connect an input to a port that --list shows, such as `Built-in Audio Analog Stereo:capture_FL` on PipeWire or "
          + "system:capture_1 on JACK, or to MIDI; may be repeated, for the next input. A single "
          + "source goes to both of two inputs.",
        kind: .sourcePort
      ) { $0.sources.append($1) },
      .option(
        "out", value: "target-port",
        "Connect an output to a port instead of the hardware's; may be repeated, for the next output.",
        kind: .targetPort
      ) { $0.targets.append($1) },
      .flag("no-connect", "Don't connect the outputs.") { $0.leavesOutputs = true },
      .number(
        "inputs", value: "n", "Inputs, 0 to 64; by default as many as the first component has, or 2 if it has 1.",
        in: 0...64
      ) { $0.inputs = $1 },
      .number(
        "outputs", value: "n", "Outputs, 1 to 64; by default as many as the last component has, or 2 if it has 1.",
        in: 1...64
      ) { $0.outputs = $1 },
      .option("name", value: "client", "The client's name, aucat by default; the server numbers a name that is taken.")
      {
        guard (1...32).contains($1.utf8.count), !$1.contains(where: { $0 == ":" || $0.isNewline }) else {
          throw UsageError("--name takes 1 to 32 bytes, without a colon")
        }
        $0.client = $1
      },
      .choice(
        "device", value: "device",
        "What it plays on: a JACK server (jack, the default), or a clock without output (null)."
      ) {
        $0.device = $1
      },
      .number(
        "rate", value: "hertz", "The sample rate of --device null in Hz; 48000 by default.", in: 8_000...768_000,
        takes: "a number of hertz from 8000 to 768000"
      ) { $0.rate = $1 },
      .number(
        "block", value: "frames", "Frames per block of --device null, 16 to 8192; 256 by default.", in: 16...8_192
      ) {
        $0.givenBlock = $1
      },
      .choice(
        "isolation", value: "mode",
        """
        How plugins are isolated: each in a process of its own (each, the default), adjacent ones together (chain), or not \
        at all, so that a crash ends the session (none).
        """
      ) { $0.isolation = $1 },
      .number(
        "deadline", value: "percent",
        "The share of a block's time for all plugins together, 10 to 90; 50 by default.", in: 10...90
      ) { $0.deadline = $1 },
      .tempo("Beats per minute if the server's transport has no tempo; 120 by default.") { $0.bpm = $1 },
      .flag(
        "keep",
        "Save the chain and its snapshots to the file of --chain: at the end, on request, and when a plugin's state changes."
      ) { $0.keepsState = true },
      .flag(
        "plain", "Print a line for each change and redraw nothing, for screen readers."
      ) { $0.isPlain = true },
      .flag("list", "List the devices and the server's ports instead of playing.") { $0.lists = true },
      .flag("json", "Print notices, or the list, as a JSON object per line.") { $0.isJSON = true },
    ])

  /// The null device's sample rate, in hertz.
  package var sampleRate: Double { rate ?? 48_000 }
  /// The null device's block length, in frames.
  package var block: Int { givenBlock ?? 256 }
  /// The tempo if the device has none, in beats per minute.
  package var tempo: Double { bpm ?? 120 }

  package func validate() throws {
    if lists { return try validateList() }
    guard stages.isEmpty || chain == nil else { throw UsageError("--chain and --through can't be combined") }
    guard !stages.isEmpty || chain != nil else {
      throw UsageError("--through or --chain is missing; --list lists devices and ports")
    }
    guard snapshot == nil || chain != nil else {
      throw UsageError("--snapshot needs --chain: a snapshot is part of a chain's file")
    }
    guard !keepsState || chain != nil else { throw UsageError("--keep needs --chain, whose file it writes") }
    guard targets.isEmpty || !leavesOutputs else { throw UsageError("--out and --no-connect can't be combined") }
    guard device == .null else {
      guard rate == nil, givenBlock == nil else {
        throw UsageError("the server sets the sample rate and the block; --rate and --block are for --device null")
      }
      return
    }
    guard sources.isEmpty, targets.isEmpty else {
      throw UsageError("--device null has no ports; leave out --in and --out")
    }
  }

  private func validateList() throws {
    let isAlone =
      stages.isEmpty && chain == nil && snapshot == nil && sources.isEmpty && targets.isEmpty && !leavesOutputs
      && inputs == nil
      && outputs == nil && !keepsState && !isPlain && rate == nil && givenBlock == nil && bpm == nil
    guard isAlone else { throw UsageError("--list plays nothing; leave out the other options") }
  }

  package func run() throws { try PluginHosts.find().live(self, Session(common)) }
}

/// Which plugins have a process of their own.
package enum IsolationMode: String, CaseIterable {
  case each, chain, none
}

/// Where `aucat live` plays.
package enum DeviceKind: String, CaseIterable {
  case jack, null
}
