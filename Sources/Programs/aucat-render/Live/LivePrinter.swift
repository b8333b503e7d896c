internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import LiveSound

/// Prints the events of a live session: lines on standard error, or JSON Lines on standard output.
struct LivePrinter {
  var line: LiveStatusLine
  let isJSON: Bool
  /// Whether each change is printed as a line, instead of a status line that is redrawn.
  let isPlain: Bool
  private var plain = PlainLines()

  init(line: LiveStatusLine, isJSON: Bool, isPlain: Bool) {
    (self.line, self.isJSON, self.isPlain) = (line, isJSON, isPlain)
  }

  /// Whether a terminal shows the status line, which means that somebody is at its keyboard.
  var hasLine: Bool { line.isShown }

  /// Announces that the session plays.
  func begin(_ format: DeviceFormat, device: String, _ channels: LiveChannels, text: LiveText) throws {
    if isJSON {
      return try print(text.ready(format, device: device, inputs: channels.inputs, outputs: channels.outputs))
    }
    let sound = LiveText.text(format.sampleRate, format.blockLength)
    let keys = hasLine && LiveKeyboard.isThere ? "; q ends it" : ""
    warn("live as \(format.clientName): \(channels.inputs) in, \(channels.outputs) out, \(sound)\(keys)")
  }

  /// Prints what has happened.
  mutating func tell(_ notices: [LiveNotice], _ text: LiveText) throws {
    if isPlain, !isJSON {
      for said in plain.lines(notices.compactMap(text.line)) { warn(said) }
      return
    }
    for notice in notices {
      if isJSON {
        guard let object = text.json(notice) else { continue }
        line.clear()
        try print(object)
      } else if let said = text.line(notice), !isShown(notice) {
        line.clear()
        warn(said)
      }
    }
  }

  /// Prints what other programs have changed.
  mutating func tell(_ changes: [(json: JSON, line: String)]) throws {
    if isJSON { return try changes.forEach { try print($0.json) } }
    if isPlain { for said in plain.lines(changes.map(\.line)) { warn(said) } }
  }

  /// Draws the status line, if there is one.
  mutating func show(_ state: LiveSession.State) { line.draw(state) }

  /// Removes the status line, and announces the end of the session.
  mutating func end() throws {
    line.clear()
    if isJSON { try print(LiveText.end) }
  }

  /// Whether the status line shows a notice.
  private func isShown(_ notice: LiveNotice) -> Bool {
    guard hasLine else { return false }
    return switch notice {
    case .latency, .xruns: true
    default: false
    }
  }

  private func print(_ object: JSON) throws { try Output.print(object.encoded + "\n") }
}
