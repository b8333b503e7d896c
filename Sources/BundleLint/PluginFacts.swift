internal import ComponentModel
internal import Turtle

/// A plugin as its files have it.
final class PluginFacts {
  let uri: String
  let graph: Graph
  let bundle: BundleFacts
  private let prototypes: [TurtleNode]

  init(uri: String, bundle: BundleFacts) {
    self.uri = uri
    self.bundle = bundle
    graph = Graph(documents: bundle.documents(for: uri))
    prototypes = graph.values(.uri(uri), Namespace.lv2 + "prototype").map(\.node)
  }

  /// What the plugin or a prototype of it says.
  func values(_ predicate: String) -> [Value] {
    ([.uri(uri)] + prototypes).flatMap { graph.values($0, predicate) }
  }

  func uris(_ predicate: String) -> [String] { values(predicate).compactMap(\.uri) }

  /// The first of several properties that gives a text, without a language where there is one.
  func text(_ predicates: String...) -> String? {
    for predicate in predicates {
      let texts = values(predicate).filter { $0.text != nil }
      if let text = (texts.first { $0.language == nil } ?? texts.first)?.text { return text }
    }
    return nil
  }

  /// The file that describes the plugin: the one that says most of it.
  lazy var home: Document =
    graph.documents.max { $0.facts(of: .uri(uri)).count < $1.facts(of: .uri(uri)).count } ?? bundle.manifest

  /// A name for messages.
  lazy var name: String = text(Namespace.doap + "name") ?? String(uri.split { $0 == "/" || $0 == "#" }.last ?? "")

  lazy var classes: [String] = Array(Set(uris(Namespace.type))).sorted()

  /// The local names of its classes of LV2's core.
  lazy var coreClasses: [String] = classes.compactMap { Namespace.local($0, in: Namespace.lv2) }

  func isClass(_ name: String) -> Bool { coreClasses.contains { LV2ClassTree.isClass($0, within: name) } }

  /// By index.
  lazy var ports: [PortFacts] = values(Namespace.lv2 + "port").map { PortFacts($0, of: self) }
    .sorted { ($0.index ?? .max) < ($1.index ?? .max) }

  func count(_ kind: ComponentPort.Kind, _ direction: ComponentPort.Direction) -> Int {
    ports.count { $0.kind == kind && $0.direction == direction }
  }

  var hasMIDIInput: Bool { ports.contains { $0.takesMIDI && $0.direction == .input } }
  var hasMIDIOutput: Bool { ports.contains { $0.takesMIDI && $0.direction == .output } }

  lazy var projects: [TurtleNode] = values(Namespace.lv2 + "project").map(\.node)

  /// A complaint with a statement about the plugin to add.
  func adding(_ message: String, _ predicate: String, _ object: String) -> Complaint {
    Complaint(message: message, line: "<\(uri)> \(home.verb(predicate)) \(object) .", file: home.file)
  }

  /// The summary that presets need.
  var summary: PluginSummary {
    var ranges: [String: (minimum: Double?, maximum: Double?)] = [:]
    for port in ports where port.kind == .control && port.direction == .input {
      guard let symbol = port.symbol else { continue }
      let scaled = port.has("sampleRate")
      ranges[symbol] = scaled ? (nil, nil) : (port.minimum?.number, port.maximum?.number)
    }
    return PluginSummary(ranges: ranges)
  }
}

extension Value {
  /// A complaint about the statement that has this object.
  ///
  /// One object takes the other's place, since a statement may have several; a number is shown with its property, as the
  /// same one stands in many places.
  func replacement(_ message: String, _ predicate: String, by object: String, as other: String? = nil) -> Complaint {
    if other == nil, number == nil {
      return Complaint(message: message, line: object, replaces: document.rendered(node), file: document.file)
    }
    return Complaint(
      message: message, line: "\(document.verb(other ?? predicate)) \(object) ;",
      replaces: "\(document.verb(predicate)) \(document.rendered(node))", file: document.file)
  }

  /// A complaint about the statement that has this object, which has to go.
  func removal(_ message: String, _ predicate: String, _ advice: String) -> Complaint {
    Complaint(
      message: message, line: "# remove it: \(advice)",
      replaces: "\(document.verb(predicate)) \(document.rendered(node))", file: document.file)
  }
}
