/// The differences that a comparison of two texts ignores: the modifiers `[c]` and `[d]` of a predicate.
public struct TextOptions: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public let rawValue: UInt8
  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `[c]`: letters that differ only in case are equal (full Unicode case folding).
  public static let ignoringCase = TextOptions(rawValue: 1)
  /// `[d]`: letters that differ only in accents are equal (nonspacing marks are left out).
  public static let ignoringAccents = TextOptions(rawValue: 2)
}

/// A compiled regular expression.
public protocol TextPattern: Sendable {
  /// Whether the whole of `text` matches.
  ///
  /// - Throws: ``TextPatternError/tooSlow`` if the match reached its limit of time or memory.
  func matchesWhole(_ text: String) throws -> Bool
}

/// Why a regular expression could not be used.
public enum TextPatternError: Error, Hashable, Sendable {
  /// The expression is invalid, for this reason.
  case invalid(String)
  /// The match was stopped at its limit of time or memory.
  case tooSlow
}

/// The text rules that modules without ICU need.
///
/// The rules of case, accents and order are Unicode's; module `ICU` implements them and `AudioComponents` passes them
/// to queries and the store. All members may be called from any thread.
public protocol TextRules: Sendable {
  /// The version of the tables behind these rules, as numbers with dots between them. Another version may fold a text,
  /// or split it into words, differently.
  var version: String { get }

  /// `text` in NFC, with the differences that `options` ignores removed. Two texts are equal under the options if their
  /// folded forms have the same bytes; one contains another if its folded form contains the other's.
  func folded(_ text: String, _ options: TextOptions) -> String

  /// The key by which tags are compared: NFC and full case folding, the same in every locale, with the white space at
  /// both ends removed.
  func tagKey(_ text: String) -> String

  /// Compiles a regular expression in ICU's syntax.
  ///
  /// - Throws: ``TextPatternError/invalid(_:)``.
  func pattern(_ expression: String, _ options: TextOptions) throws -> any TextPattern

  /// The collation key of `text` in the caller's locale; compare keys bytewise as unsigned numbers.
  func sortKey(_ text: String) -> [UInt8]

  /// The collation keys of texts that are sorted together: they compare with each other as those of ``sortKey(_:)`` do,
  /// but must not be compared with any other key.
  func sortKeys(of texts: [String]) -> [[UInt8]]

  /// The words of `text` in their order: its runs of letters and digits, folded so that case, accents and width make no
  /// difference. Scripts without spaces are segmented by Unicode's word-break rules.
  func words(of text: String) -> [String]
}
