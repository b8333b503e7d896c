package import ComponentModel

/// A subject with its words; those of each field are read when they are first needed. Use it on one thread.
package final class SubjectWords<Subject: QuerySubject> {
  let subject: Subject
  private let rules: any TextRules
  private var fields: [FieldWords?] = Array(repeating: nil, count: WordField.allCases.count)
  private var readTags: [TagWords]?

  /// A subject, with the rules by which its texts are split into words.
  package init(_ subject: Subject, rules: any TextRules) {
    self.subject = subject
    self.rules = rules
  }

  /// Whether a word is found in a field, or in a tag's name. Comments, parameters and presets are read only for words
  /// that are nowhere else.
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

  /// Where a word is found: for each field the first text that has it, and each tag.
  func places(of word: SearchWord) throws -> [WordPlace] {
    var places: [WordPlace] = []
    for field in WordField.allCases where try word.matches(words(of: field), of: field) {
      let text = try subject.texts(of: field).first {
        word.matches(FieldWords([$0], of: field, rules: rules), of: field)
      }
      places.append(WordPlace(key: field.key, text: text))
    }
    guard case .tags(let tags) = try subject.value(of: .tags) else { return places }
    return places + tags.filter { word.matches(TagWords($0, rules: rules)) }.map { WordPlace(key: .tag, text: $0.name) }
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

/// Where a plain word is found.
struct WordPlace {
  /// The key that asks for the field.
  let key: Key
  /// The text that has the word; nil if only several have it together.
  let text: String?
}

extension WordPlace: CustomStringConvertible {
  /// The key, with the text unless that is long.
  var description: String {
    guard let text, key != .comment, key != .uri else { return key.rawValue }
    return "\(key.rawValue) \(shownText(text))"
  }
}

/// Free text as a test: every word is found in the component, as ``SearchWord`` says.
package struct FreeTextTest: Sendable {
  /// The words, each once.
  package let searched: [SearchWord]

  /// The test of these words.
  package init(_ words: [String], rules: any TextRules) {
    var seen: Set<ExactText> = []
    searched = words.filter { seen.insert(ExactText(rules.folded($0, Self.options))).inserted }
      .map { SearchWord($0, rules: rules) }
  }

  private static let options: TextOptions = [.ignoringCase, .ignoringAccents]

  /// Whether every word is found. The first that is not decides, so that thousands of words cost little.
  ///
  /// - Throws: what reading the subject throws.
  func matches(_ subject: SubjectWords<some QuerySubject>) throws -> Bool {
    try searched.allSatisfy { try subject.have($0) }
  }

  /// The words that are not found, as given.
  ///
  /// - Throws: errors of reading the subject.
  func missingWords(in subject: SubjectWords<some QuerySubject>) throws -> [String] {
    try searched.filter { try !subject.have($0) }.map(\.text)
  }
}
