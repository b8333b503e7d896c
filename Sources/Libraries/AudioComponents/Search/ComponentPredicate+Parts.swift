extension ComponentPredicate {
  /// The parts that must all be true: comparisons, alternatives, and single words.
  var parts: [ComponentPredicate] {
    switch self {
    case .and(let operands): operands.flatMap(\.parts)
    case .text(let words): words.map { .text([$0]) }
    default: [self]
    }
  }

  /// The comparisons that make components match, each once; those below `NOT` don't.
  var comparisons: [Comparison] {
    switch self {
    case .and(let operands), .or(let operands):
      operands.flatMap(\.comparisons).reduce(into: []) { all, one in if !all.contains(one) { all.append(one) } }
    case .comparison(let comparison): [comparison]
    case .not, .constant, .text, .saved: []
    }
  }

  /// The predicate in which a comparison, if it is not nil, has the value of another one.
  func replacing(_ comparison: Comparison?, withValueOf other: Comparison) -> ComponentPredicate {
    guard var changed = comparison else { return self }
    changed.value = other.value
    return comparison.map { replacing($0, by: changed) } ?? self
  }

  /// The predicate in which another comparison replaces one.
  func replacing(_ comparison: Comparison, by other: Comparison) -> ComponentPredicate {
    switch self {
    case .and(let operands): .and(operands.map { $0.replacing(comparison, by: other) })
    case .or(let operands): .or(operands.map { $0.replacing(comparison, by: other) })
    case .comparison(comparison): .comparison(other)
    case .not, .constant, .text, .saved, .comparison: self
    }
  }
}

extension Comparison {
  /// The comparison, made to ignore more differences: of case, of accents, of both.
  var withMoreOptions: [Comparison] {
    guard !isCount, isOfTexts else { return [] }
    let wider: [TextOptions] = [.ignoringCase, .ignoringAccents, [.ignoringCase, .ignoringAccents]]
    let possible = key.kind == .tags ? [.ignoringAccents] : wider
    return possible.map { $0.union(options) }.filter { $0 != options }.reduce(into: []) { all, options in
      var changed = self
      changed.options = options
      if !all.contains(changed) { all.append(changed) }
    }
  }

  /// The comparison with a part of a text instead of the whole text, ignoring case, and also ignoring accents.
  var withPart: [Comparison] {
    guard !isCount, isOfTexts, comparisonOperator == .equal || key.isWholeList && comparisonOperator == .contains
    else { return [] }
    var changed = self
    changed.comparisonOperator = .contains
    switch key {
    case .tags: changed.key = .tag
    case .userTagNames: changed.key = .userTag
    case .requiredFeatures, .usableIn: changed.quantifier = .any
    default: break
    }
    if key.kind != .tags { changed.options.insert(.ignoringCase) }
    var wider = changed
    wider.options.insert(.ignoringAccents)
    return [changed, wider]
  }

  /// Whether it looks for texts that are equal to its own.
  var comparesWholeTexts: Bool {
    switch listReading.elementOperator {
    case .equal, .in: !isCount && listReading.quantifier == .any
    default: false
    }
  }

  /// Whether it looks for text, and not for its absence.
  private var isOfTexts: Bool {
    let kinds: [Key.Kind] = [.text, .texts, .tags]
    guard kinds.contains(key.kind), value.members.allSatisfy({ $0.text != nil }) else { return false }
    switch comparisonOperator {
    case .equal, .contains, .beginsWith, .endsWith, .like, .matches, .in: return quantifier != Quantifier.none
    case .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between: return false
    }
  }
}

/// Words with a key, such as `tag:reverb`, in a predicate.
extension ComponentPredicate {
  /// The meaning of a word with a tag's key: the whole name, or a part of it.
  typealias KeyedWord = (whole: Comparison, part: Comparison)

  /// The comparisons, if the predicate is such a word.
  var keyedWord: KeyedWord? {
    guard case .or(let operands) = self, operands.count == 2, case .comparison(let whole) = operands[0],
      case .comparison(let part) = operands[1], whole.key == part.key, whole.value == part.value,
      whole.options == part.options, whole.comparisonOperator == .equal, part.comparisonOperator == .contains
    else { return nil }
    return (whole, part)
  }

  /// Such words among its parts.
  var keyedWords: [KeyedWord] { parts.compactMap(\.keyedWord) }
}

extension Comparison {
  /// The comparison as such a word, whose value gets quotes if it needs them.
  ///
  /// - Parameter spelling: how the key is spelt; nil for its usual spelling.
  func keyedText(_ spelling: String? = nil) -> String {
    let text = value.text ?? ""
    return "\(spelling ?? key.rawValue):" + (text.contains(where: \.isWhitespace) ? "\"\(text)\"" : text)
  }
}
