extension EmptyResult: CustomStringConvertible {
  /// What excludes everything and what would find something, in English, in one or two lines.
  public var description: String {
    let isWhole = conflict.count == 1 && predicate.parts.count == 1
    var lines = [reason]
    for alternative in alternatives.prefix(2) {
      let text = alternative.text(namingKey: !isWhole)
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

  private var reason: String {
    guard let first = conflict.first else { return "nothing matches" }
    guard conflict.count > 1 else {
      let rest = first.withoutIt > 0 ? "; \(Self.matching(first.withoutIt)) the rest" : ""
      return "nothing matches \(first.text)" + rest
    }
    let parts = conflict.map(\.text)
    let list = parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
    let helpful = conflict.filter { $0.withoutIt > 0 }.prefix(3)
    let counts = helpful.enumerated().map { index, part in
      (index == 0 ? Self.matching(part.withoutIt) : "\(part.withoutIt)") + " without \(part.text)"
    }.joined(separator: ", ")
    return "nothing matches \(parts.count == 2 ? "both" : "all of") \(list)" + (counts.isEmpty ? "" : "; " + counts)
  }

  static func matching(_ count: Int) -> String { "\(count) match\(count == 1 ? "es" : "")" }
}

extension EmptyResult.Part {
  /// The part in back quotes, a word as it was typed.
  fileprivate var text: String {
    if case .text(let words) = predicate { return "`\(words.joined(separator: " ").shortened)`" }
    let typed = predicate.keyedWord.map { $0.whole.keyedText } ?? predicate.operandDescription
    return "`\(typed.shortened)`"
  }
}

extension EmptyResult.Alternative {
  /// - Parameter namingKey: whether to show the whole comparison, since the predicate has several.
  fileprivate func text(namingKey: Bool) -> String {
    switch change {
    case .spelling: "did you mean `\(typed)`? (\(count) component\(count == 1 ? "" : "s"))"
    case .part: "\(EmptyResult.matching(count)) with `\(typed)`"
    case .options where namingKey: "\(EmptyResult.matching(count)) with `\(typed)`"
    case .options: "\(EmptyResult.matching(count)) without regard to \(difference) (`\(spelling)`)"
    }
  }

  /// The comparison, as a person would type it.
  private var typed: String {
    let isKeyed = predicate.keyedWords.contains { $0.whole == comparison }
    return (isKeyed ? comparison.keyedText : comparison.description).shortened
  }

  private var difference: String {
    switch comparison.options {
    case .ignoringCase: "case"
    case .ignoringAccents: "accents"
    default: "case and accents"
    }
  }

  /// The operator with its options, as people type it: `contains[c]`.
  private var spelling: String {
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
