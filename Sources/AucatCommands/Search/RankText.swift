internal import AudioComponents

/// Shows the points that decide a component's place in a list.
enum RankText {
  /// A line for each part, and the sum.
  static func text(_ parts: [RankPart]) -> String {
    if parts.isEmpty { return "" }
    let sum = parts.reduce(0) { $0 + $1.points }
    let lines = parts.map { (points($0.points), name($0.subject)) } + [(points(sum), "in all")]
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { number, name in
      String(repeating: " ", count: width - number.count) + number + "  " + Escaping.escaped(name) + "\n"
    }.joined()
  }

  /// The parts as an array.
  static func json(_ parts: [RankPart]) -> JSON {
    .array(parts.map { .object([("for", .string(name($0.subject))), ("points", .number($0.points))]) })
  }

  private static func name(_ subject: RankPart.Subject) -> String {
    switch subject {
    case .name: "the name as a whole"
    case .word(let word): "`\(word)`"
    case .intent: "what helps"
    }
  }

  /// One digit behind the point.
  private static func points(_ points: Double) -> String {
    let tenths = Int((points * 10).rounded())
    return (tenths < 0 ? "-" : "") + "\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}
