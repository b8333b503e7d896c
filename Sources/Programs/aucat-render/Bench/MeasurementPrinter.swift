internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import Linux
internal import RenderChain
internal import ComponentValidation

/// Prints what components cost: as JSON Lines immediately, or as a table at the end, the most expensive first.
struct MeasurementPrinter {
  private let terminal: Terminal
  private let isJSON: Bool
  private let machine: String
  private var reports: [MeasurementReport] = []
  private(set) var outcomes: [MeasurementOutcome: Int] = [:]
  private var waits: [Double] = []
  private var spent = ProcessorTimes()

  init(_ terminal: Terminal, isJSON: Bool, machine: String) {
    self.terminal = terminal
    self.isJSON = isJSON
    self.machine = machine
  }

  mutating func add(_ report: MeasurementReport) throws {
    outcomes[report.outcome, default: 0] += 1
    spent += report.spent
    if let waiting = report.waiting { waits.append(waiting) }
    guard isJSON else { return reports.append(report) }
    try Output.print(report.json(machine: machine).encoded + "\n")
  }

  func finish() throws {
    guard !reports.isEmpty else { return }
    let ordered = reports.filter { $0.cost != nil }.sorted { $0.cost ?? 0 > $1.cost ?? 0 }
    var table = Table(header: ["component", "cost", "latency", "reported", "load", "memory", "URI"])
    table.rows = ordered.map(row)
    var lines = ordered.isEmpty ? [] : table.lines(terminal)
    for report in reports where report.cost == nil {
      let outcome =
        terminal.isInteractive && report.outcome != .skipped ? terminal.red(report.outcome.text) : report.outcome.text
      let name = Escaping.escaped(report.component.name)
      let reason = Escaping.escaped(report.reason ?? "")
      lines.append(
        terminal.isInteractive
          ? "\(outcome) \(name): \(reason)"
          : [name, report.outcome.rawValue, reason, "", "", "", Escaping.escaped(report.component.uri)]
            .joined(separator: "\t"))
    }
    try Output.print(lines.joined(separator: "\n") + "\n")
  }

  private func row(_ report: MeasurementReport) -> [String] {
    [
      report.component.name, report.cost.map { "\(AudioText.decimals($0, 3)) %" } ?? "",
      report.latency.map(String.init) ?? "unknown",
      report.reportedLatency.map { Int(exactly: $0).map(String.init) ?? "\($0)" } ?? "none",
      report.loadTime.map { "\(AudioText.decimals($0, 1)) ms" } ?? "",
      report.memory.map { "\(AudioText.decimals($0, 1)) MB" } ?? "", report.component.uri,
    ]
  }

  /// Reports how many were measured, how long that took, and on which machine.
  func sayHowItWent(seconds: Double) throws {
    let all = outcomes.values.reduce(0, +)
    guard all > 0 else { return try remark(["there is nothing to measure"], terminal) }
    let counts = MeasurementOutcome.allCases.compactMap { outcome in
      outcomes[outcome].map { "\($0) \(outcome.text)" }
    }
    let total = CurrentProcess.timeOfChildren
    let parts = [
      ("reading descriptions", spent.reading), ("starting plugins", spent.starting), ("playing music", spent.sounds),
      ("sending impulses", spent.answers), ("other", max(0, total - spent.sum)),
    ]
    let shares = parts.map { "\(AudioText.decimals($0.1, 1)) s \($0.0)" }.joined(separator: ", ")
    let waiting = waits.reduce(0, +) / Double(max(1, waits.count))
    let busy = waiting > 0.05 ? ": other programs were running, so costs may be too high, or plugins slept" : ""
    let lines = [
      "\(Count.text(all, "component")): \(counts.joined(separator: ", "))",
      "costs are per cent of one core, for music at 48 kHz in blocks of 256 frames, on \(machine)",
      "measured in \(AudioText.decimals(seconds, 1)) s, using \(AudioText.decimals(total, 1)) s of CPU time: \(shares)",
      "plugins had no processor for \(AudioText.decimals(waiting * 100, 1)) % of the time\(busy)",
    ]
    try remark(lines, terminal)
  }
}
