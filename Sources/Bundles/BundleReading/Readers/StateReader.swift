internal import ComponentModel

/// Reads port values and states as presets have them (`pset:value`, `state:state`).
struct StateReader {
  /// A state value that is not valid.
  struct Malformed: Error {
    /// URI of the property.
    let key: String
    /// The mistake in its value.
    let problem: AtomProblem
  }

  let graph: Graph
  /// Path of the bundle.
  let bundle: String
  /// The paths of files in the states read so far.
  private(set) var paths: [String] = []

  init(_ graph: Graph, bundle: String) {
    self.graph = graph
    self.bundle = bundle
  }

  /// The port values and the state that a file gives a subject.
  mutating func content(of subject: Term, inFile file: Int) throws(Malformed) -> PresetContent {
    var content = PresetContent()
    for statement in graph.statements(about: subject) where statement.file == file {
      let inner = graph.statements(about: statement.object).filter { $0.file == file }
      switch Property(rawValue: statement.predicate.position) {
      case .stateState: for statement in inner { content.state.append(try property(statement)) }
      case .lv2Port: if let (symbol, value) = portValue(inner) { content.parameters[symbol] = value }
      default: break
      }
    }
    return content
  }

  private func portValue(_ statements: [Statement]) -> (String, Float)? {
    guard let symbol = text(.lv2Symbol, statements), let value = text(.presetValue, statements) else { return nil }
    return Self.number(value).map { (symbol, $0) }
  }

  private func text(_ property: Property, _ statements: [Statement]) -> String? {
    statements.first { $0.predicate.position == property.rawValue }.map { graph.text($0.object) }
  }

  private static func number(_ text: String) -> Float? {
    text == "true" ? 1 : text == "false" ? 0 : Float(text)
  }

  private mutating func property(_ statement: Statement) throws(Malformed) -> StateProperty {
    let key = graph.text(statement.predicate)
    var reader = AtomReader(graph, bundle: bundle)
    do throws(AtomProblem) {
      let value = try reader.value(statement.object)
      paths += reader.paths
      // Data from a file is plain and portable (`LV2_STATE_IS_POD`, `LV2_STATE_IS_PORTABLE`).
      return StateProperty(key: key, type: value.type, bytes: value.body, uris: reader.uris, flags: 3)
    } catch {
      throw Malformed(key: key, problem: error)
    }
  }
}
