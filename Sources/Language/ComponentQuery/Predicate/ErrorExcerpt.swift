internal import ComponentModel

/// The part of a text around a column, with a caret below it.
struct ErrorExcerpt {
  let line: String
  let caretLine: String

  /// The number of characters to show on each side of the column.
  private static let reach = 48

  /// The excerpt around the character at `column`, from 1; the column after the last character is its end. Nil for a
  /// column outside the text.
  init?(of text: String, around column: Int) {
    guard column >= 1, let index = text.index(text.startIndex, offsetBy: column - 1, limitedBy: text.endIndex)
    else { return nil }
    let before = text[..<index].suffix(Self.reach + 1).lastLine
    let after = text[index...].prefix(Self.reach + 1).firstLine
    let shownBefore = before.suffix(Self.reach)
    let shownAfter = after.prefix(Self.reach)
    let lead = (shownBefore.startIndex > before.startIndex ? "…" : "") + shownBefore.map(Self.shown).joined()
    let tail = shownAfter.map(Self.shown).joined() + (shownAfter.endIndex < after.endIndex ? "…" : "")
    line = lead + tail
    caretLine = String(repeating: " ", count: DisplayWidth.of(lead)) + "^"
  }

  /// A printable form of a character: a tab becomes a space, so that the caret stays below its column.
  private static func shown(_ character: Character) -> String {
    if character == "\t" { return " " }
    return character.unicodeScalars.contains(where: \.isUnsafeOnTerminal) ? "\u{FFFD}" : String(character)
  }
}

extension Substring {
  /// The text after the last line break.
  fileprivate var lastLine: Substring {
    guard let lineBreak = lastIndex(where: \.isNewline) else { return self }
    return self[index(after: lineBreak)...]
  }

  /// The text before the first line break.
  fileprivate var firstLine: Substring { prefix { !$0.isNewline } }
}

extension Unicode.Scalar {
  /// Whether a terminal would act on the scalar instead of showing it: C0, C1 and bidirectional controls, and the line
  /// and paragraph separators.
  var isUnsafeOnTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
