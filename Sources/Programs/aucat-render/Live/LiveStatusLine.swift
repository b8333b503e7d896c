internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import LiveSound
internal import Linux
internal import RenderChain

/// The status line of `aucat live` on a terminal, on standard error.
struct LiveStatusLine {
  let isShown: Bool
  private let width: Int?
  private let names: [String: String]
  private var lastDrawn: ContinuousClock.Instant?
  private var hasDrawn = false

  /// The time between two redraws.
  private static let interval = Duration.milliseconds(200)

  /// - Parameter names: names of the components, by URI.
  init(_ terminal: Terminal, names: [String: String], isWanted: Bool) {
    isShown = isWanted && terminal.showsProgress && !terminal.isDumb
    // The terminal's width may change; one that the user has set stays.
    width = Configuration.processEnvironment["COLUMNS"] == nil ? nil : terminal.width
    self.names = names
  }

  /// Draws the line, at most five times a second.
  mutating func draw(_ state: LiveSession.State) {
    guard isShown, lastDrawn.map({ .now - $0 >= Self.interval }) ?? true else { return }
    // A terminal that has been stopped with Control-S would later show each line that was drawn.
    guard BackgroundOutput.hasWrittenErrors else { return }
    lastDrawn = .now
    hasDrawn = true
    let columns = width ?? BorrowedDescriptor.standardError.terminalSize?.columns ?? 80
    // Beyond the last column, the terminal would start a new line.
    let line = Self.text(state, names: names, width: max(1, columns - 1))
    StandardError.writeText("\r\u{1B}[K" + line)
  }

  /// Removes the line, so that something else can be printed.
  mutating func clear() {
    if hasDrawn { StandardError.writeText("\r\u{1B}[K") }
    (hasDrawn, lastDrawn) = (false, nil)
  }

  private static func text(_ state: LiveSession.State, names: [String: String], width: Int) -> String {
    let server = state.isConnected ? [] : ["no server"]
    guard let chain = state.chain else { return "" }
    let figures = [
      "\(Int((state.load * 100).rounded())) %", "peak \(LiveText.level(chain.outputPeak))", "xruns \(state.xruns)",
      "latency \(Count.text(chain.latency, "frame"))",
    ]
    let stages = chain.stages.map { Escaping.escaped(names[$0.component] ?? $0.name) + note($0.state) }
    let list = stages.isEmpty ? "" : "  " + stages.joined(separator: " | ")
    return DisplayWidth.cut((server + figures).joined(separator: " · ") + list, to: width)
  }

  /// Anything unusual about a component.
  private static func note(_ state: LiveStatus.State) -> String {
    switch state {
    case .runs: ""
    case .bypassed: " (bypassed)"
    case .muted: " (muted)"
    case .unsuited: " (left out)"
    case .fallen: " (fallen)"
    }
  }
}
