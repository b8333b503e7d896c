import ComponentModel

extension ComponentPredicate: CustomStringConvertible {
  /// The canonical text; parsing it gives the same tree, for every tree that the parser can make. It has no control
  /// characters.
  public var description: String {
    if case .text(let words) = self { return printedWords(words) }
    return operandDescription
  }

  /// The canonical text of a predicate that is part of a larger one.
  package var operandDescription: String {
    var text = ""
    print(into: &text)
    return text
  }

  private func print(into text: inout String) {
    switch self {
    case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .not(let operand):
      text += "NOT "
      operand.printOperand(into: &text, inParentheses: operand.isChain)
    case .and(let operands): Self.print(operands, joinedBy: " AND ", parenthesize: { $0.isChain }, into: &text)
    case .or(let operands): Self.print(operands, joinedBy: " OR ", parenthesize: { $0.isDisjunction }, into: &text)
    case .comparison(let comparison): text += comparison.description
    case .text(let words): text += "~ " + printedString(printedWords(words))
    case .saved(let name): text += "IN " + printedString(name)
    }
  }

  private static func print(
    _ operands: [ComponentPredicate], joinedBy connective: String, parenthesize: (ComponentPredicate) -> Bool,
    into text: inout String
  ) {
    for (index, operand) in operands.enumerated() {
      if index > 0 { text += connective }
      operand.printOperand(into: &text, inParentheses: parenthesize(operand))
    }
  }

  private func printOperand(into text: inout String, inParentheses: Bool) {
    if inParentheses { text += "(" }
    print(into: &text)
    if inParentheses { text += ")" }
  }

  private var isDisjunction: Bool { if case .or = self { true } else { false } }

  private var isChain: Bool { if case .and = self { true } else { isDisjunction } }
}

extension Comparison: CustomStringConvertible {
  /// The comparison in its canonical form.
  public var description: String {
    var text = quantifier.map { $0.rawValue + " " } ?? ""
    text += Key.Reference(key, isCount: isCount).spelling + " " + comparisonOperator.rawValue + printedOptions + " "
    value.print(into: &text, bare: key.kind == .enumeration)
    return text
  }

  private var printedOptions: String {
    guard !options.isEmpty else { return "" }
    return "[" + (options.contains(.ignoringCase) ? "c" : "") + (options.contains(.ignoringAccents) ? "d" : "") + "]"
  }
}

extension Comparison.Value {
  fileprivate func print(into text: inout String, bare: Bool) {
    switch self {
    case .null: text += "nil"
    case .text(let value): text += bare ? value : printedString(value)
    case .number(let number): text += printedNumber(number)
    case .flag(let flag): text += flag ? "yes" : "no"
    case .set, .range:
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += ", " }
        member.print(into: &text, bare: bare)
      }
      text += "}"
    }
  }
}

/// A whole number without a fraction, any other with the fewest digits that round-trip.
package func printedNumber(_ number: Double) -> String {
  if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return String(whole) }
  return number.description
}
