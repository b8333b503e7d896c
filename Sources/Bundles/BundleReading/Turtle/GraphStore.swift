/// The memory of a graph: terms and statements as numbers.
struct GraphStore {
  struct StatementEntry: BitwiseCopyable {
    var subject: UInt32
    var predicate: UInt32
    var object: UInt32
    var file: UInt32
    /// The next statement with the same subject; 0 after the last.
    var next: UInt32
  }

  var terms: TermTable
  var names = NameTable()
  /// Statement 0 stands for none.
  private(set) var statements = Buffer<StatementEntry>(capacity: 1 << 9)
  var scratch = Buffer<UInt8>(capacity: 1 << 8)
  /// The number of the file that is being read.
  var file: UInt32 = 0
  let keepsAll: Bool
  let limits: Graph.Limits
  let datatypes: Datatypes

  /// - Parameter vocabulary: URIs of the first terms.
  init(vocabulary: [String], limits: Graph.Limits, keepsAll: Bool) {
    self.limits = limits
    self.keepsAll = keepsAll
    var terms = TermTable()
    for uri in vocabulary {
      var uri = uri
      _ = uri.withUTF8 { terms.intern(.uri, $0) }
    }
    datatypes = Datatypes(addedTo: &terms)
    self.terms = terms
    statements.append(StatementEntry(subject: 0, predicate: 0, object: 0, file: 0, next: 0))
  }

  func deallocate() {
    terms.deallocate()
    names.deallocate()
    statements.deallocate()
    scratch.deallocate()
  }

  /// Whether the graph exceeds its limits.
  var isFull: Bool { statements.count > limits.statements || terms.bytes > limits.bytes }

  func keeps(_ predicate: UInt32) -> Bool { keepsAll || terms[predicate].isWanted }

  mutating func add(subject: UInt32, predicate: UInt32, object: UInt32) {
    let number = UInt32(statements.count)
    statements.append(StatementEntry(subject: subject, predicate: predicate, object: object, file: file, next: 0))
    let last = terms[subject].last
    if last == 0 { terms[subject].first = number } else { statements[Int(last)].next = number }
    terms[subject].last = number
  }
}

extension GraphStore {
  /// The number that the next statement gets; ``statements`` begins with one that stands for none.
  var statementCount: Int { statements.count }

  /// The term of a URI in two parts.
  mutating func internURI(_ prefix: UnsafeBufferPointer<UInt8>, _ suffix: UnsafeBufferPointer<UInt8>) -> UInt32 {
    // SAFETY: The scratch buffer copies both parts, and `intern` copies the whole before it returns.
    scratch.removeAll()
    scratch.append(prefix)
    scratch.append(suffix)
    return terms.intern(.uri, scratch.slice(0, scratch.count))
  }
}
