/// A node of a graph: corresponds to `SerdNode`.
public enum TurtleNode: Hashable, Sendable {
  /// A resource, by its absolute URI.
  case uri(String)
  /// A resource without a URI, by a name that holds within its file.
  case blank(String)
  /// A text with the URI of its datatype and its language, as far as it has them.
  case literal(String, datatype: String?, language: String?)

  /// The URI, the name or the text.
  public var text: String {
    switch self {
    case .uri(let text), .blank(let text), .literal(let text, _, _): text
    }
  }
}

/// A statement of a Turtle file.
public struct TurtleStatement: Hashable, Sendable {
  /// What is spoken of.
  public var subject: TurtleNode
  /// URI of the property.
  public var predicate: String
  /// The property's value.
  public var object: TurtleNode
}

/// What a Turtle file says.
public struct TurtleDocument: Sendable {
  /// The namespaces that it declares, by the name that stands for each.
  public var prefixes: [String: String] = [:]
  /// Its statements, in their order.
  public var statements: [TurtleStatement] = []
}
