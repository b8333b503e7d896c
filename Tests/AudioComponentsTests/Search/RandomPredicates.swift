import AudioComponents
import TestSupport

/// Makes predicates at random from what a catalog really holds, so that many of them are true of something.
struct RandomPredicates {
  private let components: [Component]
  private let details: [String: ComponentDetails]
  private var random: SeededGenerator

  init(_ components: [Component], _ details: [String: ComponentDetails], _ random: SeededGenerator) {
    self.components = components
    self.details = details
    self.random = random
  }

  mutating func next(depth: Int = 3) -> ComponentPredicate {
    switch depth == 0 ? 9 : Int.random(in: 0..<12, using: &random) {
    case 0: .not(next(depth: depth - 1))
    case 1, 2: .and((0..<2).map { _ in next(depth: depth - 1) })
    case 3, 4: .or((0..<3).map { _ in next(depth: depth - 1) })
    case 5: .text([part(of: sample(.name)) ?? "a"])
    default: .comparison(comparison())
    }
  }

  private mutating func comparison() -> Comparison {
    let key = Key.allCases.randomElement(using: &random) ?? .name
    switch key.kind {
    case .number: return numeric(key)
    case .boolean: return Comparison(key, one([.equal, .notEqual]), .flag(.random(using: &random)))
    case .enumeration: return Comparison(key, one([.equal, .notEqual]), .text(one(key.enumerationValues)))
    case .date: return Comparison(key, one([.less, .greater, .equal]), .text("2026-01-01T00:00:00Z"))
    case .version: return Comparison(key, one(ordered), .text("\(Int.random(in: 0..<4, using: &random)).2"))
    case .text: return text(key, quantifiers: [nil])
    case .texts, .tags: return text(key, quantifiers: [nil, .any, .all, Comparison.Quantifier.none])
    }
  }

  private let ordered: [Comparison.Operator] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]

  private mutating func numeric(_ key: Key) -> Comparison {
    let number = Comparison.Value.number(Double(Int.random(in: 0..<5, using: &random)))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return Comparison(key, .between, .range(.number(1), number))
    case 1: return Comparison(key, .in, .set([number, .number(7)]))
    case 2: return Comparison(key, one([.equal, .notEqual]), .null)
    default: return Comparison(key, one(ordered), number)
    }
  }

  private mutating func text(_ key: Key, quantifiers: [Comparison.Quantifier?]) -> Comparison {
    let isTags = key.kind == .tags
    var operators: [Comparison.Operator] = [.equal, .notEqual, .contains, .beginsWith, .endsWith, .like, .matches, .in]
    if key.kind == .text { operators += [.less, .greater] }
    let comparisonOperator = one(operators)
    let options: [TextOptions] =
      isTags
      ? [[], .ignoringAccents] : [[], .ignoringCase, .ignoringAccents, [.ignoringCase, .ignoringAccents]]
    return Comparison(
      key, comparisonOperator, value(comparisonOperator, key), options: one(options), quantifier: one(quantifiers))
  }

  private mutating func value(_ comparisonOperator: Comparison.Operator, _ key: Key) -> Comparison.Value {
    let whole = cased(sample(key) ?? "reverb")
    let piece = cased(part(of: sample(key)) ?? "e")
    switch comparisonOperator {
    case .in: return .set([.text(whole), .text(sample(key) ?? "x")])
    case .contains: return .text(piece)
    case .like: return .text(one(["*\(piece)*", "\(piece)*", "?\(piece)*"]))
    case .matches: return .text(one([".*[aeiou]{2}.*", "[A-Z].*", ".*\\d.*"]))
    case .beginsWith: return .text(String(whole.prefix(2)))
    case .endsWith: return .text(String(whole.suffix(2)))
    default: return .text(whole)
    }
  }

  private mutating func cased(_ text: String) -> String {
    one([text, text, text.uppercased(), text.lowercased()])
  }

  /// A value that some component has for a key.
  private mutating func sample(_ key: Key) -> String? {
    guard let component = components.randomElement(using: &random) else { return nil }
    let details = details[component.uri] ?? ComponentDetails()
    switch try? CatalogSubject(component, details: { details }).value(of: key) {
    case .text(let text): return text
    case .texts(let texts): return texts.randomElement(using: &random)
    case .tags(let tags): return tags.randomElement(using: &random)?.name
    default: return nil
    }
  }

  private mutating func part(of text: String?) -> String? {
    guard let text, text.count > 3 else { return nil }
    let start = Int.random(in: 0..<text.count - 2, using: &random)
    let piece = text.dropFirst(start).prefix(Int.random(in: 1...4, using: &random))
    let trimmed = piece.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
    return trimmed.isEmpty ? nil : String(trimmed)
  }

  private mutating func one<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }
}
