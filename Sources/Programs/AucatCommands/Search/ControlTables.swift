internal import AucatProgram
internal import AudioComponents

/// The controls of a component for people: inputs, outputs and control voltages, each under a heading with the number
/// of its rows.
struct ControlTables {
  let session: Session
  /// Whether many controls are shown in groups on a terminal.
  let isGrouping: Bool

  fileprivate struct Control {
    var symbol = ""
    var name: String
    var isInput: Bool
    var initial: String
    var range: String
    var unit: String
    /// Properties, or the URI of a parameter that messages set.
    var notes: [String]
    /// The labels of its scale points.
    var points: [String]
  }

  /// The tables, each ending with a line break; those without rows are left out.
  func texts(of details: ComponentDetails) -> [String] {
    func ports(_ kind: ComponentPort.Kind, _ direction: ComponentPort.Direction) -> [Control] {
      details.ports.filter { $0.kind == kind && $0.direction == direction }.map(Self.control)
    }
    let parameters = details.patchParameters
    let tables = [
      ("parameter", ports(.control, .input) + parameters.filter(\.isWritable).map(Self.control)),
      ("control output", ports(.control, .output) + parameters.filter { !$0.isWritable }.map(Self.control)),
      ("CV input", ports(.cv, .input)), ("CV output", ports(.cv, .output)),
    ]
    let isLong = tables.reduce(0) { $0 + $1.1.count } > Self.mostAlone
    return tables.filter { !$1.isEmpty }.map { text($0, $1, isGrouped: isLong && isGrouping) }
  }

  private static func control(_ port: ComponentPort) -> Control {
    Control(
      symbol: port.symbol, name: port.name, isInput: port.direction == .input,
      initial: port.defaultValue.map(portNumber) ?? "",
      range: range(of: port), unit: port.unit ?? "", notes: port.properties,
      points: port.scalePoints.map { "\(portNumber($0.value)) = \($0.label)" })
  }

  /// The rate, in Hz, at which ranges are shown that depend on it.
  private static let usualRate = 48_000.0

  /// The limits of a port; those that are multiples of the sample rate, in hertz at a usual one.
  private static func range(of port: ComponentPort) -> String {
    let scale = port.has(.sampleRate) ? usualRate : 1
    let limits = range(from: port.minimum.map { $0 * scale }, to: port.maximum.map { $0 * scale }, text: portNumber)
    return limits.isEmpty || scale == 1 ? limits : limits + " Hz at 48 kHz"
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

  /// More controls than this are shown in groups: a longer list fills more than one screen.
  private static let mostAlone = 40

  private func text(_ noun: String, _ controls: [Control], isGrouped: Bool) -> String {
    let count = Count.text(controls.count, noun)
    guard session.terminal.isInteractive else { return Self.text(session.terminal.bold(count), plain(controls)) }
    let groups = isGrouped ? Control.groups(of: controls) : controls
    let remedy = groups.count < controls.count ? " (--all lists each)" : ""
    return Self.text(session.terminal.bold(count) + session.terminal.dim(remedy), shown(groups))
  }

  private static func text(_ title: String, _ lines: [String]) -> String {
    ([title] + lines).map { $0 + "\n" }.joined()
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

  /// Properties that matter only to hosts, or that the row shows in another way.
  private static let unshown: Set<String> = ["hasStrictBounds", "connectionOptional", "enumeration", "sampleRate"]

  /// On a terminal, all named values of a control are shown below it. Empty columns are left out.
  private func shown(_ controls: [Control]) -> [String] {
    let keys = ["symbol", "name", "default", "range", "unit", "notes"]
    let rows = controls.map { control in
      let notes = control.notes.filter { !Self.unshown.contains($0) }.joined(separator: "; ")
      return [control.symbol, control.name, control.initial, control.range, control.unit, notes]
    }
    let filled = keys.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    var table = table(filled.map { keys[$0] })
    table.whole = Set(filled.indices.filter { (2...4).contains(filled[$0]) })
    table.kept = Set(filled.indices.filter { keys[filled[$0]] == "name" })
    table.rows = rows.map { row in filled.map { row[$0] } }
    let lines = table.lines(session.terminal)
    return lines.prefix(1)
      + zip(controls, lines.dropFirst()).flatMap { control, line in
        [line] + DisplayWidth.list(control.points.map(Escaping.escaped), indent: 4, width: session.terminal.width)
      }
  }
}

extension ControlTables.Control {
  /// The smallest size of a group: fewer controls are as easy to read one by one.
  private static let fewest = 3

  /// One control for those that differ only by a number in their symbols, in the place of the first one.
  fileprivate static func groups(of controls: [Self]) -> [Self] {
    var groups: [[Self]] = []
    var places: [[String]: Int] = [:]
    for control in controls {
      if let place = places[control.pattern] {
        groups[place].append(control)
      } else {
        places[control.pattern] = groups.count
        groups.append([control])
      }
    }
    return groups.flatMap { $0.count >= fewest ? [Self(group: $0)] : $0 }
  }

  /// The common part of a group.
  private var pattern: [String] {
    let isNumbered = symbol.last?.isNumber == true
    let numbered = symbol.split(whereSeparator: \.isNumber).joined(separator: "#") + (isNumbered ? "#" : "")
    return [numbered, symbol.isEmpty ? name : "", range, unit] + notes + ["="] + points
  }

  /// A control that shows the first and the last of a group, and how many there are.
  private init(group: [Self]) {
    self = group[0]
    let last = group[group.count - 1]
    symbol = Self.span(symbol, last.symbol)
    name = Self.span(name, last.name)
    if group.contains(where: { $0.initial != initial }) { initial = "…" }
    notes = ["\(group.count) alike"]
  }

  /// `Gain 0–31`: two names, the second without the common beginning.
  private static func span(_ first: String, _ last: String) -> String {
    guard first != last else { return first }
    let common = zip(first, last).prefix { $0 == $1 }.map(\.0)
    let rest = last.dropFirst(common.reversed().drop { $0.isNumber || $0 == "." }.count)
    return "\(first)–\(rest)"
  }
}
