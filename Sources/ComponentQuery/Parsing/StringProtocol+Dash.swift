/// The dashes that exclude the word directly after them.
extension StringProtocol {
  /// Whether it begins with a dash: ASCII's, or one that editors, phones and web pages put in its place.
  package var beginsWithDash: Bool {
    guard let byte = utf8.first, byte == UInt8(ascii: "-") || byte >= 0xE2 else { return false }
    return unicodeScalars.first.map(\.isDash) == true
  }

  /// Whether it is a dash and nothing more.
  package var isDash: Bool { beginsWithDash && unicodeScalars.count == 1 }
}

extension Unicode.Scalar {
  fileprivate var isDash: Bool {
    switch self {
    // A minus sign, and the small and the full-width form of ASCII's.
    case "-", "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FE63}", "\u{FF0D}": true
    default: false
    }
  }
}
