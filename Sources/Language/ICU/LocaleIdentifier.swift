internal import Texts

private import CICU

/// A language with its region, as ICU names it.
public struct LocaleIdentifier: Hashable, Sendable {
  /// ICU's canonical name: `pt_BR`, `zh_Hant_TW`, `en`.
  public let identifier: String

  /// English, which is used if no other language is known.
  public static let english = LocaleIdentifier(identifier: "en")

  private init(identifier: String) { self.identifier = identifier }

  /// The locale that a user means by a text like `sv_SE.UTF-8` or `zh-tw`; English for `C`, `POSIX` and invalid text.
  public init(_ text: String) {
    let plain = text.prefix { $0 != "." && $0 != "@" }
    let isName = !plain.isEmpty && plain.utf8.count < 64 && plain.utf8.allSatisfy(Self.isNameByte)
    guard isName, plain != "C", plain != "POSIX" else {
      self = .english
      return
    }
    let name = Self.isEnglish(plain) ? String(plain) : Self.text(String(plain), by: aucatLocaleCanonical) ?? ""
    let language = name.prefix { $0 != "_" }
    self.init(identifier: (2...3).contains(language.count) && language.allSatisfy(\.isLetter) ? name : "en")
  }

  /// The locale of a process with this environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not
  /// empty.
  package init(environment: [String: String]) {
    let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    self.init(value ?? "C")
  }

  /// Whether the identifier is `en` or has the form of `en_GB`, for which no ICU is needed.
  var isPlainEnglish: Bool { Self.isEnglish(identifier[...]) }

  private static func isEnglish(_ name: Substring) -> Bool {
    name == "en"
      || name.utf8.count == 5 && name.hasPrefix("en_") && name.utf8.suffix(2).allSatisfy { (0x41...0x5A).contains($0) }
  }

  /// The language code: `pt` for `pt_BR`.
  public var language: String { String(identifier.prefix { $0 != "_" }) }

  /// The language tags that authors may use for this locale, the closest first, in lower case:
  /// `pt-br`, `pt`. For Chinese they include the script: `zh-tw`, `zh-hant`, `zh`.
  package var languageTags: [String] {
    guard language == "zh" else { return ownLanguageTags }
    let script = scriptIdentifier.lowercased().split(separator: "_").joined(separator: "-")
    return ownLanguageTags.filter { $0 != script && $0 != "zh" } + [script, "zh"]
  }

  private var ownLanguageTags: [String] {
    var tags: [String] = []
    var rest = identifier.lowercased().split(separator: "_").filter { !$0.isEmpty }
    while !rest.isEmpty {
      tags.append(rest.joined(separator: "-"))
      rest.removeLast()
    }
    return tags
  }

  /// The locale whose resources to use if the language has no file of its own: Bokmål for `no`, Brazilian Portuguese
  /// for `pt`, simplified characters for `zh`.
  package var resourceIdentifier: String {
    switch language {
    case "no", "nn": "nb"
    case "pt": "pt_BR"
    case "zh" where identifier == "zh": "zh_Hans"
    default: identifier
    }
  }

  /// The language with the script that it is most likely written in: `zh_Hant` for `zh_TW`.
  package var scriptIdentifier: String { Self.text(identifier, by: aucatLocaleLanguage) ?? identifier }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || "_-".utf8.contains(byte)
  }

  /// Whether a language tag (BCP 47) begins with a language code. ISO 639 has thousands of codes of three letters, and
  /// ICU knows only some hundreds of them, so any three letters count. Tags that begin with `x-` or `i-` may name any
  /// language.
  package static func isLanguage(_ tag: String) -> Bool {
    let code = tag.prefix { $0 != "-" }.lowercased()
    switch code.utf8.count {
    case 1: return (code == "x" || code == "i") && tag.utf8.count > 2
    case 2: return aucatIsLanguage(code)
    default: return code.utf8.count == 3
    }
  }

  /// The language that most people of a region speak: `ja` for `jp`; nil if ISO 3166 has no such region.
  package static func language(ofRegion code: String) -> String? {
    code.utf8.count == 2 && code.utf8.allSatisfy(isNameByte) ? text(code.uppercased(), by: aucatRegionLanguage) : nil
  }

  private static func text(
    _ locale: String, by call: (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>, Int32) -> Int32
  ) -> String? {
    var buffer = [CChar](repeating: 0, count: 160)
    // SAFETY: `call` gets the size of the buffer, writes no more, and returns how much it has written or a negative
    // number.
    let count = locale.withCString { call($0, &buffer, Int32(buffer.count)) }
    return count < 0 ? nil : String(decoding: buffer[..<Int(count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
