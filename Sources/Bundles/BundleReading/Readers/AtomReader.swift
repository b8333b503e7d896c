internal import ComponentModel

/// Builds atoms from Turtle as sratom does: vectors, tuples, sequences and objects too.
///
/// URIDs in them are positions in ``uris``, counted from 1.
struct AtomReader {
  /// An atom without its header.
  struct Atom {
    /// URI of the type; empty for the null atom.
    var type: String
    var body: [UInt8]
  }

  let graph: Graph
  /// Path of the bundle, which relative paths start from.
  let bundle: String
  private(set) var uris: [String] = []
  /// The paths of files in the values read so far.
  private(set) var paths: [String] = []
  private var numbers: [String: UInt32] = [:]
  /// How many more bytes may be produced: named blank nodes can repeat the same content many times.
  private var room = 16 << 20
  private static let depth = 32

  init(_ graph: Graph, bundle: String) {
    self.graph = graph
    self.bundle = bundle
  }

  /// The value of a state's property; a URI remains text.
  mutating func value(_ term: Term) throws(AtomProblem) -> Atom {
    if graph.kind(term) == .blank { return try structure(term, 1) }
    let literal = try literal(term)
    return Atom(type: literal.type, body: body(of: literal, isNested: false))
  }

  private mutating func atom(_ term: Term, _ depth: Int) throws(AtomProblem) -> Atom {
    guard depth < Self.depth else { throw .deepNesting }
    if graph.kind(term) == .blank { return try structure(term, depth) }
    if isNil(term) { return Atom(type: "", body: []) }
    let literal = try literal(term)
    return Atom(type: literal.type, body: body(of: literal, isNested: true))
  }

  private mutating func literal(_ term: Term) throws(AtomProblem) -> AtomLiteral {
    guard let literal = AtomLiteral(term, graph, bundle: bundle) else {
      throw .wrongType(bounded(graph.text(term), to: 100))
    }
    if literal.type == Namespace.atom + "Path" {
      paths.append(String(decoding: literal.bytes.dropLast(), as: UTF8.self))
    }
    return literal
  }

  private mutating func body(of literal: AtomLiteral, isNested: Bool) -> [UInt8] {
    if let annotation = literal.annotation {
      return words(annotation.datatype.map { number($0) } ?? 0, annotation.language.map { number($0) } ?? 0)
        + literal.bytes
    }
    guard isNested, literal.type == Namespace.atom + "URID" else { return literal.bytes }
    return words(number(String(decoding: literal.bytes, as: UTF8.self)))
  }

  private mutating func structure(_ term: Term, _ depth: Int) throws(AtomProblem) -> Atom {
    let type = object(term, .rdfType).map { graph.text($0) } ?? ""
    let value = object(term, .rdfValue)
    let made: Atom
    switch Namespace.local(type, in: Namespace.atom) {
    case "Tuple": made = Atom(type: type, body: try tuple(value, depth))
    case "Vector": made = Atom(type: type, body: try vector(term, value))
    case "Sequence": made = Atom(type: type, body: try sequence(value, depth))
    default:
      if let value, graph.kind(value) == .binary {
        guard let bytes = Base64.decoded(graph.text(value)) else { throw .notBase64 }
        made = Atom(type: type, body: bytes)
      } else {
        made = Atom(type: Namespace.atom + "Object", body: try properties(of: term, type, depth))
      }
    }
    room -= made.body.count + 8
    guard room > 0 else { throw .tooLarge }
    return made
  }

  private mutating func tuple(_ list: Term?, _ depth: Int) throws(AtomProblem) -> [UInt8] {
    var body: [UInt8] = []
    for item in try items(of: list) { append(try atom(item, depth + 1), to: &body) }
    return body
  }

  private mutating func vector(_ term: Term, _ value: Term?) throws(AtomProblem) -> [UInt8] {
    guard let type = object(term, .atomChildType).map({ graph.text($0) }),
      let name = Namespace.local(type, in: Namespace.atom), let size = Self.sizes[name]
    else { throw .vectorWithoutElementType }
    var body = words(size, number(type))
    if let value, graph.kind(value) == .binary {
      guard let bytes = Base64.decoded(graph.text(value)), bytes.count % Int(size) == 0 else {
        throw .invalidVector
      }
      return body + bytes
    }
    for item in try items(of: value) {
      if name == "URID", graph.kind(item) == .uri {
        body += words(number(graph.text(item)))
      } else if let element = AtomLiteral.number(graph.text(item), name), element.type == name {
        body += element.bytes
      } else {
        throw .vectorElement(bounded(graph.text(item), to: 100), type: name)
      }
    }
    return body
  }

