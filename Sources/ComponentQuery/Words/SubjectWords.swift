import ComponentModel

/// The words of a subject, each field's read when it is first needed.
struct SubjectWords<Subject: QuerySubject> {
  private let subject: Subject
  private let rules: any TextRules
  private var fields: [FieldWords?] = Array(repeating: nil, count: WordField.allCases.count)
  private var readTags: [TagWords]?

  init(_ subject: Subject, rules: any TextRules) {
    self.subject = subject
    self.rules = rules
  }

  /// Whether a word is found in a field, or in a tag's name. Presets and parameters are read only for words that are nowhere
  /// else.
  mutating func have(_ word: SearchWord) throws -> Bool {
    for field in WordField.allCases where field.isStrong {
      if try word.matches(words(of: field), of: field) { return true }
    }
    if try tags().contains(where: word.matches) { return true }
    for field in WordField.allCases where !field.isStrong {
      if try word.matches(words(of: field), of: field) { return true }
    }
    return false
  }

  private mutating func words(of field: WordField) throws -> FieldWords {
    if let known = fields[field.rawValue] { return known }
    let words = FieldWords(try subject.texts(of: field), of: field, rules: rules)
    fields[field.rawValue] = words
    return words
  }

  private mutating func tags() throws -> [TagWords] {
    if let readTags { return readTags }
    var words: [TagWords] = []
    if case .tags(let tags) = try subject.value(of: .tags) { words = tags.map { TagWords($0, rules: rules) } }
    readTags = words
    return words
  }
}
