internal import ComponentModel
internal import Turtle

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