  private static let sizes: [String: UInt32] = ["Int": 4, "Long": 8, "Float": 4, "Double": 8, "Bool": 4, "URID": 4]

  private mutating func sequence(_ list: Term?, _ depth: Int) throws(AtomProblem) -> [UInt8] {
    var unit: UInt32 = 0
    var body: [UInt8] = []
    for item in try items(of: list) {
      guard let value = object(item, .rdfValue) else { throw .emptyEvent }
      if let beats = object(item, .atomBeatTime) {
        unit = number(Property.atomBeatTime.uri)
        body += memory(of: Double(graph.text(beats)) ?? 0)
      } else {
        body += memory(of: object(item, .atomFrameTime).flatMap { Int64(graph.text($0)) } ?? 0)
      }
      append(try atom(value, depth + 1), to: &body)
    }
    return words(unit, 0) + body
  }

  private mutating func properties(of term: Term, _ type: String, _ depth: Int) throws(AtomProblem) -> [UInt8] {
    var body = words(0, type.isEmpty ? 0 : number(type))
    for statement in graph.statements(about: term) {
      let isType = statement.predicate == graph.term(.rdfType)
      if isType && graph.text(statement.object) == type { continue }
      body += words(number(graph.text(statement.predicate)), 0)
      append(try atom(statement.object, depth + 1), to: &body)
    }
    return body
  }

  /// Appends an atom with its header, padded to a multiple of eight bytes.
  private mutating func append(_ atom: Atom, to body: inout [UInt8]) {
    body += words(UInt32(clamping: atom.body.count), atom.type.isEmpty ? 0 : number(atom.type)) + atom.body
    body += [UInt8](repeating: 0, count: (8 - atom.body.count % 8) % 8)
  }

  /// The members of an RDF list.
  private func items(of list: Term?) throws(AtomProblem) -> [Term] {
    var items: [Term] = []
    var rest = list
    while let node = rest, !isNil(node) {
      guard let first = object(node, .rdfFirst), items.count < graph.statementCount else {
        throw .endlessList
      }
      items.append(first)
      rest = object(node, .rdfRest)
    }
    return items
  }

  private func isNil(_ term: Term) -> Bool { graph.kind(term) == .uri && graph.text(term) == Namespace.rdf + "nil" }

  private func object(_ subject: Term, _ property: Property) -> Term? {
    let predicate = graph.term(property)
    return graph.statements(about: subject).first { $0.predicate == predicate }?.object
  }

  private mutating func number(_ uri: String) -> UInt32 {
    if let known = numbers[uri] { return known }
    uris.append(uri)
    numbers[uri] = UInt32(uris.count)
    return UInt32(uris.count)
  }

  private func words(_ words: UInt32...) -> [UInt8] { words.flatMap { memory(of: $0) } }
}

/// Why a value of a state can't become an atom.
package enum AtomProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case deepNesting
  case tooLarge
  case notBase64
  /// The value as written, which is not of its type.
  case wrongType(String)
  case vectorWithoutElementType
  /// A vector that is not base64, or ends within an element.
  case invalidVector
  /// The element as written, and the name of the type that it should have.
  case vectorElement(String, type: String)
  case emptyEvent
  case endlessList

  /// A description of the value, worded to follow "is".
  package var description: String {
    switch self {
    case .deepNesting: "nested too deeply"
    case .tooLarge: "too large"
    case .notBase64: "not base64"
    case .wrongType(let value): "`\(value)`, which is not of its type"
    case .vectorWithoutElementType: "a vector whose elements have no type of a fixed size"
    case .invalidVector: "a vector that is not base64, or ends within an element"
    case .vectorElement(let element, let type): "a vector with the element `\(element)`, which is not of type \(type)"
    case .emptyEvent: "a sequence with an empty event"
    case .endlessList: "a list without an end"
    }
  }
}
