internal import ComponentModel

extension EmptyResult: CustomStringConvertible {
  /// The condition that excludes everything, and a search that would find something, in one or two lines of English.
  public var description: String { description(asTyped: [:]) }

  /// As ``description``, with words that have a key as they were typed.
  ///
  /// - Parameter typed: see ``ComponentPredicate/keyedWords(in:)``.
  package func description(asTyped typed: [ComponentPredicate: String]) -> String {
    if let collection = emptyCollections.first { return "the collection `\(collection)` is empty" }
    if let host = unknownHosts.first, alternatives.isEmpty {
      return "there is no profile of the host `\(host)`, only of \(knownHosts.joined(separator: ", ")); "
        + "`man aucat-hosts` says how to add one"
    }
    let spelling = TypedSpelling(typed)
    let isWhole = conflict.count == 1 && predicate.parts.count == 1
    var lines = [reason(spelling)]
    for alternative in alternatives.prefix(2) {
      let text = alternative.text(namingKey: !isWhole, spelling)
      if isWhole && lines.count == 1 && !lines[0].contains(";") {
        lines[0] += "; " + text
      } else if lines.count == 1 {
        lines.append(text)
      } else {
        lines[1] += "; " + text
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The nearest comparison that would find something, as ``description(asTyped:)`` names it, with the rest of the predicate.
  package func suggestion(asTyped typed: [ComponentPredicate: String]) -> String? {
    guard let first = alternatives.first else { return nil }
    return predicate.parts.count == 1
      ? TypedSpelling(typed).text(of: first.comparison, in: first.predicate) : "\(first.predicate)"
  }

  private func reason(_ spelling: TypedSpelling) -> String {
    guard let first = conflict.first else { return "nothing matches" }
    let parts = conflict.map { "`\(spelling.text(of: $0.predicate).shortened)`" }
    guard parts.count > 1 else {
      let rest = first.withoutIt > 0 ? "; \(Self.matching(first.withoutIt)) the rest" : ""
      return "nothing matches \(parts[0])" + rest
    }
    let list = parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
    let helpful = zip(conflict, parts).filter { $0.0.withoutIt > 0 }.prefix(3)
    if helpful.count == 1, let part = helpful.first?.0, let rest = rest(without: part, spelling) {
      return "nothing matches \(parts.count == 2 ? "both" : "all of") \(list); \(Self.matching(part.withoutIt)) \(rest)"
    }
    let counts = helpful.enumerated().map { index, part in
      (index == 0 ? Self.matching(part.0.withoutIt) : "\(part.0.withoutIt)") + " without \(part.1)"
    }.joined(separator: ", ")
    return "nothing matches \(parts.count == 2 ? "both" : "all of") \(list)" + (counts.isEmpty ? "" : "; " + counts)
  }

  /// The other parts of the predicate, if there are few, and more than those that exclude everything.
  private func rest(without part: EmptyResult.Part, _ spelling: TypedSpelling) -> String? {
    let rest = predicate.parts.filter { $0 != part.predicate }
    guard rest.count >= conflict.count, rest.count <= 3 else { return nil }
    let texts = rest.map { "`\(spelling.text(of: $0).shortened)`" }
    return texts.dropLast().joined(separator: ", ") + " and " + (texts.last ?? "")
  }

  fileprivate static func matching(_ count: Int) -> String { Count.text(count, "matches", plural: "match") }
}

extension EmptyResult.Alternative {
  /// - Parameter namingKey: whether to show the whole comparison, because the predicate has several.
  fileprivate func text(namingKey: Bool, _ spelling: TypedSpelling) -> String {
    let typed = spelling.text(of: comparison, in: predicate).shortened
    return switch change {
    case .spelling: "did you mean `\(typed)`? (\(Count.text(count, "component")))"
    case .part: "\(EmptyResult.matching(count)) with `\(typed)`"
    case .options where namingKey: "\(EmptyResult.matching(count)) with `\(typed)`"
    case .options: "\(EmptyResult.matching(count)) without regard to \(difference) (`\(operatorText)`)"
    }
  }

  private var difference: String {
    switch comparison.options {
    case .ignoringCase: "case"
    case .ignoringAccents: "accents"
    default: "case and accents"
    }
  }

  /// The operator with its options, as people type it: `contains[c]`.
  private var operatorText: String {
    let letters =
      (comparison.options.contains(.ignoringCase) ? "c" : "")
      + (comparison.options.contains(.ignoringAccents) ? "d" : "")
    return comparison.comparisonOperator.rawValue.lowercased() + "[\(letters)]"
  }
}

extension String {
  /// At most 80 characters of it.
  fileprivate var shortened: String { count > 80 ? prefix(79) + "…" : self }
}

/// How parts of a predicate were typed, if that differs from how they are printed.
struct TypedSpelling {
  private let typed: [ComponentPredicate: String]

  /// - Parameter typed: words with a key as they were typed, keyed by the predicates that they stand for.
  init(_ typed: [ComponentPredicate: String]) { self.typed = typed }

  /// The text of a part of a predicate; a word as it was typed.
  func text(of part: ComponentPredicate) -> String {
    if let text = typed[part] { return text }
    switch part {
    case .text(let words): return words.joined(separator: " ")
    case .not(let operand) where isTyped(operand): return "not " + text(of: operand)
    case .or(let operands) where isTyped(part): return texts(of: operands[...]).joined(separator: " or ")
    default: return part.keyedWord.map { $0.whole.keyedText() } ?? part.operandDescription
    }
  }

  /// The texts of alternatives, two of which may stand for one word with a tag key.
  private func texts(of operands: ArraySlice<ComponentPredicate>) -> [String] {
    guard let first = operands.first else { return [] }
    if let text = typed[.or(Array(operands.prefix(2)))] { return [text] + texts(of: operands.dropFirst(2)) }
    return [text(of: first)] + texts(of: operands.dropFirst())
  }

  /// The text of a comparison that replaces, in another predicate, one that was typed.
  func text(of comparison: Comparison, in predicate: ComponentPredicate) -> String {
    if let key = key(of: comparison) { return comparison.keyedText(key) }
    let isKeyed = predicate.keyedWords.contains { $0.whole == comparison }
    return isKeyed ? comparison.keyedText() : comparison.description
  }

  /// Whether a part, or an alternative in it, is a word with a key.
  private func isTyped(_ part: ComponentPredicate) -> Bool {
    if typed[part] != nil { return true }
    return switch part {
    case .not(let operand): isTyped(operand)
    case .or(let operands):
      operands.contains(where: isTyped)
        || operands.indices.dropLast().contains { typed[.or(Array(operands[$0...$0 + 1]))] != nil }
    default: false
    }
  }

  /// The typed key of a word that differs from a comparison only in its value.
  private func key(of comparison: Comparison) -> String? {
    for (part, text) in typed {
      guard case .comparison(var other) = part.keyedWord.map({ .comparison($0.whole) }) ?? part else { continue }
      other.value = comparison.value
      if other == comparison { return String(text.prefix { $0 != ":" && !$0.isWhitespace }) }
    }
    return nil
  }
}
