private import CICU
package import Texts

/// Unicode's text rules as ICU implements them, with the collation of one locale.
///
/// Safe to use from any thread; the collator is opened when it is first needed.
package final class UnicodeRules: TextRules {
  private let locale: LocaleIdentifier
  private let collator: LockedCollator

  /// The rules with the collation of a locale. Folding does not depend on it.
  package init(locale: LocaleIdentifier) {
    self.locale = locale
    collator = LockedCollator(locale: locale.identifier)
  }

  /// See ``TextRules/version``: the version of ICU.
  package var version: String { Self.version }

  /// The version of ICU, known without loading it.
  // SAFETY: The text is a constant of the program.
  package static var version: String { String(cString: aucatICUVersion()) }

  /// See ``TextRules/folded(_:_:)``. Malformed parts become U+FFFD.
  package func folded(_ text: String, _ options: TextOptions) -> String {
    if let ascii = Self.foldedASCII(text, options) { return ascii }
    return Self.fold(text, case: options.contains(.ignoringCase), accents: options.contains(.ignoringAccents))
  }

  /// See ``TextRules/tagKey(_:)``.
  package func tagKey(_ text: String) -> String {
    let trimmed = Self.trimmed(text)
    return Self.foldedASCII(trimmed, .ignoringCase) ?? Self.fold(trimmed, case: true, accents: false)
  }

  /// See ``TextRules/pattern(_:_:)``; a match is stopped after at most about 10 ms.
  package func pattern(_ expression: String, _ options: TextOptions) throws -> any TextPattern {
    try Pattern(folded(expression, options.intersection(.ignoringAccents)), options: options, rules: self)
  }

  /// See ``TextRules/sortKey(_:)``.
  package func sortKey(_ text: String) -> [UInt8] { collator.key(text) }

  /// See ``TextRules/sortKeys(of:)``. English names in ASCII need no ICU.
  package func sortKeys(of texts: [String]) -> [[UInt8]] {
    (locale.isPlainEnglish ? ASCIICollation.keys(of: texts) : nil) ?? texts.map(collator.key)
  }

  /// See ``TextRules/words(of:)``.
  package func words(of text: String) -> [String] {
    if let words = ASCIIWords.words(of: text) { return words }
    let lines = text.withUTF8Bytes { bytes, count in
      withGrowingBuffer(text.utf8.count * 2 + 16, of: CChar.self) { aucatWords(bytes, count, $0, $1) }
    }
    return (lines ?? []).split(separator: 0x0A).map { String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self) }
  }

  /// The fast path: most names are ASCII, for which folding is lowercasing.
  private static func foldedASCII(_ text: String, _ options: TextOptions) -> String? {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    guard isASCII else { return nil }
    guard options.contains(.ignoringCase) else { return text }
    return String(decoding: text.utf8.map(\.loweredASCII), as: UTF8.self)
  }

  private static func fold(_ text: String, case ignoresCase: Bool, accents ignoresAccents: Bool) -> String {
    text.withUTF8Bytes { bytes, count in
      let folded = withGrowingBuffer(text.utf8.count * 2 + 16, of: CChar.self) { buffer, capacity in
        aucatFold(bytes, count, ignoresCase, ignoresAccents, buffer, capacity)
      }
      return folded.map { String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self) } ?? text
    }
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
