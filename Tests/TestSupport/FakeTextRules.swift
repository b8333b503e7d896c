public import ComponentModel

/// Text rules that need no Unicode library: lower case, and the accents that the tests use.
public struct FakeTextRules: TextRules {
  /// The only rules of their kind.
  public init() {}

  /// Never changes.
  public let version = "1"

  /// Without case, and without the accents that the tests use.
  public func folded(_ text: String, _ options: TextOptions) -> String {
    var result = text
    if options.contains(.ignoringAccents) { result = withoutAccents(result) }
    guard options.contains(.ignoringCase) else { return result }
    result = result.lowercased()
    return result.contains("ß") ? result.replacing("ß", with: "ss") : result
  }

  /// Without case and outer blanks.
  public func tagKey(_ text: String) -> String {
    folded(text.replacing("u\u{308}", with: "ü"), .ignoringCase).trimmingBlanks()
  }

  /// An expression of literal characters, `.` and `.*`. A lone `[` is invalid, `(a+)+$` is refused
  /// beforehand, and `slow` never ends.
  public func pattern(_ expression: String, _ options: TextOptions) throws -> any TextPattern {
    if expression == "(a+)+$" { throw TextPatternError.tooSlow }
    if expression.contains("[") { throw TextPatternError.invalid("missing ]") }
    return FakePattern(expression: Array(folded(expression, options)), options: options, rules: self)
  }

  /// The bytes.
  public func sortKey(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The bytes of each.
  public func sortKeys(of texts: [String]) -> [[UInt8]] { texts.map(sortKey) }

  /// Runs of letters and digits, folded.
  public func words(of text: String) -> [String] {
    let folded = folded(text, [.ignoringCase, .ignoringAccents])
    return folded.unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }.map {
      String($0)
    }
  }

  private func withoutAccents(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let scalars = text.unicodeScalars.filter { !(0x300...0x36F).contains($0.value) }.map { Self.letters[$0] ?? $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  private static let letters: [Unicode.Scalar: Unicode.Scalar] = ["ü": "u", "é": "e", "É": "E", "ö": "o", "Ü": "U"]
}

private struct FakePattern: TextPattern {
  let expression: [Character]
  let options: TextOptions
  let rules: FakeTextRules

  func matchesWhole(_ text: String) throws -> Bool {
    if String(expression) == "slow" { throw TextPatternError.tooSlow }
    return matches(expression[...], Array(rules.folded(text, options))[...])
  }

  private func matches(_ expression: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
    guard let first = expression.first else { return text.isEmpty }
    if first == ".", expression.dropFirst().first == "*" {
      return matches(expression.dropFirst(2), text) || (!text.isEmpty && matches(expression, text.dropFirst()))
    }
    guard let letter = text.first, first == "." || first == letter else { return false }
    return matches(expression.dropFirst(), text.dropFirst())
  }
}

extension String {
  fileprivate func trimmingBlanks() -> String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
