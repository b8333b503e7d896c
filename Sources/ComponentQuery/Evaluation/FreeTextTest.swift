package import ComponentModel

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
  /// - Throws: What reading the subject throws.
  func missingWords(in subject: SubjectWords<some QuerySubject>) throws -> [String] {
    try searched.filter { try !subject.have($0) }.map(\.text)
  }
}
