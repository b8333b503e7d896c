internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import Linux
internal import LiveSound
internal import RenderChain

/// `aucat live`
struct LiveRunner {
  let command: LiveCommand
  let session: Session

  /// How long it waits for an event before it checks the keyboard, in milliseconds.
  private static let tick = 50
  /// How long the end waits for those who read the output.
  private static let lastWrites = Duration.milliseconds(300)

  func run() throws {
    let file = command.chain.map { SessionFile(Self.absolute($0)) }
    var choice = try ChainChoice(file: command.chain, stages: command.stages, session)
    if let snapshot = command.snapshot { try choice.begin(with: snapshot, session) }
    try choice.requireComponents(of: command.chain)
    LiveFaults.begin(isJSON: command.isJSON)
    BackgroundOutput.begin { LiveText.skipped($0).encoded + "\n" }
    defer {
      LiveKeyboard.restore()
      LiveFaults.finish()
      BackgroundOutput.finish(within: Self.lastWrites)
    }
    // A second signal terminates the program immediately.
    Interruption.beforeEnd = { LiveKeyboard.restore() }
    do {
      try Interruption.observed { try play(choice, from: file) }
    } catch  where error is ChainError || error is DeviceError {
      throw CommandFailure(ofSession: error, names: choice.names)
    }
    // Plugins have let the session end: those who read the output may take longer.
    LiveFaults.finish()
    BackgroundOutput.finish(within: Self.lastWrites)
    if let failure = Output.failure { throw failure }
  }

  private func play(_ choice: ChainChoice, from file: SessionFile?) throws {
    let channels = try LiveChannels(
      choice.chain, command, searchDirectories: session.manager.configuration.searchDirectories)
    var settings = LiveSession.Settings(wishes(channels))
    settings.tempo = command.tempo
    settings.heedsStates = command.keepsState
    settings.isolation = PluginIsolation(rawValue: command.isolation.rawValue) ?? .each
    settings.deadline = Double(command.deadline) / 100
    settings.suspects = Set(choice.components.filter { $0.validation == "failed" }.map(\.uri))
    // People get a line for each report.
    settings.xrunInterval = command.isJSON ? .seconds(1) : .seconds(10)
    settings.bundleDirectories = session.manager.configuration.searchDirectories
    let device: any AudioDevice = command.device == .jack ? JackDevice() : NullDevice()
    let live = try LiveSession(choice.chain, on: device, standIn: NullDevice(), settings: settings)
    defer { live.end() }
    live.awaitFirstBlock(milliseconds: 500)
    choice.countUses(session)
    let controller = LiveController(live, session, playing: choice, file: file)
    if command.keepsState { controller.beginKeeping() }
    do {
      try controller.listen()
    } catch let failure as CommandFailure {
      warn("other programs can't change this session: \(failure.message)")
    }
    var printer = LivePrinter(
      line: LiveStatusLine(session.terminal, names: choice.names, isWanted: !command.isPlain),
      isJSON: command.isJSON, isPlain: command.isPlain)
    printer.begin(live.format, device: device.name, channels, text: controller.text, session: controller.name)
    if command.device == .jack, channels.inputs > 0, command.sources.isEmpty, !command.leavesOutputs, !command.isJSON {
      warn("no input is connected; name a source with --in, or connect one in a patchbay")
    }
    while !Interruption.isRequested, printer.failure == nil {
      let notices = live.step(milliseconds: min(Self.tick, controller.patience))
      controller.work()
      controller.tell(notices)
      printer.tell(notices, controller.text)
      printer.tell(controller.takeUntold())
      if LiveKeyboard.isInForeground { printer.show(live.state) }
      if printer.hasLine, LiveKeyboard.typed().contains(where: { $0 | 0x20 == UInt8(ascii: "q") }) { break }
    }
    LiveKeyboard.restore()
    LiveFaults.end()
    live.hurry()
    let lost = controller.keep()
    let notices = live.end()
    controller.tell(notices)
    printer.tell(notices, controller.text)
    controller.end()
    printer.end()
    if controller.unsavedCount > 0, !command.isJSON {
      let changes = Count.text(controller.unsavedCount, "change")
      warn("\(changes) not saved; `aucat live send save FILE` saves at any time, and --keep at the end")
    }
    if let lost { throw lost }
    if let failure = printer.failure { throw failure }
  }

  private static func absolute(_ path: String) -> String {
    LexicalPath.isAbsolute(path) ? path : (try? Path.working()).map { $0 + "/" + path } ?? path
  }

  private func wishes(_ channels: LiveChannels) -> DeviceWishes {
    var wishes = DeviceWishes(clientName: command.client, inputs: channels.inputs, outputs: channels.outputs)
    wishes.inputPorts = command.sources
    wishes.outputPorts =
      !command.targets.isEmpty ? .ports(command.targets) : !command.leavesOutputs ? .physical : .none
    if command.device == .null { (wishes.sampleRate, wishes.blockLength) = (command.sampleRate, command.block) }
    return wishes
  }
}

extension CommandFailure {
  /// An error of a device.
  init(_ error: DeviceError) {
    let status: ExitStatus =
      switch error.cause {
      case .noPort: .nothing
      case .wish, .wrongDirection, .clientName, .connection: .usage
      case .libraryMissing, .libraryUnsuited, .noServer, .pipeWireLibraryMissing, .versions, .refused, .notOpen,
        .system:
        .storeFailed
      }
    self.init(status, "\(error)" + (Self.remedy(error.cause).map { "; " + $0 } ?? ""))
  }

  /// The remedy in terms of the command line.
  private static func remedy(_ cause: DeviceError.Cause) -> String? {
    switch cause {
    case .noPort, .connection: "`aucat live --list` shows all ports"
    case .wrongDirection(_, let sends): sends ? "name it with --in" : "name it with --out"
    default: nil
    }
  }
}

/// The channels of a live session.
struct LiveChannels {
  let inputs: Int
  let outputs: Int

  /// The command's numbers, or else the chain's; two instead of one, so that a mono plugin runs for both sides, and a
  /// mono chain is heard on both.
  init(_ chain: RenderChain, _ command: LiveCommand, searchDirectories: [String]) throws(ChainError) {
    var settings = HostSettings(sampleRate: command.sampleRate, mode: .live)
    settings.bundleDirectories = searchDirectories
    var channels: Int?
    var first: Int?
    for stage in chain.stages {
      let record = try StageOutline(stage, settings: settings).record
      let before = channels ?? command.inputs ?? Self.several(record.mainPorts(.input).count)
      if first == nil { first = before }
      channels = try ChannelPlan(record, channels: before).outputs
    }
    inputs = first ?? 0
    outputs = command.outputs ?? Self.several(channels ?? 0)
  }

  private static func several(_ count: Int) -> Int { count == 1 ? 2 : count }
}
