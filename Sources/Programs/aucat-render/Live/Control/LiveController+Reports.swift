internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import Linux
internal import LiveSound
internal import RenderChain

/// A session's reports about itself.
extension LiveController {
  /// The version of the protocol: see `schema/output/live.md`.
  private static var version: Int { 1 }

  /// The session, its components with all values, and its snapshots.
  var list: ControlAnswer {
    let (parts, format) = (live.parts, live.format)
    let described: [(key: String, value: JSON)] = [
      ("name", .optional(name)), ("process", .int(Int(CurrentProcess.identifier))),
      ("device", .string(live.deviceName)),
      ("client", .string(format.clientName)), ("sampleRate", .number(format.sampleRate)),
      ("blockLength", .int(format.blockLength)), ("file", .optional(file)), ("tempo", .number(live.tempo)),
      ("isolation", .string(live.isolation.rawValue)),
    ]
    let stages = parts.enumerated().map { number, part in
      JSON.object([
        ("place", .int(number + 1)), ("component", .string(part.record.uri)), ("name", .string(shown(part))),
        ("bypass", .bool(part.settings.isBypassed)), ("state", .string(part.status.state.rawValue)),
        ("latency", .int(part.status.latency)), ("missed", .int(part.status.missed)),
        (
          "parameters",
          .array(part.values.filter { $0.port.isParameter }.map { json($0.port, $0.value, at: format.sampleRate) })
        ),
        (
          "outputs",
          .array(part.values.filter { !$0.port.isParameter }.map { json($0.port, $0.value, at: format.sampleRate) })
        ),
      ])
    }
    let lines = parts.enumerated().flatMap { number, part in
      let bypass = part.settings.isBypassed ? "\tbypassed" : ""
      return ["\(number + 1)\t\(shown(part))\t\(part.record.uri)\(bypass)"]
        + part.values.map { port, value in
          "\t\(port.symbol)\t\(port.name)\t\(Self.text(value, port))"
        }
    }
    let names = live.document.snapshots.map(\.name)
    return ControlAnswer(
      members: [
        ("version", .int(Self.version)), ("session", .object(described)), ("stages", .array(stages)),
        ("snapshots", .strings(names)), ("undo", .int(live.undoCount)), ("redo", .int(live.redoCount)),
      ],
      line: (lines + (names.isEmpty ? [] : ["snapshots\t" + names.joined(separator: "\t")])).joined(separator: "\n"))
  }

  private func shown(_ part: LiveChain.Part) -> String { text.names[part.record.uri] ?? part.status.name }

  private func json(_ port: ComponentPort, _ value: Float, at sampleRate: Double) -> JSON {
    let range = port.range(sampleRate)
    return .object([
      ("symbol", .string(port.symbol)), ("name", .string(port.name)), ("value", .optional(Double("\(value)"))),
      ("unit", .optional(port.unit)), ("minimum", .optional(range.minimum)), ("maximum", .optional(range.maximum)),
      ("label", .optional(Self.label(value, port))),
    ])
  }

  private static func label(_ value: Float, _ port: ComponentPort) -> String? {
    port.scalePoints.first { Float($0.value) == value }?.label
  }

  /// A value in a form for people.
  static func text(_ value: Float, _ port: ComponentPort?) -> String {
    guard let port else { return ComponentPort.text(Double(value)) }
    if let label = label(value, port) { return label }
    if port.has(.toggled) { return value > 0 ? "on" : "off" }
    return ComponentPort.text(Double(value)) + (port.unit.map { " \($0)" } ?? "")
  }

  /// The levels of the input, the output and each component.
  var meters: (members: [(key: String, value: JSON)], levels: [(name: String, level: String)]) {
    guard let chain = live.state.chain else { return ([], []) }
    func decibels(_ peak: Float) -> JSON { .optional(peak > 0 ? AudioText.decibels(Double(peak)) : nil) }
    let stages = chain.stages.enumerated().map { number, stage in
      JSON.object([
        ("place", .int(number + 1)), ("component", .string(stage.component)), ("decibels", decibels(stage.peak)),
      ])
    }
    let levels =
      [("in", chain.inputPeak)]
      + chain.stages.enumerated().map { ("\($0 + 1) \(text.name(of: $1.component))", $1.peak) }
      + [("out", chain.outputPeak)]
    return (
      [("input", decibels(chain.inputPeak)), ("output", decibels(chain.outputPeak)), ("stages", .array(stages))],
      levels.map { ($0.0, LiveText.level($0.1)) }
    )
  }

  /// Each component's share of a block's time.
  var cost: ControlAnswer {
    let state = live.state
    let stages = state.chain?.stages ?? []
    func percent(_ share: Float) -> String { AudioText.decimals(Double(share) * 100, 1) + " %" }
    let lines = stages.enumerated().map { "\($0 + 1)\t\(text.name(of: $1.component))\t\(percent($1.load))" }
    return ControlAnswer(
      members: [
        ("load", .optional(state.chain.map { Double($0.load) })), ("serverLoad", .number(state.load)),
        ("xruns", .int(state.xruns)), ("latency", .optional(state.chain?.latency)),
        (
          "stages",
          .array(
            stages.enumerated().map { number, stage in
              .object([
                ("place", .int(number + 1)), ("component", .string(stage.component)),
                ("load", .number(Double(stage.load))),
              ])
            })
        ),
      ],
      line: (lines + ["\tthe chain\t\(percent(state.chain?.load ?? 0))", "\txruns\t\(state.xruns)"]).joined(
        separator: "\n"))
  }
}
