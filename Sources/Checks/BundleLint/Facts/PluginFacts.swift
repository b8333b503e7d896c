internal import ComponentModel
internal import BundleReading

/// A plugin as its files describe it.
final class PluginFacts {
  let uri: String
  let term: Term
  let graph: Documents
  let bundle: BundleFacts
  private let prototypes: [Term]

  init(uri: String, term: Term, bundle: BundleFacts) {
    self.uri = uri
    self.term = term
    self.bundle = bundle
    graph = Documents(bundle.documents(for: term))
    prototypes = graph.values(term, .lv2Prototype).map(\.node)
  }

  /// The values that the plugin or its prototypes give a property.
  func values(_ property: Property) -> [Value] {
    ([term] + prototypes).flatMap { graph.values($0, property) }
  }

  func uris(_ property: Property) -> [String] { values(property).compactMap(\.uri) }

  /// The text of the first property that has one, preferably one without a language.
  func text(_ properties: Property...) -> String? {
    for property in properties {
      let texts = values(property).filter { $0.text != nil }
      if let text = (texts.first { $0.language == nil } ?? texts.first)?.text { return text }
    }
    return nil
  }

  /// The file with the most statements about the plugin.
  lazy var home: Document = graph.home(of: term) ?? bundle.manifest

  /// A name for messages.
  lazy var name: String = text(.doapName) ?? URIPart.last(of: uri)

  lazy var classes: [String] = Array(Set(uris(.rdfType))).sorted()

  /// The local names of its classes in LV2's core namespace.
  lazy var coreClasses: [String] = classes.compactMap { Namespace.local($0, in: Namespace.lv2) }

  func isClass(_ name: String) -> Bool { coreClasses.contains { LV2ClassTree.isClass($0, within: name) } }

  /// The ports, ordered by index.
  lazy var ports: [PortFacts] = values(.lv2Port).map { PortFacts($0, of: self) }
    .sorted { ($0.index ?? .max) < ($1.index ?? .max) }

  func count(_ kind: ComponentPort.Kind, _ direction: ComponentPort.Direction) -> Int {
    ports.count { $0.kind == kind && $0.direction == direction }
  }

  var hasMIDIInput: Bool { ports.contains { $0.takesMIDI && $0.direction == .input } }
  var hasMIDIOutput: Bool { ports.contains { $0.takesMIDI && $0.direction == .output } }

  lazy var projects: [Term] = values(.lv2Project).map(\.node)

  /// A diagnostic that adds a statement about the plugin.
  func adding(_ property: Property, object: String, for problem: Problem) -> Diagnostic {
    Diagnostic(problem: problem, line: "<\(uri)> \(home.verb(property)) \(object) .", file: home.file)
  }

  /// The facts that the checks of presets need.
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
  /// A diagnostic that replaces this object.
  ///
  /// Only the object is replaced, since a statement may have several; a number is shown with its property, since the
  /// same number is in many places.
  func replacement(_ problem: Problem, _ property: Property, by object: String, as other: Property? = nil)
    -> Diagnostic
  {
    if other == nil, number == nil {
      return Diagnostic(problem: problem, line: object, replaces: document.rendered(node), file: document.file)
    }
    return Diagnostic(
      problem: problem, line: "\(document.verb(other ?? property)) \(object) ;",
      replaces: "\(document.verb(property)) \(document.rendered(node))", file: document.file)
  }

  /// A diagnostic that removes the statement with this object.
  func removal(of property: Property, for problem: Problem, advice: String) -> Diagnostic {
    Diagnostic(
      problem: problem, line: "# remove it: \(advice)",
      replaces: "\(document.verb(property)) \(document.rendered(node))", file: document.file)
  }
}
