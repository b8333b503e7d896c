internal import ComponentModel
internal import BundleReading

/// Some files of a bundle, viewed as one.
struct Documents {
  let documents: [Document]

  init(_ documents: [Document]) { self.documents = documents }

  /// The objects of a subject's statements with a property.
  func values(_ subject: Term, _ property: Property) -> [Value] {
    documents.count == 1 ? documents[0].values(subject, property) : documents.flatMap { $0.values(subject, property) }
  }

  func uris(_ subject: Term, _ property: Property) -> [String] { values(subject, property).compactMap(\.uri) }

  /// The first file with statements about a subject.
  func document(of subject: Term) -> Document? { documents.first { $0.speaks(of: subject) } }

  /// A text of a property: one without a language, or else any.
  func text(_ subject: Term, _ property: Property) -> String? {
    let values = values(subject, property).filter { $0.text != nil }
    return (values.first { $0.language == nil } ?? values.first)?.text
  }

  /// The file with the most statements about a subject.
  func home(of subject: Term) -> Document? {
    documents.max { $0.facts(of: subject).count < $1.facts(of: subject).count }
  }
}

extension Property {
  /// The name after the namespace.
  var localName: String { URIPart.last(of: uri) }
}

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
