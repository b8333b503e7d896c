internal import AucatProgram
internal import AudioComponents

/// The controls of a component for people: what is set, what it shows, and its control voltages, each under the number of its
/// rows.
struct ControlTables {
  let session: Session

  /// One row.
  private struct Control {
    var symbol = ""
    var name: String
    var isInput: Bool
    var initial: String
    var range: String
    var unit: String
    /// Properties, or the URI of a parameter that messages set.
    var notes: [String]
    /// The named values.
    var points: [String]
  }

  /// The tables, each ended by a line break; those without rows are left out.
  func texts(of details: ComponentDetails) -> [String] {
    func ports(_ kind: ComponentPort.Kind, _ direction: ComponentPort.Direction) -> [Control] {
      details.ports.filter { $0.kind == kind && $0.direction == direction }.map(Self.control)
    }
    let parameters = details.patchParameters
    return [
      text("parameter", ports(.control, .input) + parameters.filter(\.isWritable).map(Self.control)),
      text("control output", ports(.control, .output) + parameters.filter { !$0.isWritable }.map(Self.control)),
      text("CV input", ports(.cv, .input)), text("CV output", ports(.cv, .output)),
    ].filter { !$0.isEmpty }
  }

  private static func control(_ port: ComponentPort) -> Control {
    Control(
      symbol: port.symbol, name: port.name, isInput: port.direction == .input,
      initial: port.defaultValue.map(portNumber) ?? "",
      range: range(from: port.minimum, to: port.maximum, text: portNumber),
      unit: port.unit ?? "",
      notes: port.properties, points: port.scalePoints.map { "\(portNumber($0.value)) = \($0.label)" })
  }

  private static func control(_ parameter: PatchParameter) -> Control {
    Control(
      name: parameter.name, isInput: parameter.isWritable, initial: parameter.defaultValue.map(number) ?? "",
      range: range(from: parameter.minimum, to: parameter.maximum, text: number), unit: parameter.unit ?? "",
      notes: [parameter.uri],
      points: [])
  }

  private static func range(from minimum: Double?, to maximum: Double?, text: (Double) -> String) -> String {
    minimum.flatMap { low in maximum.map { "\(text(low)) … \(text($0))" } } ?? ""
  }

  private static func number(_ value: Double) -> String { JSON.number(value).encoded }

  /// The value of a port, which is a float: bundles spell 1.3 as 1.29999995232.
  private static func portNumber(_ value: Double) -> String { number(Double("\(Float(value))") ?? value) }

  private func text(_ noun: String, _ controls: [Control]) -> String {
    guard !controls.isEmpty else { return "" }
    let title = session.terminal.bold(Count.text(controls.count, noun))
    let lines = session.terminal.isInteractive ? shown(controls) : plain(controls)
    return ([title] + lines).map { $0 + "\n" }.joined()
  }

  private func table(_ keys: [String]) -> Table {
    Table(header: keys.map(session.manager.columnTitle))
  }

  private func plain(_ controls: [Control]) -> [String] {
    var table = table(["symbol", "name", "direction", "default", "range", "unit", "notes"])
    table.rows = controls.map { control in
      let points = control.points.joined(separator: ", ")
      let notes = (control.notes + [points]).filter { !$0.isEmpty }.joined(separator: "; ")
      return [
        control.symbol, control.name, control.isInput ? "in" : "out", control.initial, control.range, control.unit,
        notes,
      ]
    }
    return table.lines(session.terminal)
  }

  /// On a terminal the named values of a control stand below it, all of them.
  private func shown(_ controls: [Control]) -> [String] {
    var table = table(["symbol", "name", "default", "range", "unit", "notes"])
    table.whole = [2, 3, 4]
    table.rows = controls.map { control in
      [
        control.symbol, control.name, control.initial, control.range, control.unit,
        control.notes.joined(separator: "; "),
      ]
    }
    let lines = table.lines(session.terminal)
    return lines.prefix(1)
      + zip(controls, lines.dropFirst()).flatMap { control, line in
        [line] + DisplayWidth.list(control.points.map(Escaping.escaped), indent: 4, width: session.terminal.width)
      }
  }
}
