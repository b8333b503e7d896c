/// A node of one graph: a URI, a blank node or a literal. Equal terms of a graph are the same number.
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
  /// The property's value.
  package var object: Term
  /// The number of the file that contains it.
  package var file: Int
}
