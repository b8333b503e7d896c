/// A code of four printable ASCII characters in 32 bits, most significant byte first, as in Apple's
/// `AudioComponentDescription`. Zero is a wildcard wherever a description is matched.
public struct FourCharCode: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The 32 bits of the code.
  public let rawValue: UInt32

  /// A code with these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The code spelt by four ASCII characters; any other literal gives the wildcard.
  public init(stringLiteral value: String) {
    let bytes = Array(value.utf8)
    let isCode = bytes.count == 4 && bytes.allSatisfy { (0x20...0x7E).contains($0) }
    self.init(rawValue: isCode ? bytes.reduce(0) { $0 << 8 | UInt32($1) } : 0)
  }

  /// The wildcard: matches every code.
  public static let any = FourCharCode(rawValue: 0)

  /// The code derived from `text`: the same on every machine, and never the wildcard.
  ///
  /// LV2 identifies a plugin by its URI, so Apple's subtype and manufacturer codes have no source in a bundle. They are
  /// derived: four letters or digits taken from the 64-bit FNV-1a hash of the UTF-8 bytes. About one in 14.8 million
  /// pairs of texts shares a code; the URI, not the code, is the identity.
  public static func derived(from text: String) -> FourCharCode {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var code: UInt32 = 0
    for _ in 0..<4 {
      code = code << 8 | UInt32(alphabet[Int(hash % UInt64(alphabet.count))])
      hash /= UInt64(alphabet.count)
    }
    return FourCharCode(rawValue: code)
  }

  /// The code as four characters.
  public var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) }
    return String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
}

/// A search for components by their codes: corresponds to Apple's `AudioComponentDescription`. A field that is
/// ``FourCharCode/any`` (zero) matches everything.
public struct ComponentDescription: Hashable, Sendable {
  /// Apple's type code; see ``ComponentType/code``.
  public var type: FourCharCode
  /// The component's code, derived from its URI; see ``FourCharCode/derived(from:)``.
  public var subType: FourCharCode
  /// The manufacturer's code, derived from the manufacturer's name.
  public var manufacturer: FourCharCode

  /// A description by codes; omitted ones match everything.
  public init(type: FourCharCode = .any, subType: FourCharCode = .any, manufacturer: FourCharCode = .any) {
    self.type = type
    self.subType = subType
    self.manufacturer = manufacturer
  }

  /// A description that matches every component of a type.
  public init(type: ComponentType) { self.init(type: type.code) }

  /// Whether every field of this description that is not a wildcard equals the other's.
  public func matches(_ other: ComponentDescription) -> Bool {
    (type == .any || type == other.type)
      && (subType == .any || subType == other.subType)
      && (manufacturer == .any || manufacturer == other.manufacturer)
  }
}
