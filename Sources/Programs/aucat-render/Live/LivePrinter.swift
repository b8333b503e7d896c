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
  private var thrown: (any Error)?
  /// Why standard output can't be written; nil if it can. The session ends then, as with a signal.
  var failure: (any Error)? { thrown ?? Output.failure }

  init(line: LiveStatusLine, isJSON: Bool, isPlain: Bool) {
    (self.line, self.isJSON, self.isPlain) = (line, isJSON, isPlain)
  }

  /// Whether a terminal shows the status line, which means that somebody is at its keyboard.
  var hasLine: Bool { line.isShown }

  /// Announces that the session plays.
  ///
  /// - Parameter session: the name under which other programs reach it; nil if they can't.
  mutating func begin(
    _ format: DeviceFormat, device: String, _ channels: LiveChannels, text: LiveText, session: String?
  ) {
    if isJSON {
      return print(
        text.ready(format, device: device, inputs: channels.inputs, outputs: channels.outputs, session: session))
    }
    let sound = LiveText.text(format.sampleRate, format.blockLength)
    let keys = hasLine && LiveKeyboard.isThere ? "; q ends it" : ""
    let other = session.flatMap { $0 == format.clientName ? nil : "; --to \($0) reaches it" } ?? ""
    warn("live as \(format.clientName): \(channels.inputs) in, \(channels.outputs) out, \(sound)\(other)\(keys)")
  }

  /// Prints what has happened.
  mutating func tell(_ notices: [LiveNotice], _ text: LiveText) {
    if isPlain, !isJSON {
      for said in plain.lines(notices.compactMap(text.line)) { warn(said) }
      return
    }
    for notice in notices {
      if isJSON {
        guard let object = text.json(notice) else { continue }
        line.clear()
        print(object)
      } else if let said = text.line(notice), !isShown(notice) {
        line.clear()
        warn(said)
      }
    }
  }

  /// Prints what other programs have changed.
  mutating func tell(_ changes: [(json: JSON, line: String)]) {
    if isJSON { for change in changes { print(change.json) } }
    if isPlain, !isJSON { for said in plain.lines(changes.map(\.line)) { warn(said) } }
  }

  /// Draws the status line, if there is one.
  mutating func show(_ state: LiveSession.State) { line.draw(state) }

  /// Removes the status line, and announces the end of the session.
  mutating func end() {
    line.clear()
    if isJSON { print(LiveText.end) }
  }

  /// Whether the status line shows a notice.
  private func isShown(_ notice: LiveNotice) -> Bool {
    guard hasLine else { return false }
    return switch notice {
    case .latency, .xruns: true
    default: false
    }
  }

  private mutating func print(_ object: JSON) {
    do { try Output.print(object.encoded + "\n") } catch { thrown = thrown ?? error }
  }
}
