import ComponentModel

/// Folds texts before they are compared.
struct TextFolding: Sendable {
  /// The modifiers of the comparison.
  let options: TextOptions
  /// Whether the texts are names of tags, which never depend on case or on how an accent is encoded.
  let isTag: Bool
  /// Whether it makes no difference how an accent is encoded: see ``Key/isForPeople``. With modifiers, it never makes a
  /// difference.
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

  /// Compiles a regular expression that ignores the same differences; folding the expression would change what it means
  /// (`\S` is not `\s`).
  func pattern(_ expression: String) throws(InvalidPredicate) -> any TextPattern {
    do {
      return try rules.pattern(expression, isTag ? options.union(.ignoringCase) : options)
    } catch {
      throw InvalidPredicate(patternMessage(error))
    }
  }
}

extension Comparison {
  /// Whether the comparison is of composed texts (NFC), so that it makes no difference how an accent is encoded.
  ///
  /// A text of only ASCII characters is compared with the stored texts as they are: nearly all of them are composed,
  /// and SQLite can do this comparison itself.
  package var composesTexts: Bool {
    guard key.isForPeople else { return false }
    switch comparisonOperator {
    case .like, .matches: return true
    default: return !value.members.allSatisfy { $0.text?.utf8.allSatisfy { $0 < 0x80 } ?? true }
    }
  }
}

extension Key {
  /// Whether its texts are words for people. The others, such as URIs and paths, are identities, in which every byte
  /// counts.
  fileprivate var isForPeople: Bool {
    switch self {
    case .name, .typeName, .localizedType, .manufacturer, .license, .parameterName, .presetName: true
    default: false
    }
  }
}
