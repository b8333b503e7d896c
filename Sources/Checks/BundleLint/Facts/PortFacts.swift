internal import ComponentModel
internal import BundleReading

/// A port of a plugin as its files describe it.
final class PortFacts {
  let node: Term
  let document: Document
  unowned let plugin: PluginFacts
  let classes: Set<String>

  init(_ value: Value, of plugin: PluginFacts) {
    node = value.node
    document = value.document
    self.plugin = plugin
    classes = Set(plugin.graph.uris(value.node, .rdfType))
  }

  func values(_ property: Property) -> [Value] { plugin.graph.values(node, property) }

  lazy var index: Int? = values(.lv2Index).first?.text.flatMap { Int($0) }
  lazy var symbol: String? = values(.lv2Symbol).first?.text
  lazy var name: String? = plugin.graph.text(node, .lv2Name)

  /// A name for messages.
  var title: String { name ?? symbol ?? "port \(index ?? 0)" }

  private func isA(_ local: String) -> Bool { classes.contains(Namespace.lv2 + local) }

  var direction: ComponentPort.Direction? { isA("InputPort") ? .input : isA("OutputPort") ? .output : nil }

  lazy var kind: ComponentPort.Kind =
    isA("AudioPort")
    ? .audio
    : isA("CVPort")
      ? .cv
      : isA("ControlPort")
        ? .control
        : classes.contains(ResourceClass.atomPort.uri)
          ? .atom : classes.contains(ResourceClass.eventPort.uri) ? .event : .other

  var isControlInput: Bool { kind == .control && direction == .input }

  var takesMIDI: Bool {
    (values(.atomSupports) + values(.eventSupports))
      .contains { $0.uri == LV2.midiEvent }
  }

  var minimum: Value? { values(.lv2Minimum).first }
  var maximum: Value? { values(.lv2Maximum).first }
  var defaultValue: Value? { values(.lv2Default).first }

  lazy var properties: [Value] = values(.lv2PortProperty)

  /// Whether it has a port property of LV2's core.
  func has(_ property: String) -> Bool { properties.contains { $0.uri == Namespace.lv2 + property } }

  lazy var designation: Value? = values(.lv2Designation).first

  /// The groups that it is in.
  lazy var groups: [Value] =
    values(.groupsGroup) + values(.groupsInGroup)

  lazy var points: [Value] = values(.lv2ScalePoint)

  /// The values of its scale points.
  var pointValues: [Double] {
    points.compactMap { plugin.graph.values($0.node, .rdfValue).first?.number }
  }

  /// Whether it takes any value in its range.
  var isContinuous: Bool { !has("toggled") && !has("enumeration") && points.isEmpty }

  /// Whether the host sets it rather than the user.
  var isForHosts: Bool {
    designation.flatMap(\.uri).map { uri in
      uri.hasPrefix(Namespace.time) || ["freeWheeling", "enabled", "latency"].contains { uri == Namespace.lv2 + $0 }
    } == true
  }

  /// A diagnostic that adds a property between the port's brackets.
  func adding(_ property: Property, object: String, for problem: Problem) -> Diagnostic {
    Diagnostic(problem: problem, line: "\(document.verb(property)) \(object) ;", file: document.file)
  }

  /// A diagnostic about this port whose fix adds support for MIDI.
  func addingMIDI(for problem: Problem) -> Diagnostic {
    var diagnostic = adding(.atomSupports, object: document.term(LV2.midiEvent), for: problem)
    diagnostic.port = symbol
    return diagnostic
  }
}
