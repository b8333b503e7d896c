internal import AudioComponents

/// The end of a predicate that is being typed, and what may follow it.
struct PredicateReading {
  enum Expected: Equatable {
    /// A key, or words to search for.
    case comparison
    case comparisonOperator(Key.Reference)
    case value(Key.Reference)
    /// After a key and a colon, which belong to the word.
    case keyedValue(Key, prefix: String)
    /// After `in`.
    case savedName
    /// `and` or `or`.
    case connective
  }

  private enum Token: Equatable {
    case word(String)
    case string(String)
    /// `(`, `)`, `{`, `}`, a comma or an operator.
    case sign(String)
  }

  /// The word that the cursor is in, as typed.
  private(set) var partial = ""
  /// The quote that the word begins with.
  private(set) var quote: Unicode.Scalar?
  private(set) var expected = Expected.comparison

  /// The word without its quote and without the fixed part before it.
  var partialText: String {
    if quote != nil { return String(partial.unicodeScalars.dropFirst()) }
    if case .keyedValue(_, let prefix) = expected {
      return String(Substring(partial.utf8.dropFirst(prefix.utf8.count)))
    }
    return partial
  }

  init(_ text: String) {
    for token in read(text) { take(token) }
    guard expected == .comparison, let colon = partial.utf8.firstIndex(of: UInt8(ascii: ":")), quote == nil,
      let reference = Key.Reference(spelling: String(partial[..<colon])), !reference.isCount
    else { return }
    expected = .keyedValue(reference.key, prefix: String(Substring(partial.utf8[...colon])))
  }

  /// The tokens before the word at the cursor.
  private mutating func read(_ text: String) -> [Token] {
    var tokens: [Token] = []
    // By scalars, as the language reads it: a quote with an accent is a quote.
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if first.properties.isWhitespace {
        rest.removeFirst()
      } else if first == "\"" || first == "'" {
        let content = rest.dropFirst().prefix { $0 != first }
        if content.endIndex == rest.endIndex {
          (partial, quote) = (String(rest), first)
          return tokens
        }
        tokens.append(.string(String(content)))
        rest = rest[content.endIndex...].dropFirst()
      } else if "(){},~".unicodeScalars.contains(first) {
        tokens.append(.sign(String(first)))
        rest.removeFirst()
      } else {
        let isSign = Self.isOperator(first)
        let word = rest.prefix {
          !$0.properties.isWhitespace && !"(){},\"'~".unicodeScalars.contains($0) && Self.isOperator($0) == isSign
        }
        rest = rest[word.endIndex...]
        if rest.isEmpty {
          partial = String(word)
        } else {
          tokens.append(isSign ? .sign(String(word)) : .word(String(word)))
        }
      }
    }
    return tokens
  }

  private static func isOperator(_ scalar: Unicode.Scalar) -> Bool { "=<>!&|".unicodeScalars.contains(scalar) }

  private mutating func take(_ token: Token) {
    switch (expected, token) {
    case (.comparison, .word(let word)): takeWord(word)
    case (.comparison, _): break
    case (.comparisonOperator(let reference), .word(let word)):
      let name = word.prefix { $0 != "[" }.uppercased()
      expected = Comparison.Operator(rawValue: name) == nil ? .comparison : .value(reference)
    case (.comparisonOperator(let reference), .sign(let sign)):
      expected = Self.isOperator(sign.unicodeScalars.first ?? " ") ? .value(reference) : .comparison
    case (.comparisonOperator, .string): expected = .comparison
    case (.value, .sign("{")): isInSet = true
    case (.value, .sign("}")), (.connective, .sign("}")):
      isInSet = false
      expected = .connective
    case (.value(let reference), .word), (.value(let reference), .string):
      if !isInSet { expected = .connective } else { expected = .value(reference) }
    case (.value, .sign), (.keyedValue, _): break
    case (.savedName, _): expected = .connective
    case (.connective, .word), (.connective, .string): expected = .comparison
    case (.connective, .sign(let sign)): if sign != ")" { expected = .comparison }
    }
  }

  private var isInSet = false

  private mutating func takeWord(_ word: String) {
    if word.lowercased() == "in" {
      expected = .savedName
    } else if let reference = Key.Reference(spelling: word) {
      expected = .comparisonOperator(reference)
    }
  }
}
