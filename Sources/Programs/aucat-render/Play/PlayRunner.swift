internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import AudioFiles
internal import AudioSources
internal import LiveSound
internal import RenderChain
internal import Synchronization

/// `aucat play`
struct PlayRunner {
  let command: PlayCommand
  let session: Session

  /// How long it waits before it checks the player and the keyboard, in milliseconds.
  private static let tick = 30
  /// How far an arrow key moves, in seconds.
  private static let jump = 5.0

  func run() throws {
    TimelyEnd.begin()
    if let script = command.script { return try ScriptRunner(command, script: script, session).run() }
    defer { LiveKeyboard.restore() }
    Interruption.beforeEnd = { LiveKeyboard.restore() }
    let choice = try ChainChoice(file: command.chain, stages: command.stages, session)
    do {
      try Interruption.observed { try play(choice) }
    } catch let error as ChainError {
      let isHang = if case .timedOut = error.cause { true } else { false }
      throw CommandFailure(error, names: choice.names, remedy: isHang ? "`aucat validate` shows details" : nil)
    } catch let error as DeviceError {
      throw CommandFailure(error)
    }
  }

  private func play(_ choice: ChainChoice) throws {
    let device: any AudioDevice = command.device == .jack ? JackDevice() : NullDevice()
    let idle = RingPlayer(channels: 1, outputs: 2, sampleRate: 48_000) { _, _ in 0 }
    // A server has its own rate, to which the inputs are converted.
    let rate = try device.open(wishes(outputs: 2), call: idle.call, notice: { _ in }).sampleRate
    device.close()
    let queue = try PlayQueue(command, through: choice, in: session, sampleRate: rate)
    let outputs = min(DeviceWishes.mostChannels, max(2, queue.channelCount))
    let player = RingPlayer(channels: queue.channelCount, outputs: outputs, sampleRate: rate) { channels, count in
      try queue.read(into: channels, count: count)
    }
    let notices = PlayNotices()
    let format = try device.open(wishes(outputs: outputs), call: player.call) { notices.add($0) }
    defer { device.close() }
    guard format.sampleRate == rate else {
      throw DeviceError(.wish("the server has changed its sample rate; play again"))
    }
    try player.begin()
    defer { player.end() }
    if command.isThroughChain { choice.countUses(session) }
    var printer = PlayPrinter(command, on: session.terminal, queue: queue, format: format)
    try printer.begin(device: device.name)
    try device.start()
    defer { device.stop() }
    try follow(player, of: queue, heeding: notices, by: &printer)
    try printer.end(player.state)
    if let failure = player.state.failure { throw failure }
  }

  private func wishes(outputs: Int) -> DeviceWishes {
    var wishes = DeviceWishes(clientName: command.client, inputs: 0, outputs: outputs, hasMIDI: false)
    wishes.outputPorts =
      !command.targets.isEmpty ? .ports(command.targets) : !command.leavesOutputs ? .physical : .none
    if command.device == .null { (wishes.sampleRate, wishes.blockLength) = (command.rate ?? 48_000, 256) }
    return wishes
  }

  /// Reports events and obeys keys until everything has been played.
  private func follow(
    _ player: RingPlayer, of queue: PlayQueue, heeding notices: PlayNotices, by printer: inout PlayPrinter
  ) throws {
    var isPaused = false
    while !Interruption.isRequested {
      let state = player.state
      let place = queue.place(at: state.played)
      for notice in notices.take() {
        if case .lost(let reason) = notice { throw DeviceError(.noServer, detail: reason) }
        try printer.tell(notice)
      }
      try printer.tell(state, place, isPaused: isPaused)
      if state.isOver { break }
      if printer.isOnTerminal {
        for key in PlayKey.typed() {
          switch key {
          case .pause:
            isPaused.toggle()
            player.setPlaying(!isPaused)
            try printer.tell(paused: isPaused)
          case .end: return
          case .next: move(player, queue, to: place.part + 1, frame: 0)
          case .back, .forth:
            let frames = Int(Self.jump * queue.sampleRate) * (key == .back ? -1 : 1)
            move(player, queue, to: place.part, frame: max(0, place.frame + frames))
          }
        }
      }
      player.wait(milliseconds: Self.tick)
    }
  }

  private func move(_ player: RingPlayer, _ queue: PlayQueue, to part: Int, frame: Int) {
    player.move { try queue.move(to: part, frame: frame, next: $0) }
  }
}

/// A device's notices, until they are taken.
final class PlayNotices: Sendable {
  private let notices = Mutex<[DeviceNotice]>([])

  func add(_ notice: DeviceNotice) { notices.withLock { $0.append(notice) } }

  func take() -> [DeviceNotice] {
    notices.withLock { notices in
      defer { notices = [] }
      return notices
    }
  }
}

/// The command of a key.
enum PlayKey {
  case pause, back, forth, next, end

  /// The keys typed since the last call.
  static func typed() -> [PlayKey] {
    var keys: [PlayKey] = []
    var rest = LiveKeyboard.typed()[...]
    while let first = rest.popFirst() {
      switch first {
      case UInt8(ascii: " "): keys.append(.pause)
      case UInt8(ascii: "n"), UInt8(ascii: "N"): keys.append(.next)
      case UInt8(ascii: "q"), UInt8(ascii: "Q"): keys.append(.end)
      case 0x1B where rest.starts(with: Array("[D".utf8)) || rest.starts(with: Array("OD".utf8)): keys.append(.back)
      case 0x1B where rest.starts(with: Array("[C".utf8)) || rest.starts(with: Array("OC".utf8)): keys.append(.forth)
      default: break
      }
    }
    return keys
  }
}
