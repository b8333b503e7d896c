/// How often one program has counted uses of a component.
///
/// A count only grows: of two counts of one component by one program, the larger is true, and the later time. So a count
/// may be imported as often as anybody likes, and none is lost where a program begins to count anew.
public struct UseCount: Hashable, Sendable {
  /// The component's URI.
  public var uri: String
  /// Who has counted: ``aucat``, or the program that it was imported from, such as `ardour`.
  public var source: String
  /// How often, up to ``largest``.
  public var count: Int
  /// When last; nil where that is not known.
  public var lastUsed: UTCTime?

  /// What hosts have told this library.
  public static let aucat = "aucat"
  /// The largest count: 2⁵³, which every reader of JSON takes as it is.
  public static let largest = 1 << 53

  /// A count.
  ///
  /// - Returns: nil for a source that is not of the letters `a` to `z`, digits and dashes, 1 to 40 of them, and for a count
  ///   below 0 or above ``largest``.
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
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// This count and another one of the same component and source, as one.
  public func joined(_ other: UseCount) -> UseCount {
    var joined = self
    joined.count = max(count, other.count)
    joined.lastUsed = [lastUsed, other.lastUsed].compactMap(\.self).max()
    return joined
  }
}
