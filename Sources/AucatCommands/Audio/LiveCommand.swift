internal import ArgumentParser
internal import AudioComponents

/// `aucat live`
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Plays live through components, as a JACK client.",
    discussion: """
      The sound passes through the components in the given order, as `aucat render` does it: the same options name them, and \
      the same chain files. JACK is found when it is needed, and so is PipeWire, which serves JACK's clients.

      Outputs are connected to the hardware, unless --out or --no-connect says otherwise; inputs only to what --in names, so \
      that no microphone howls. What plugins get is the transport, the tempo and the MIDI of the server. Their latency is \
      reported to it. While it plays, the server may change its sample rate or block length, or go away and come back.

      The plugins run in this program. One that crashes ends it, and one that hangs stops the \
      sound, until a second Ctrl-C; `aucat validate` finds out before. Output that is \
      not finite, or above +24 dBFS, is silenced, and the plugin named.

      It plays until SIGTERM, SIGINT (Ctrl-C) or SIGHUP; the end of its input does not end it. On a terminal a line shows the \
      processor's load, the xruns, the latency and the peak, and q ends it.

      The status is then 0. It is 3 if there is no server to play on, and 5 if a plugin doesn't start.

      EXAMPLES:
        aucat live --through "Calf Reverb"
        aucat live --through "Calf Reverb" --in system:capture_1
        aucat live --chain vocals.json --name vocals --no-connect
        aucat live --list
      """)

  @OptionGroup var stages: StageOptions

  @Option(help: ArgumentHelp("Read the chain from a file instead of --through.", valueName: "file"))
  var chain: String?

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Connect an input to a port, such as system:capture_1, or MIDI; may be repeated, for the next input.",
      valueName: "source-port"))
  var sources: [String] = []

  @Option(
    name: .customLong("out"),
    help: ArgumentHelp(
      "Connect an output to a port instead of the hardware's; may be repeated, for the next output.",
      valueName: "target-port"))
  var targets: [String] = []

  @Flag(name: .customLong("no-connect"), help: "Don't connect the outputs.")
  var leavesOutputs = false

  @Option(
    help: ArgumentHelp(
      "Inputs, 0 to 64; by default as many as the first component has, but two for one.", valueName: "n"))
  var inputs: Int?

  @Option(
    help: ArgumentHelp(
      "Outputs, 1 to 64; by default as many as the last component has, but two for one.", valueName: "n"))
  var outputs: Int?

  @Option(help: ArgumentHelp("The client's name; the server numbers a name that is taken.", valueName: "client"))
  var name = "aucat"

  @Option(help: "Where it plays: to a JACK server, or by the clock to nowhere.")
  var device = DeviceKind.jack

  @Option(help: ArgumentHelp("The sample rate of --device null in Hz; 48000 by default.", valueName: "hertz"))
  var rate: Double?

  @Option(help: ArgumentHelp("Frames per block of --device null, 16 to 8192; 256 by default.", valueName: "frames"))
  var block: Int?

  @Option(
    help: ArgumentHelp(
      "Beats per minute where the server's transport has no tempo; 120 by default.", valueName: "n"))
  var bpm: Double?

  @Flag(name: .customLong("list"), help: "List the devices and the server's ports instead of playing.")
  var lists = false

  @Flag(name: .customLong("json"), help: "Print what happens, or the list, as a JSON object per line.")
  var isJSON = false

  @OptionGroup var common: SharedOptions

  func validate() throws {
    if lists { return try validateList() }
    guard stages.through.isEmpty || chain == nil else {
      throw ValidationError("--chain and --through exclude each other")
    }
    guard !stages.through.isEmpty || chain != nil else {
      throw ValidationError("--through or --chain is missing; --list lists devices and ports")
    }
    guard targets.isEmpty || !leavesOutputs else {
      throw ValidationError("--out and --no-connect exclude each other")
    }
    if let inputs, !(0...64).contains(inputs) { throw ValidationError("--inputs takes a number from 0 to 64") }
    if let outputs, !(1...64).contains(outputs) { throw ValidationError("--outputs takes a number from 1 to 64") }
    if let bpm {
      guard bpm > 0, bpm <= 1_000 else { throw ValidationError("--bpm takes a number above 0, up to 1000") }
    }
    guard (1...32).contains(name.utf8.count), !name.contains(where: { $0 == ":" || $0.isNewline }) else {
      throw ValidationError("--name takes 1 to 32 bytes, without a colon")
    }
    try validateDevice()
  }

  private func validateList() throws {
    let isAlone =
      stages.areEmpty && chain == nil && sources.isEmpty && targets.isEmpty && !leavesOutputs && inputs == nil
      && outputs == nil && rate == nil && block == nil && bpm == nil
    guard isAlone else { throw ValidationError("--list plays nothing; leave out the other options") }
  }

  private func validateDevice() throws {
    guard device == .null else {
      guard rate == nil, block == nil else {
        throw ValidationError("the server sets the sample rate and the block; --rate and --block are for --device null")
      }
      return
    }
    guard sources.isEmpty, targets.isEmpty else {
      throw ValidationError("--device null has no ports; leave out --in and --out")
    }
    if let rate, !(8_000...768_000).contains(rate) {
      throw ValidationError("--rate takes a number of hertz from 8000 to 768000")
    }
    if let block, !(16...8_192).contains(block) { throw ValidationError("--block takes a number from 16 to 8192") }
  }

  func run() throws {
    let host = try PluginHosts.find()
    if lists { return try host.listDevices(isJSON: isJSON, try Session(common)) }
    try host.live(
      LiveOptions(
        stages: try stages.stages(), chain: chain, sources: sources, targets: targets, connectsOutputs: !leavesOutputs,
        inputs: inputs, outputs: outputs, name: name, device: device, sampleRate: rate ?? 48_000, block: block ?? 256,
        tempo: bpm ?? 120, isJSON: isJSON),
      try Session(common))
  }
}

/// Where `aucat live` plays.
package enum DeviceKind: String, CaseIterable {
  case jack, null
}

extension DeviceKind: ExpressibleByArgument {}

/// The parsed options of `aucat live`.
package struct LiveOptions {
  package var stages: [StageWords]
  /// The file of the chain, instead of stages.
  package var chain: String?
  /// Ports that the inputs are connected to, in order.
  package var sources: [String]
  /// Ports that the outputs are connected to, in order; the hardware's if there are none.
  package var targets: [String]
  package var connectsOutputs: Bool
  /// Nil for as many as the chain suggests.
  package var inputs: Int?
  /// Nil for as many as the chain suggests.
  package var outputs: Int?
  /// Of the client.
  package var name: String
  package var device: DeviceKind
  /// Of the null device, in hertz.
  package var sampleRate: Double
  /// Of the null device, in frames.
  package var block: Int
  /// Where the device has none, in beats per minute.
  package var tempo: Double
  package var isJSON: Bool
}
