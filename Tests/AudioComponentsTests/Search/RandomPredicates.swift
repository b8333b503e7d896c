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
    case 5: .text((0...Int.random(in: 0...1, using: &random)).map { _ in word() })
    default: .comparison(comparison())
    }
  }

  /// A plain word or phrase as people type it: of some text of a component, or a part, another form or another spelling of it.
  private mutating func word() -> String {
    let word = anyWord()
    // No text has an empty word in it.
    return word.isEmpty ? "a" : word
  }

  private mutating func anyWord() -> String {
    let keys: [Key] = [
      .name, .name, .manufacturer, .uri, .bundle, .pluginClass, .typeName, .tag, .parameterName, .presetName,
    ]
    let text = sample(one(keys)) ?? "a"
    let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard !words.isEmpty else { return text }
    let first = Int.random(in: words.indices, using: &random)
    let neighbours = words[first...].prefix(Int.random(in: 1...4, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return text
    case 1: return String(text.prefix(Int.random(in: 1...6, using: &random)))
    case 2: return part(of: text) ?? text
    case 3: return neighbours.joined(separator: one(["-", " ", "_"]))
    case 4: return neighbours.joined()
    case 5: return String(neighbours.joined(separator: " ").dropLast())
    case 6, 7: return inflected(words[first])
    case 8: return accented(words[first])
    case 9: return String(words[first].dropFirst())
    default: return cased(words[first])
    }
  }

  private mutating func inflected(_ word: String) -> String {
    let endings = ["s", "es", "ing", "er", "ers", "ed", "ion", "ation", "и"]
    return Bool.random(using: &random) ? String(word.dropLast(2)) : word + one(endings)
  }

  /// The same word to people who don't mind accents and width.
  private func accented(_ word: String) -> String {
    String(
      String.UnicodeScalarView(
        word.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
          switch scalar {
          case "e": ["e", "\u{301}"]
          case "a": ["ä"]
          case "o": ["\u{FF4F}"]
          default: [scalar]
          }
        }))
  }

  private mutating func comparison() -> Comparison {
    let key = Key.allCases.randomElement(using: &random) ?? .name
    switch key.kind {
    case .number: return numeric(key)
    case .ranges: return ranged(key)
    case .boolean:
      return Comparison(key: key, operator: one([.equal, .notEqual]), value: .flag(.random(using: &random)))
    case .enumeration:
      return Comparison(key: key, operator: one([.equal, .notEqual]), value: .text(one(key.enumerationValues)))
    case .date:
      return Comparison(key: key, operator: one([.less, .greater, .equal]), value: .text("2026-01-01T00:00:00Z"))
    case .version:
      return Comparison(key: key, operator: one(ordered), value: .text("\(Int.random(in: 0..<4, using: &random)).2"))
    case .text: return text(key, quantifiers: [nil])
    case .texts, .tags: return text(key, quantifiers: [nil, .any, .all, Comparison.Quantifier.none])
    }
  }

  private let ordered: [Comparison.Operator] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]

  private mutating func numeric(_ key: Key) -> Comparison {
    let number = Comparison.Value.number(Double(Int.random(in: 0..<5, using: &random)))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return Comparison(key: key, operator: .between, value: .range(.number(1), number))
    case 1: return Comparison(key: key, operator: .in, value: .set([number, .number(7)]))
    case 2: return Comparison(key: key, operator: one([.equal, .notEqual]), value: .null)
    default: return Comparison(key: key, operator: one(ordered), value: number)
    }
  }

  /// A comparison of ranges with a limit of one that exists, a value beside it, or none.
  private mutating func ranged(_ key: Key) -> Comparison {
    var numeric = numeric(key)
    while numeric.value == .null { numeric = self.numeric(key) }
    if let limit = limit(key), case .number = numeric.value {
      numeric.value = .number(limit + one([-0.5, 0, 0, 0.5]))
    }
    numeric.quantifier = one([nil, .any, .all, Comparison.Quantifier.none])
    return numeric
  }

  private mutating func limit(_ key: Key) -> Double? {
    guard let component = components.randomElement(using: &random) else { return nil }
    let details = details[component.uri] ?? ComponentDetails()
    guard case .ranges(let ranges) = try? CatalogSubject(component, details: { details }).value(of: key) else {
      return nil
    }
    return ranges.randomElement(using: &random).map { Bool.random(using: &random) ? $0.low : $0.high }
      .flatMap { $0.isFinite ? $0 : nil }
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
      key: key, operator: comparisonOperator, value: value(comparisonOperator, key), options: one(options),
      quantifier: one(quantifiers))
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
