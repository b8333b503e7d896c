internal import ComponentModel
internal import ComponentQuery
internal import Lexicon

/// What near answers are looked for by.
struct NearQuery {
  /// The words that say something, folded, each once.
  let words: [String]
  /// What near answers have to satisfy: everything besides plain words, and what words exclude.
  let condition: ComponentPredicate

  /// - Parameters:
  ///   - typed: the predicate with its words as typed.
  ///   - interpreted: the same with its words interpreted, of which only exclusions count.
  ///   - excluded: what its words exclude. What they state as a condition may be what a near answer lacks.
  init(
    _ typed: ComponentPredicate, interpreted: ComponentPredicate, excluded: [ComponentPredicate], rules: any TextRules
  ) {
    var words: [String] = []
    typed.visitSoughtWords { word in
      for token in SearchWord(word, rules: rules).tokens where Self.says(token) && words.count < NearWeights.mostWords {
        if !words.contains(token) { words.append(token) }
      }
    }
    self.words = words
    condition = .and([typed.withoutSoughtWords] + interpreted.exclusions + excluded.map(ComponentPredicate.not))
  }

  /// Whether a folded word says anything: a single letter doesn't, but a single ideograph does.
  private static func says(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first else { return false }
    let isLetter = word.unicodeScalars.count == 1 && first.value < firstIdeograph
    return !isLetter && Lexicon.standard.value(of: .filler, word) == nil
  }

  /// The first scalar of the scripts in which a character may be a word: CJK radicals, kana and ideographs follow.
  private static let firstIdeograph: UInt32 = 0x2E80
}

extension ComponentPredicate {
  /// Passes each plain word that isn't part of a negation to `body`.
  fileprivate func visitSoughtWords(_ body: (String) -> Void) {
    switch self {
    case .text(let words): words.forEach(body)
    case .and(let operands), .or(let operands): for operand in operands { operand.visitSoughtWords(body) }
    case .constant, .not, .comparison, .saved: break
    }
  }

  /// The predicate if its plain words, except in negations, were always found.
  fileprivate var withoutSoughtWords: ComponentPredicate {
    switch self {
    case .text: .constant(true)
    case .and(let operands): .and(operands.map(\.withoutSoughtWords))
    case .or(let operands): .or(operands.map(\.withoutSoughtWords))
    case .constant, .not, .comparison, .saved: self
    }
  }

  /// The negations that must hold.
  fileprivate var exclusions: [ComponentPredicate] {
    switch self {
    case .not: [self]
    case .and(let operands): operands.flatMap(\.exclusions)
    case .constant, .or, .text, .comparison, .saved: []
    }
  }
}
