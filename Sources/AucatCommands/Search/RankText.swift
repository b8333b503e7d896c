internal import AudioComponents

/// Shows the points that decide a component's place in a list.
enum RankText {
  /// A line for each part, and the total.
  static func text(_ parts: [RankPart]) -> String {
    if parts.isEmpty { return "" }
    let lines = parts.map { (tenths($0.points), name($0.subject)) } + [(tenths(total(parts)), "total")]
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { number, name in
      String(repeating: " ", count: width - number.count) + number + "  " + Escaping.escaped(name) + "\n"
    }.joined()
  }

  /// The total, and the parts, as an object.
  static func json(_ parts: [RankPart]) -> JSON {
    .object([("total", number(total(parts))), ("parts", .array(parts.map(json)))])
  }

  private static func json(_ part: RankPart) -> JSON {
    let (kind, word): (String, String?) =
      switch part.subject {
      case .name: ("name", nil)
      case .word(let word): ("word", word)
      case .intent: ("intent", nil)
      }
    return .object([("kind", .string(kind)), ("word", .optional(word)), ("points", number(part.points))])
  }

  private static func total(_ parts: [RankPart]) -> Double { parts.reduce(0) { $0 + $1.points } }

  private static func name(_ subject: RankPart.Subject) -> String {
    switch subject {
    case .name: "name"
    case .word(let word): "`\(word)`"
    case .intent: "intent"
    }
  }

  /// Three digits behind the point.
  private static func number(_ points: Double) -> JSON { .number((points * 1_000).rounded() / 1_000) }

  /// One digit behind the point.
  private static func tenths(_ points: Double) -> String {
    let tenths = Int((points * 10).rounded())
    return (tenths < 0 ? "-" : "") + "\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}
