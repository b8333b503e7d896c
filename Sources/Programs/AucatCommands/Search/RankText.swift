internal import AucatProgram
internal import AudioComponents

/// Shows a component's score and its parts.
///
/// The shown points add up: they are rounded so that each partial sum is itself rounded.
struct RankText {
  private struct Line {
    var points: Int
    var contribution: RankContribution
  }

  private struct Part {
    var subject: RankPart.Subject
    var lines: [Line]
    var points: Int { lines.reduce(0) { $0 + $1.points } }
  }

  private let parts: [Part]
  private var total: Int { parts.reduce(0) { $0 + $1.points } }

  /// - Parameter scale: the number of shown units in a point.
  private init(_ parts: [RankPart], scale: Double) {
    var (exact, shown) = (0.0, 0)
    self.parts = parts.map { part in
      let lines = part.contributions.map { contribution in
        exact += contribution.points * scale
        let points = Int(exact.rounded()) - shown
        shown += points
        return Line(points: points, contribution: contribution)
      }
      return Part(subject: part.subject, lines: lines)
    }
  }

  // MARK: For people

  /// A line for each part, with its contributions below it, and the total.
  static func text(_ parts: [RankPart]) -> String {
    if parts.isEmpty { return "" }
    let rank = RankText(parts, scale: 10)
    let blocks = rank.parts.map { part in
      line(part.points, name(part.subject))
        + part.lines.map { line($0.points, "  " + text($0.contribution)) }.joined()
    }
    return blocks.joined() + line(rank.total, "total")
  }

  private static func line(_ tenths: Int, _ text: String) -> String {
    let number = (tenths < 0 ? "-" : "") + "\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    return String(repeating: " ", count: max(0, 5 - number.count)) + number + "  " + Escaping.escaped(text) + "\n"
  }

  private static func name(_ subject: RankPart.Subject) -> String {
    switch subject {
    case .name: "name"
    case .word(let word): "`\(word)`"
    case .intent: "intent"
    }
  }

  /// The source, and how its points come about if that isn't obvious.
  private static func text(_ contribution: RankContribution) -> String {
    let factors = [contribution.weight, contribution.share, contribution.factor].enumerated()
      .filter { $0.offset == 0 || abs($0.element - 1) > 0.001 }.map { hundredths($0.element) }
    let (kind, name) = source(contribution.source)
    return [kind, name].compactMap { $0 }.joined(separator: " ")
      + (factors.count > 1 ? ": " + factors.joined(separator: " × ") : "")
  }

  private static func source(_ source: RankContribution.Source) -> (kind: String, name: String?) {
    switch source {
    case .wording: ("wording", nil)
    case .variant: ("variant", nil)
    case .length: ("length", nil)
    case .breadth: ("breadth", nil)
    case .failing: ("failing", nil)
    case .otherKind: ("other kind", nil)
    case .field(let key): (key.rawValue, nil)
    case .tag(let name): ("tag", name)
    case .words(let words): ("words", words)
    }
  }

  private static func hundredths(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let (whole, rest) = (hundredths / 100, abs(hundredths % 100))
    if rest == 0 { return "\(whole)" }
    return "\(whole)." + (rest < 10 ? "0" : "") + (rest % 10 == 0 ? "\(rest / 10)" : "\(rest)")
  }

  // MARK: For programs

  /// The total, and the parts, as an object.
  static func json(_ parts: [RankPart]) -> JSON {
    let rank = RankText(parts, scale: 1_000)
    return .object([("total", number(rank.total)), ("parts", .array(rank.parts.map(json)))])
  }

  private static func json(_ part: Part) -> JSON {
    let (kind, word): (String, String?) =
      switch part.subject {
      case .name: ("name", nil)
      case .word(let word): ("word", word)
      case .intent: ("intent", nil)
      }
    return .object([
      ("kind", .string(kind)), ("word", .optional(word)), ("points", number(part.points)),
      ("contributions", .array(part.lines.map(json))),
    ])
  }

  private static func json(_ line: Line) -> JSON {
    let (kind, name) = source(line.contribution.source)
    func rounded(_ number: Double) -> JSON { .number((number * 1_000).rounded() / 1_000) }
    return .object([
      ("source", .string(kind)), ("name", .optional(name)), ("weight", rounded(line.contribution.weight)),
      ("share", rounded(line.contribution.share)), ("factor", rounded(line.contribution.factor)),
      ("points", number(line.points)),
    ])
  }

  private static func number(_ thousandths: Int) -> JSON { .number(Double(thousandths) / 1_000) }
}
