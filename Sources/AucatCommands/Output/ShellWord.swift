/// Texts in command lines that are shown to be copied.
package enum ShellWord {
  /// A text as a shell takes it for one word.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte > 0x7F || Self.isPlain(byte)
    }
    if isPlain && !text.isEmpty { return text }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// Whether a byte of ASCII means nothing to a shell.
  static func isPlain(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "/._-,+=:@%".utf8.contains(byte) }

  /// Whether a byte is a letter or a digit of ASCII.
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
