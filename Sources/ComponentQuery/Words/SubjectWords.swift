package import ComponentModel

/// A subject with its words, each field's read when it is first needed. Use it on one thread.
package final class SubjectWords<Subject: QuerySubject> {
  /// The subject.
  let subject: Subject
  private let rules: any TextRules
  private var fields: [FieldWords?] = Array(repeating: nil, count: WordField.allCases.count)
  private var readTags: [TagWords]?

  /// A subject, and the rules by which its texts are broken into words.
  package init(_ subject: Subject, rules: any TextRules) {
    self.subject = subject
    self.rules = rules
  }

  /// Whether a word is found in a field, or in a tag's name. Presets and parameters are read only for words that are nowhere
  /// else.
  func have(_ word: SearchWord) throws -> Bool {
    for field in WordField.allCases where field.isStrong {
      if try word.matches(words(of: field), of: field) { return true }
    }
    if try tags().contains(where: word.matches) { return true }
    for field in WordField.allCases where !field.isStrong {
      if try word.matches(words(of: field), of: field) { return true }
    }
    return false
  }

  private func words(of field: WordField) throws -> FieldWords {
    if let known = fields[field.rawValue] { return known }
    let words = FieldWords(try subject.texts(of: field), of: field, rules: rules)
    fields[field.rawValue] = words
    return words
  }

  private func tags() throws -> [TagWords] {
    if let readTags { return readTags }
    var words: [TagWords] = []
    if case .tags(let tags) = try subject.value(of: .tags) { words = tags.map { TagWords($0, rules: rules) } }
    readTags = words
    return words
  }
}
