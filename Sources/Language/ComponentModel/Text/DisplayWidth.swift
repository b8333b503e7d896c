/// The number of terminal columns that a text occupies, as `wcwidth(3)` counts them: the sum over its scalars.
package enum DisplayWidth {
  /// The number of columns of a text.
  package static func of(_ text: some StringProtocol) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  /// The text cut to a width, with an ellipsis where something is missing. No character is cut in two.
  package static func cut(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var taken = 0
    var result = ""
    for character in text {
      taken += character.unicodeScalars.reduce(0) { $0 + self.width(of: $1) }
      guard taken < width else { break }
      result.append(character)
    }
    return width > 0 ? result + "…" : ""
  }

  /// The text cut to a width by replacing its middle with an ellipsis; its end keeps at most a third of the width.
  package static func cutInside(_ text: String, to width: Int) -> String {
    guard of(text) > width, width > 4 else { return cut(text, to: width) }
    var end = ""
    for character in text.reversed() {
      guard of(end) + of(String(character)) <= width / 3 else { break }
      end = String(character) + end
    }
    return cut(text, to: width - of(end)) + end
  }

  /// The text in lines of at most a width, broken at spaces, and within a word only if it is wider than a line.
  ///
  /// - Parameter indent: the number of spaces before each line.
  package static func lines(_ text: String, indent: Int = 0, width: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let room = max(2, width - indent)
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, of(last) + 1 + of(word) <= room {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines += pieces(of: word, width: room)
      }
    }
    return lines.map { margin + $0 }
  }

  private static func pieces(of word: Substring, width: Int) -> [String] {
    var pieces = [""]
    for character in word {
      if of(pieces[pieces.count - 1]) + of(String(character)) > width { pieces.append("") }
      pieces[pieces.count - 1].append(character)
    }
    return pieces
  }

  /// Items separated by commas, in lines of at most a width; an item that is wider has a line of its own.
  package static func list(_ items: [String], indent: Int, width: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for (index, item) in items.enumerated() {
      let text = item + (index < items.count - 1 ? "," : "")
      if let last = lines.last, of(last) + 1 + of(text) <= width {
        lines[lines.count - 1] = last + " " + text
      } else {
        lines.append(margin + text)
      }
    }
    return lines
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    if isInvisible(scalar) { return 0 }
    return isWide(scalar.value) ? 2 : 1
  }

  /// Whether a scalar takes no column: a mark on another character, a format character, or a Hangul vowel or final
  /// consonant that joins what precedes it.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return true
    // Prepended concatenation marks, which enclose the characters after them.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
    default:
      let category = scalar.properties.generalCategory
      return category == .nonspacingMark || category == .enclosingMark || category == .format
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var (low, high) = (0, wide.count)
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value)
  }

  /// The wide and fullwidth ranges of Unicode 15's East Asian Width.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
    0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
    0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
    0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
    0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
    0x3041...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAD9,
    0xFE10...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335,
    0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0,
    0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D,
    0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
    0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF,
    0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945,
    0x1F947...0x1F9FF, 0x1FA70...0x1FAF8, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
