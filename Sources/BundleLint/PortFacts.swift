internal import ComponentModel
internal import Turtle

/// A port of a plugin, as the files have it.
final class PortFacts {
  let node: TurtleNode
  let document: Document
  unowned let plugin: PluginFacts
  let classes: Set<String>

  init(_ value: Value, of plugin: PluginFacts) {
    node = value.node
    document = value.document
    self.plugin = plugin
    classes = Set(plugin.graph.uris(value.node, Namespace.type))
  }

  func values(_ predicate: String) -> [Value] { plugin.graph.values(node, predicate) }

  lazy var index: Int? = values(Namespace.lv2 + "index").first?.text.flatMap { Int($0) }
  lazy var symbol: String? = values(Namespace.lv2 + "symbol").first?.text
  lazy var name: String? = plugin.graph.text(node, Namespace.lv2 + "name")

  /// What people call it.
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
        : classes.contains(Namespace.atom + "AtomPort")
          ? .atom : classes.contains(Namespace.event + "EventPort") ? .event : .other

  var isControlInput: Bool { kind == .control && direction == .input }

  var takesMIDI: Bool {
    (values(Namespace.atom + "supports") + values(Namespace.event + "supportsEvent"))
      .contains { $0.uri == LV2.midiEvent }
  }

  var minimum: Value? { values(Namespace.lv2 + "minimum").first }
  var maximum: Value? { values(Namespace.lv2 + "maximum").first }
  var defaultValue: Value? { values(Namespace.lv2 + "default").first }

  lazy var properties: [Value] = values(Namespace.lv2 + "portProperty")

  /// Whether it has a property of LV2's core.
  func has(_ property: String) -> Bool { properties.contains { $0.uri == Namespace.lv2 + property } }

  lazy var designation: Value? = values(Namespace.lv2 + "designation").first

  /// The groups that it is in.
  lazy var groups: [Value] =
    values(Namespace.portGroups + "group") + values(Namespace.portGroups + "inGroup")

  lazy var points: [Value] = values(Namespace.lv2 + "scalePoint")

  /// The numbers of its scale points.
  var pointValues: [Double] {
    points.compactMap { plugin.graph.values($0.node, Namespace.rdf + "value").first?.number }
  }

  /// Whether values are anything between two numbers.
  var isContinuous: Bool { !has("toggled") && !has("enumeration") && points.isEmpty }

  /// Whether a host sets it, and not the user.
  var isForHosts: Bool {
    designation.flatMap(\.uri).map { uri in
      uri.hasPrefix(Namespace.time) || ["freeWheeling", "enabled", "latency"].contains { uri == Namespace.lv2 + $0 }
    } == true
  }

  /// A complaint with something to add between the port's brackets.
  func adding(_ message: String, _ predicate: String, _ object: String) -> Complaint {
    Complaint(message: message, line: "\(document.verb(predicate)) \(object) ;", file: document.file)
  }
}
