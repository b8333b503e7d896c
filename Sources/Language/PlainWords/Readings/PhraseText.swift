/// A phrase, divided into its numbers and the texts between them.
struct PhraseText {
  /// A piece of a phrase.
  enum Part: Hashable {
    case text(String)
    /// A number in digits, perhaps with a sign and a fraction: `-0.5`.
    case number(String)
    /// A plus sign right after a number, which makes the number a minimum: "10+".
    case plus
  }

  private(set) var parts: [Part] = []

  /// Whether it is nothing but a number.
  var isNumber: Bool { if case .number = parts.first { parts.count == 1 } else { false } }

  /// The numbers in the order of the text.
  var numbers: [String] { parts.compactMap { if case .number(let number) = $0 { number } else { nil } } }

  init(_ text: String) {
    var scalars = Array(text.unicodeScalars)[...]
    var between = ""
    while let scalar = scalars.first {
      guard Self.digit(scalar) != nil || Self.beginsFraction(scalars, after: between) else {
        between.unicodeScalars.append(scalars.removeFirst())
        continue
      }
      let sign = Self.takeSign(from: &between)
      if !between.isEmpty { parts.append(.text(between)) }
      between = ""
      parts.append(.number(sign + Self.takeNumber(from: &scalars)))
      if scalars.first == "+" {
        scalars.removeFirst()
        parts.append(.plus)
      }
    }
    if !between.isEmpty { parts.append(.text(between)) }
  }

  /// The sign of a number after a text; a dash within a word only joins: `gpl-3`.
  private static func takeSign(from text: inout String) -> String {
    guard text == "-" || text.hasSuffix(" -") else { return "" }
    text.unicodeScalars.removeLast()
    return "-"
  }

  /// Whether a number without a whole part begins: `.5`.
  private static func beginsFraction(_ scalars: ArraySlice<Unicode.Scalar>, after text: String) -> Bool {
    guard scalars.first == ".", let next = scalars.dropFirst().first, digit(next) != nil else { return false }
    return text.isEmpty || text.hasSuffix(" ") || text.hasSuffix("-")
  }

  /// Reads digits, and those of a fraction. A comma is a decimal sign, unless three digits follow it: `20,000`.
  private static func takeNumber(from scalars: inout ArraySlice<Unicode.Scalar>) -> String {
    let whole = takeDigits(from: &scalars)
    guard let sign = scalars.first, sign == "." || sign == "," || sign == "\u{66B}",
      let next = scalars.dropFirst().first, digit(next) != nil
    else { return whole }
    scalars.removeFirst()
    let others = takeDigits(from: &scalars)
    let isThousand = sign == "," && others.utf8.count == 3 && whole != "0"
    return isThousand ? whole + others : "\(whole.isEmpty ? "0" : whole).\(others)"
  }

  private static func takeDigits(from scalars: inout ArraySlice<Unicode.Scalar>) -> String {
    var digits = ""
    while let digit = scalars.first.flatMap(digit) {
      digits += String(digit)
      scalars.removeFirst()
    }
    return digits
  }

  /// The digit of any script that a scalar is; nil if it is none.
  private static func digit(_ scalar: Unicode.Scalar) -> Int? {
    if scalar.isASCII { return ("0"..."9").contains(scalar) ? Int(scalar.value) - 0x30 : nil }
    guard scalar.properties.numericType == .decimal else { return nil }
    return scalar.properties.numericValue.map { Int($0) }
  }
}
