/// What some Turtle files say: terms that are interned, and statements by their subject, in the order of the files.
///
/// A graph belongs to one thread. Looking something up makes no `String` but where one is asked for. Terms are those of
/// the graph that gave them.
package final class Graph {
  /// How much a graph holds at most.
  package struct Limits: Sendable {
    /// The most statements.
    package var statements: Int
    /// The most bytes that the texts of all terms have.
    package var bytes: Int

    package init(statements: Int = 8_000_000, bytes: Int = 128 << 20) {
      self.statements = min(statements, Int(Int32.max))
      self.bytes = min(bytes, Int(Int32.max))
    }
  }

  /// One file that was read.
  package struct File: Sendable {
    /// Its path.
    package var path: String
    /// The namespaces that it declares, by the name that stands for each.
    package var prefixes: [String: String] = [:]
    /// Why its end was not reached; what comes before that is in the graph.
    package var error: TurtleError?
    /// The numbers of its statements.
    var statements = 0..<0
  }

  /// SAFETY: made in `init`, and gone in `deinit` only; nobody keeps a pointer into it beyond a call. It lies in memory
  /// of its own because serd calls back with its address.
  let store: UnsafeMutablePointer<GraphStore>
  /// The files that were read, by their numbers.
  package internal(set) var files: [File] = []

  /// An empty graph.
  ///
  /// - Parameters:
  ///   - vocabulary: URIs whose terms get the positions 0, 1, 2 and so on.
  ///   - properties: of these positions; statements with other properties are left out. nil keeps all.
  package init(vocabulary: [String] = [], keeping properties: Range<Int>? = nil, limits: Limits = Limits()) {
    store = .allocate(capacity: 1)
    store.initialize(to: GraphStore(vocabulary: vocabulary, limits: limits, keepsAll: properties == nil))
    for position in properties ?? 0..<0 { store.pointee.terms[UInt32(position + 1)].isWanted = true }
  }

  deinit {
    store.pointee.deallocate()
    store.deinitialize(count: 1)
    store.deallocate()
  }
}

extension Graph {
  /// The term of a URI; nil if nothing in the graph has it.
  package func term(_ uri: String) -> Term? {
    var uri = uri
    return uri.withUTF8 { store.pointee.terms.find(uri: $0) }.map { Term($0) }
  }

  /// The term of the vocabulary at a position.
  package func term(at position: Int) -> Term { Term(UInt32(position + 1)) }

  package func kind(_ term: Term) -> Term.Kind { store.pointee.terms[term.number].kind }

  /// The text of a URI, blank node or literal.
  package func text(_ term: Term) -> String {
    String(decoding: store.pointee.terms.text(term.number), as: UTF8.self)
  }

  /// The URI of a literal's datatype.
  package func datatype(_ term: Term) -> Term? { optional(store.pointee.terms[term.number].datatype) }

  /// A literal's language, as it is written.
  package func language(_ term: Term) -> Term? { optional(store.pointee.terms[term.number].language) }

  /// Whether one text goes before another, by their bytes.
  package func precedes(_ one: Term, _ other: Term) -> Bool {
    store.pointee.terms.text(one.number).lexicographicallyPrecedes(store.pointee.terms.text(other.number))
  }

  private func optional(_ number: UInt32) -> Term? { number == 0 ? nil : Term(number) }
}

extension Graph {
  /// All statements with a subject, in the order in which the files were read.
  package func statements(about subject: Term) -> StatementSequence {
    StatementSequence(graph: self, number: store.pointee.terms[subject.number].first)
  }

  /// The statements of a file, in their order.
  package func statements(inFile number: Int) -> some Sequence<Statement> {
    files[number].statements.lazy.map { self.statement(UInt32($0)) }
  }

  /// How many statements the graph has.
  package var statementCount: Int { store.pointee.statements.count - 1 }

  func statement(_ number: UInt32) -> Statement {
    let entry = store.pointee.statements[Int(number)]
    return Statement(
      subject: Term(entry.subject), predicate: Term(entry.predicate), object: Term(entry.object),
      file: Int(entry.file))
  }

  /// Statements with one subject.
  package struct StatementSequence: Sequence, IteratorProtocol {
    let graph: Graph
    var number: UInt32

    package mutating func next() -> Statement? {
      guard number != 0 else { return nil }
      defer { number = graph.store.pointee.statements[Int(number)].next }
      return graph.statement(number)
    }
  }
}
