import ComponentModel

/// Folding of two texts before they are compared.
struct TextFolding: Sendable {
  /// The modifiers of the comparison.
  let options: TextOptions
  /// Whether the texts are names of tags, which never depend on case or on how an accent is encoded.
  let isTag: Bool
  /// Whether it makes no difference how an accent is encoded: see ``Key/isForPeople``. Always so with modifiers.
  let isComposing: Bool
  let rules: any TextRules

  init(_ comparison: Comparison, _ rules: any TextRules) {
    // Names of hosts don't depend on case.
    options = comparison.key == .usableIn ? comparison.options.union(.ignoringCase) : comparison.options
    isTag = comparison.key.kind == .tags
    isComposing = comparison.composesTexts
    self.rules = rules
  }

  func callAsFunction(_ text: String) -> String {
    guard isTag else { return options.isEmpty && !isComposing ? text : rules.folded(text, options) }
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
