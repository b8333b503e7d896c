import ComponentModel

/// `text` in quotes, with terminal control characters escaped.
func printedString(_ text: String) -> String {
  var printed = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": printed += "\\" + String(scalar)
    case "\n": printed += "\\n"
    case "\t": printed += "\\t"
    case _ where scalar.isUnsafeOnTerminal: printed += escape(scalar)
    default: printed.unicodeScalars.append(scalar)
    }
  }
  return printed + "\""
}

/// The escape of a scalar below U+10000, as all unsafe ones are.
private func escape(_ scalar: Unicode.Scalar) -> String {
  "\\u" + String(scalar.value, radix: 16, width: 4)
}

/// The words of free text, as the whole text of a predicate or as the string after `~`.
func printedWords(_ words: [String]) -> String { words.map(printedWord).joined(separator: " ") }

/// A word of free text: bare if that is unambiguous, else in quotes. After a key, a word that is nearly an operator
/// would be taken for one.
private func printedWord(_ word: String) -> String {
  let isBare =
    !word.isEmpty && word.utf8.allSatisfy(\.isASCIILetterOrDigit) && Keyword(rawValue: loweredASCII(word)) == nil
  return isBare && !isNearOperator(word) ? word : printedString(word)
}
