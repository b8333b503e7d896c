import ComponentModel
import ComponentQuery

/// Numbers with units: "longer than 5 s", "below 30Hz".
extension PhraseReader {
  /// A phrase in which the first number that has a unit is a mark, as the table of phrases has it.
  struct Quantity {
    /// The mark that stands for a number and its unit.
    static var mark: String { "{}" }

    /// The phrase's words as one, with ``mark``.
    var key: String
    /// The number, in the unit of its quantity.
    var value: Double
    var quantity: ParameterQuantity
  }

  /// The phrase with a mark for its first number that has a unit; nil if no number has one.
  func quantity(in phrase: PhraseText) throws -> Quantity? {
    for (position, part) in phrase.parts.enumerated() {
      guard case .number(let digits) = part, let number = Double(digits),
        let (name, rest) = Self.unitName(after: position, in: phrase.parts),
        let (unit, length) = try unit(beginning: name)
      else { continue }
      let after = String(name.unicodeScalars.dropFirst(length)) + rest
      let key = key(of: phrase.parts[..<position]) + Quantity.mark + minimumMark(position, after, phrase.parts)
      let others = named(after).squeezed + self.key(of: phrase.parts[(position + 1)...].drop { !$0.isNumber })
      return Quantity(key: key + others, value: unit.converted(number), quantity: unit.quantity)
    }
    return nil
  }

  /// The words that compare a number without a unit that is known, with the note that says so, and the count of these
  /// words. Nil if the first words compare nothing in this way, or mean something else.
  func unknownQuantity(_ words: ArraySlice<String>) throws -> (SearchNote, Int)? {
    let words = words.prefix(Self.phraseLimit)
    for length in (0...words.count).reversed() where length > 1 {
      let phrase = PhraseText(words.prefix(length).joined(separator: " "))
      guard let position = phrase.parts.firstIndex(where: { $0.isNumber }), position > 0 else { continue }
      let comparison = key(of: phrase.parts[..<position]) + Quantity.mark
      guard case .condition? = try knowledge.meaning(ofPhrase: comparison) else { continue }
      let typed = Array(words.prefix(length))
      guard let (name, rest) = Self.unitName(after: position, in: phrase.parts) else {
        let isLast = phrase.parts.indices.last == position
        guard try isLast && !knowledge.isPartOfName(named(typed.joined(separator: " "))) else { continue }
        return (.withoutUnit(words: typed), length)
      }
      guard
        try rest.isEmpty && knowledge.standing(of: named(name)).level < .strong
          && knowledge.tags(named: named(name)).isEmpty
      else { continue }
      return (.unknownUnit(name, words: typed), length)
    }
    return nil
  }

  /// The words of parts as one, with `#` for each number.
  func key(of parts: some Sequence<PhraseText.Part>) -> String {
    parts.map { part in
      switch part {
      case .text(let text): named(text).squeezed
      case .number: "#"
      case .plus: "+"
      }
    }.joined()
  }

  /// A plus sign if one stands after the number or its unit: "5+ s", "5s+".
  private func minimumMark(_ position: Int, _ after: String, _ parts: [PhraseText.Part]) -> String {
    parts[(position + 1)...].first == .plus || after.hasPrefix("+") ? "+" : ""
  }

  /// The unit that a text begins with, and the count of its scalars: all of the text, or in scripts that don't divide
  /// words its beginning.
  private func unit(beginning text: String) throws -> (ParameterUnit, Int)? {
    let scalars = text.unicodeScalars
    let shortest = scalars.first?.isUndivided == true ? 1 : scalars.count
    for length in (shortest...max(shortest, scalars.count)).reversed() {
      let name = named(String(String.UnicodeScalarView(scalars.prefix(length)))).squeezed
      guard case .unit(let symbol) = try knowledge.meaning(ofPhrase: PhraseMeaning.unitMark + name) else { continue }
      return ParameterUnit(symbol: symbol).map { ($0, length) }
    }
    return nil
  }

  /// The letters after a number, where a unit may stand, and what follows them in the same part; nil if there are none.
  private static func unitName(after position: Int, in parts: [PhraseText.Part]) -> (name: String, rest: String)? {
    let next = parts[(position + 1)...].first { $0 != .plus }
    guard case .text(let text) = next else { return nil }
    // "5-second delay"
    let letters = text.unicodeScalars.drop { $0 == " " || $0 == "-" }
    guard let first = letters.first, first.isOfName else { return nil }
    let name = letters.prefix { $0.isOfName && $0.isUndivided == first.isUndivided }
    return (String(name), String(letters.dropFirst(name.count)))
  }
}

extension PhraseText.Part {
  /// Whether it is a number.
  fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}

extension Unicode.Scalar {
  /// Whether it can stand in the name of a unit.
  fileprivate var isOfName: Bool { isASCII ? properties.isAlphabetic : !properties.isWhitespace }

  /// Whether it is of a script that writes words without spaces, or joins particles to them.
  var isUndivided: Bool { value >= 0x2E80 }
}
