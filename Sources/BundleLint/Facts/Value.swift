internal import Turtle

/// The object of a statement, with its file.
struct Value {
  var node: Term
  var document: Document

  private var graph: Graph { document.graph }

  /// The URI of a resource that has one.
  var uri: String? { graph.kind(node) == .uri ? graph.text(node) : nil }

  /// The text of a literal.
  var text: String? { graph.kind(node).isLiteral ? graph.text(node) : nil }

  /// The language of a literal that has one.
  var language: String? { graph.language(node).map { graph.text($0) } }

  /// The value of a numeric literal; true and false count as 1 and 0.
  var number: Double? {
    guard let text, graph.language(node) == nil, graph.datatype(node) != nil else { return nil }
    if text == "true" { return 1 }
    if text == "false" { return 0 }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}
