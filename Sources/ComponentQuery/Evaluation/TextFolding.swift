import ComponentModel

/// Folding of two texts before they are compared.
struct TextFolding: Sendable {
  /// The modifiers of the comparison.
  let options: TextOptions
  /// Whether the texts are names of tags, which never depend on case or on how an accent is encoded.
  let isTag: Bool
  let rules: any TextRules

  func callAsFunction(_ text: String) -> String {
    guard isTag else { return options.isEmpty ? text : rules.folded(text, options) }
    let key = rules.tagKey(text)
    return options.contains(.ignoringAccents) ? rules.folded(key, [.ignoringCase, .ignoringAccents]) : key
  }

  /// Compiles a regular expression that ignores the same differences; folding it would change it (`\S` is not `\s`).
  func pattern(_ expression: String) throws(InvalidPredicate) -> any TextPattern {
    do {
      return try rules.pattern(expression, isTag ? options.union(.ignoringCase) : options)
    } catch {
      throw InvalidPredicate(patternMessage(error))
    }
  }
}
