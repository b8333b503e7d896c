internal import AudioComponents

/// Makes text from files harmless for a terminal.
package enum Escaping {
  /// The text with control characters, line breaks and bidirectional controls escaped: `\x1b`, `\u{202e}`.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if isHarmful(scalar) { result += spelt(scalar) } else { result.unicodeScalars.append(scalar) }
    }
  }

  /// The text with each quote of one kind written twice, as needed between quotes in CSV or YAML. It is read by
  /// scalars, because a quote with an accent is a quote to other programs.
  package static func doubled(_ quote: Unicode.Scalar, in text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == quote { result.unicodeScalars.append(scalar) }
      result.unicodeScalars.append(scalar)
    }
  }

  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func spelt(_ scalar: Unicode.Scalar) -> String {
    if scalar.value < 0x100 { return "\\x" + String(scalar.value, radix: 16, width: 2) }
    return "\\u{\(String(scalar.value, radix: 16))}"
  }
}
