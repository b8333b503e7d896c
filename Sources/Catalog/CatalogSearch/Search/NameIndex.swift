internal import ComponentModel
internal import ComponentQuery

/// Finds candidates in the trigram index of names, whose names are then compared.
struct NameIndex {
  let rules: any TextRules

  /// A folded text that is part of every match's folded form; nil if there is none.
  func foldedPart(of comparison: Comparison) -> String? {
    guard let text = comparison.value.text else { return nil }
    switch comparison.listReading.elementOperator {
    case .equal, .contains, .beginsWith, .endsWith: break
    default: return nil
    }
    return text.unicodeScalars.allSatisfy(Self.foldsAlone)
      ? rules.folded(text, [.ignoringCase, .ignoringAccents]) : nil
  }

  /// Maximum number of trigrams to look up for one text: more would exclude few more names.
  private static let trigramLimit = 3

  /// The FTS query that finds every component whose name matches, and possibly others; nil if the index can't help.
  func search(for comparison: Comparison) -> String? {
    guard comparison.key == .name, let text = comparison.value.text else { return nil }
    let pieces: [String]
    switch comparison.comparisonOperator {
    case .equal, .contains, .beginsWith, .endsWith: pieces = [text]
    case .like: pieces = literals(of: text)
    default: return nil
    }
    let phrases = pieces.flatMap(trigrams(of:)).map { "\"\($0)\"" }
    return phrases.isEmpty ? nil : phrases.joined(separator: " AND ")
  }

  /// The literal parts between the wildcards of `LIKE`.
  private func literals(of pattern: String) -> [String] {
    if pattern.contains("\\") { return [] }
    return pattern.split { $0 == "*" || $0 == "?" }.map(String.init)
  }

  /// Trigrams of every text that contains `text`; none if folding could combine a character of `text` with one
  /// beside it.
  private func trigrams(of text: String) -> [String] {
    let folded = Array(rules.folded(text, [.ignoringCase, .ignoringAccents]).unicodeScalars)
    guard folded.count >= 3, text.unicodeScalars.allSatisfy(Self.foldsAlone), folded.allSatisfy(Self.foldsAlone)
    else { return [] }
    let starts = Array(0...(folded.count - 3))
    let step = max(1, (starts.count + Self.trigramLimit - 1) / Self.trigramLimit)
    return stride(from: 0, to: starts.count, by: step).map { start in
      // FTS5 escapes a quote by doubling it.
      String(String.UnicodeScalarView(folded[start..<start + 3].flatMap { $0 == "\"" ? [$0, $0] : [$0] }))
    }
  }

  /// Whether a character folds independently of its neighbours. Greek (iota subscript), Hangul and the
  /// Indic scripts (vowel signs) have characters that don't; of the rest, the scripts that names use are accepted.
  private static func foldsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x024F, 0x0400...0x052F, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: true
    default: false
    }
  }
}
