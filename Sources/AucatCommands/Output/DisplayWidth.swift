/// The number of terminal columns that a text occupies.
enum DisplayWidth {
  static func of(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + width(of: $1) }
  }

  /// The text cut to a width, with an ellipsis where something is missing.
  static func cut(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var taken = 0
    var result = ""
    for character in text {
      taken += self.width(of: character)
      guard taken < width else { break }
      result.append(character)
    }
    return width > 0 ? result + "…" : ""
  }

  private static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .format { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  /// The wide and fullwidth ranges of Unicode's East Asian Width, and pictographs that terminals draw wide.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
