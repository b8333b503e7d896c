/// The contents of some Turtle files: interned terms, and statements by subject, in the order of the files.
///
/// A graph belongs to one thread. Lookups create no `String` unless asked to. A term is valid only in its own graph.
package final class Graph {
  /// The maximum size of a graph.
  package struct Limits: Sendable {
    /// Maximum number of statements.
    package var statements: Int
    /// Maximum total size of all terms' texts, in bytes.
    package var bytes: Int

    package init(statements: Int = 8_000_000, bytes: Int = 128 << 20) {
      self.statements = min(statements, Int(Int32.max))
      self.bytes = min(bytes, Int(Int32.max))
    }
  }

  /// One file that was read.
  package struct File: Sendable {
    /// The path of the file.
    package var path: String
    /// The namespaces that it declares, by prefix.
    package var prefixes: [String: String] = [:]
    /// Why reading stopped before its end; what precedes the error is in the graph.
    package var error: TurtleError?
    /// The numbers of its statements.
    var statements = 0..<0
  }

  // SAFETY: `init` allocates the store, only `deinit` frees it, and a graph belongs to one thread at a time. Its
  // buffers check every index, and no pointer into them outlives a call.

  /// The store, which has memory of its own because the object that serd calls back keeps its address.
  let store: UnsafeMutablePointer<GraphStore>
  /// The files that were read, by their numbers.
  package internal(set) var files: [File] = []

  /// An empty graph.
  ///
  /// - Parameters:
  ///   - vocabulary: URIs whose terms get the positions 0, 1, 2 and so on.
  ///   - properties: the positions of properties to keep; statements with others are left out. nil keeps all.
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
  // SAFETY: The store lives as long as the graph; texts are compared or copied before it can grow.

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

  /// Whether the text of one term precedes another's, by their bytes.
  package func precedes(_ one: Term, _ other: Term) -> Bool {
    store.pointee.terms.text(one.number).lexicographicallyPrecedes(store.pointee.terms.text(other.number))
  }

  private func optional(_ number: UInt32) -> Term? { number == 0 ? nil : Term(number) }
}

extension Graph {
  // SAFETY: The store lives as long as the graph, which a sequence keeps, and checks every number.

  /// All statements with a subject, in the order in which the files were read.
  package func statements(about subject: Term) -> StatementSequence {
    StatementSequence(graph: self, number: store.pointee.terms[subject.number].first)
  }

  /// The statements of a file, in their order.
  package func statements(inFile number: Int) -> some Sequence<Statement> {
    files[number].statements.lazy.map { self.statement(UInt32($0)) }
  }

  /// The number of statements in the graph.
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

/// A node of one graph: a URI, a blank node or a literal. Equal terms of a graph have the same number.
package struct Term: Hashable, Sendable {
  let number: UInt32

  init(_ number: UInt32) { self.number = number }

  /// The kind of a term. Numbers have the XML Schema types that Turtle writes without quotation marks.
  package enum Kind: UInt8, BitwiseCopyable, Sendable {
    case uri, blank
    case string, integer, decimal, boolean, binary

    /// Whether it is a literal.
    package var isLiteral: Bool { rawValue >= Kind.string.rawValue }
  }

  /// The position of the term in the graph's vocabulary; any other term has a higher one.
  package var position: Int { Int(number) - 1 }
}

/// A statement of one of a graph's files.
package struct Statement: Hashable, Sendable {
  /// The subject: a URI or a blank node.
  package var subject: Term
  /// The property: a URI.
  package var predicate: Term
  /// The value of the property.
  package var object: Term
  /// The number of the file that contains it.
  package var file: Int
}

/// Why a Turtle file is not valid or can't be read to its end.
package struct TurtleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  package var file: String
  /// Line and column from 1, or 0 if the parser doesn't report them.
  package var line: Int
  package var column: Int
  /// The mistake, in the parser's words.
  package var message: String

  /// An error at a place of a file.
  package init(file: String, line: Int = 0, column: Int = 0, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// The place of the mistake, and the mistake.
  package var description: String {
    line > 0 ? "line \(line):\(column): \(message)" : message
  }
}
