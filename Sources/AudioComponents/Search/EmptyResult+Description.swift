internal import ComponentModel

extension EmptyResult: CustomStringConvertible {
  /// What excludes everything and what would find something, in English, in one or two lines.
  public var description: String { description(asTyped: [:]) }

  /// As ``description``, with words that have a key as they were typed.
  ///
  /// - Parameter typed: see ``ComponentPredicate/keyedWords(in:)``.
  package func description(asTyped typed: [ComponentPredicate: String]) -> String {
    if let collection = emptyCollections.first { return "the collection `\(collection)` is empty" }
    if let host = unknownHosts.first, alternatives.isEmpty {
      return "there is no profile of a host `\(host)`, only of \(knownHosts.joined(separator: ", ")); "
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
  /// - Parameter namingKey: whether to show the whole comparison, since the predicate has several.
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
