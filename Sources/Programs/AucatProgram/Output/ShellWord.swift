internal import AudioComponents

/// Quotes text for command lines that are shown for copying.
package enum ShellWord {
  /// A text, quoted so that a shell takes it as one word.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte > 0x7F || Self.isPlain(byte)
    }
    if isPlain && !text.isEmpty { return text }
    return "'" + insideSingleQuotes(text) + "'"
  }

  /// A text as it stands between single quotes. It is read by scalars, because a quote with an accent is a quote to a
  /// shell.
  package static func insideSingleQuotes(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "'" { result += "'\\''" } else { result.unicodeScalars.append(scalar) }
    }
  }

  /// Whether a byte of ASCII means nothing to a shell.
  package static func isPlain(_ byte: UInt8) -> Bool { byte.isASCIILetterOrDigit || "/._-,+=:@%".utf8.contains(byte) }
}
