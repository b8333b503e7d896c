internal import AudioComponents

/// Why a component matched plain words: for each word the best field or tag, and its text.
struct MatchReason {
  private struct Part {
    var field: String
    var text: String
    /// Whether the row shows it.
    var isPlain: Bool
  }

  private let parts: [Part]

  /// - Parameter rank: the parts of the component's points.
  init(_ rank: [RankPart]) {
    parts = rank.compactMap { part in
      switch part.subject {
      case .name: nil
      case .word(let word): Self.part(part.contributions, word: SearchNote.plain(word))
      case .intent: Self.part(part.contributions, word: nil)
      }
    }
  }

  private static func part(_ contributions: [RankContribution], word: String?) -> Part? {
    let best = contributions.max { $0.points < $1.points }
    switch best?.source {
    case .tag(let name): return Part(field: "tag", text: name, isPlain: true)
    case .words(let words): return Part(field: "words", text: words, isPlain: false)
    case .field(let key):
      guard let word else { return nil }
      // `parameter.name` is a key; people know parameters.
      return Part(
        field: String(key.rawValue.prefix { $0 != "." }), text: word, isPlain: key == .name || key == .manufacturer)
    case .wording, .variant, .length, .breadth, .failing, .otherKind, nil: return nil
    }
  }

  /// `name: plate; parameter: decay, mix`.
  ///
  /// - Parameter isWhole: false to leave out what the row shows.
  func text(isWhole: Bool) -> String {
    var fields: [(name: String, texts: [String])] = []
    for part in parts where isWhole || !part.isPlain {
      if let place = fields.firstIndex(where: { $0.name == part.field }) {
        if !fields[place].texts.contains(part.text) { fields[place].texts.append(part.text) }
      } else {
        fields.append((part.field, [part.text]))
      }
    }
    return fields.map { "\($0.name): \($0.texts.joined(separator: ", "))" }.joined(separator: "; ")
  }
}
