internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import Linux
internal import LiveSound

/// Prints what `aucat play` does: a status line on a terminal, lines on standard error, or JSON Lines on standard
/// output.
struct PlayPrinter {
  private let isJSON: Bool
  private let queue: PlayQueue
  private let format: DeviceFormat
  private let width: Int?
  let isOnTerminal: Bool
  private var told: Int?
  private var toldMissing = 0
  private var lastTold: ContinuousClock.Instant?
  private var hasDrawn = false
  private var state = "playing"

  /// The times between two reports, and two redraws, of the position.
  private static let intervals = (json: Duration.seconds(1), line: Duration.milliseconds(100))

  init(_ command: PlayCommand, on terminal: Terminal, queue: PlayQueue, format: DeviceFormat) {
    (isJSON, self.queue, self.format) = (command.isJSON, queue, format)
    isOnTerminal = !command.isJSON && terminal.showsProgress && !terminal.isDumb
    width = Configuration.processEnvironment["COLUMNS"] == nil ? nil : terminal.width
  }

  func begin(device: String) throws {
    guard isJSON else { return }
    try print(
      "ready",
      [
        ("device", .string(device)), ("client", .string(format.clientName)), ("sampleRate", .number(format.sampleRate)),
        ("blockLength", .int(format.blockLength)), ("channels", .int(queue.channelCount)),
        ("inputs", .strings(queue.names)),
      ])
  }

  mutating func tell(_ notice: DeviceNotice) throws {
    switch notice {
    case .xrun(let count) where isJSON: try print("xruns", [("total", .int(count))])
    case .message(let text): isJSON ? try print("message", [("text", .string(text))]) : say(text)
    default: break
    }
  }

  /// Prints which input is heard, its position, and what was missing.
  mutating func tell(_ player: RingPlayer.State, _ place: PlayQueue.Place, isPaused: Bool) throws {
    if told != place.part, queue.names.indices.contains(place.part) {
      told = place.part
      let length = queue.lengths[place.part].map { Double($0) / format.sampleRate }
      if isJSON {
        try print(
          "playing",
          [
            ("input", .string(queue.names[place.part])), ("number", .int(place.part + 1)),
            ("seconds", .optional(length)),
          ])
      } else {
        say("playing \(queue.names[place.part])" + (length.map { ", " + AudioText.clock($0) } ?? ""))
      }
    }
    if player.missing > toldMissing {
      let count = player.missing - toldMissing
      toldMissing = player.missing
      if isJSON {
        try print("missing", [("frames", .int(count)), ("total", .int(player.missing))])
      } else {
        say("the sound came too late: \(Count.text(count, "frame")) of silence")
      }
    }
    try tellPosition(Double(place.frame) / format.sampleRate, place.part)
  }

  private mutating func tellPosition(_ seconds: Double, _ part: Int) throws {
    let interval = isJSON ? Self.intervals.json : Self.intervals.line
    guard lastTold.map({ .now - $0 >= interval }) ?? true, queue.names.indices.contains(part) else { return }
    lastTold = .now
    if isJSON { return try print("position", [("number", .int(part + 1)), ("seconds", .number(seconds))]) }
    guard isOnTerminal, LiveKeyboard.isInForeground else { return }
    let length = queue.lengths[part].map { " of " + AudioText.clock(Double($0) / format.sampleRate) } ?? ""
    let line = "\(state) \(AudioText.clock(seconds))\(length)  \(Escaping.escaped(queue.names[part]))"
    let columns = width ?? BorrowedDescriptor.standardError.terminalSize?.columns ?? 80
    StandardError.writeText("\r\u{1B}[K" + DisplayWidth.cut(line, to: max(1, columns - 1)))
    hasDrawn = true
  }

  mutating func tell(paused: Bool) throws {
    state = paused ? "paused" : "playing"
    lastTold = nil
  }

  mutating func end(_ player: RingPlayer.State) throws {
    clear()
    if isJSON { try print("end", [("missing", .int(player.missing))]) }
  }

  private mutating func say(_ line: String) {
    clear()
    warn(line)
  }

  private mutating func clear() {
    if hasDrawn { StandardError.writeText("\r\u{1B}[K") }
    hasDrawn = false
  }

  private func print(_ notice: String, _ members: [(String, JSON)]) throws {
    try Output.print(JSON.object([("notice", .string(notice))] + members).encoded + "\n")
  }
}
