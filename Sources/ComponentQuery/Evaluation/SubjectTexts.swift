import ComponentModel

/// The folded texts of a subject in which words are looked for, each read when it is first needed.
struct SubjectTexts<Subject: QuerySubject> {
  /// The names of a subject's tags.
  typealias TagNames = (display: [String], whole: Set<ExactText>)

  private let subject: Subject
  private let folded: (String) -> String
  private var readNames: [String]?
  private var readTags: TagNames?
  private var readDetails: [String]?

  init(_ subject: Subject, _ folded: @escaping (String) -> String) {
    self.subject = subject
    self.folded = folded
  }

  /// The name and the manufacturer.
  mutating func names() throws -> [String] {
    if let readNames { return readNames }
    let names = try texts(of: [.name, .manufacturer])
    readNames = names
    return names
  }

  /// The names of the tags.
  mutating func tags() throws -> TagNames {
    if let readTags { return readTags }
    var names: TagNames = ([], [])
    if case .tags(let tags) = try subject.value(of: .tags) {
      names.display = tags.flatMap(\.displayNames).map(folded)
      names.whole = Set(tags.flatMap(\.wholeNames).map { ExactText(folded($0)) })
    }
    readTags = names
    return names
  }

  /// The names of parameters and presets.
  mutating func details() throws -> [String] {
    if let readDetails { return readDetails }
    let names = try texts(of: [.parameterName, .presetName])
    readDetails = names
    return names
  }

  /// The number of audio channels on the wider side; nil if it is unknown.
  func widestSide() throws -> Int? {
    guard case .number(let inputs) = try subject.value(of: .audioInputs),
      case .number(let outputs) = try subject.value(of: .audioOutputs)
    else { return nil }
    return Int(max(inputs, outputs))
  }

  private func texts(of keys: [Key]) throws -> [String] {
    try keys.flatMap { try subject.value(of: $0).allTexts }.map(folded)
  }
}

extension SubjectValue {
  fileprivate var allTexts: [String] {
    switch self {
    case .text(let text): [text]
    case .texts(let texts): texts
    case .missing, .number, .flag, .tags: []
    }
  }
}
