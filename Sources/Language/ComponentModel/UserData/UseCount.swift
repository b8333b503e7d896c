/// One program's count of the uses of a component.
///
/// Counts only grow: of two counts of a component by the same program, the larger one and the later time are right. So
/// a count may be imported repeatedly, and none is lost if a program restarts its count.
public struct UseCount: Hashable, Sendable {
  /// The URI of the component.
  public var uri: String
  /// The program that counted: `aucat`, or another one such as `ardour`.
  public var source: String
  /// The number of uses, up to 2⁵³.
  public var count: Int
  /// The time of the last use; nil if unknown.
  public var lastUsed: UTCTime?

  /// The source of uses that hosts report to this library.
  package static let aucat = "aucat"
  /// The largest count: 2⁵³, which every JSON parser reads exactly.
  package static let largest = 1 << 53

  /// Creates a count of uses.
  ///
  /// - Returns: nil for a source that does not consist of 1 to 40 letters from `a` to `z`, digits and hyphens, and for
  ///   a count below 0 or above 2⁵³.
  public init?(uri: String, source: String, count: Int, lastUsed: UTCTime?) {
    guard (1...40).contains(source.utf8.count), source.utf8.allSatisfy(Self.isAllowed),
      (0...Self.largest).contains(count)
    else { return nil }
    self.uri = uri
    self.source = source
    self.count = count
    self.lastUsed = lastUsed
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit && byte == byte.loweredASCII || byte == UInt8(ascii: "-")
  }

  /// Merges two counts of the same component and source.
  package func joined(_ other: UseCount) -> UseCount {
    var joined = self
    joined.count = max(count, other.count)
    joined.lastUsed = [lastUsed, other.lastUsed].compactMap(\.self).max()
    return joined
  }
}
