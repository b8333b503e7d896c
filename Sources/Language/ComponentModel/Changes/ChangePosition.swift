/// A position in the changes of a catalog and a user store, from which to resume later, even in another
/// process.
///
/// A position has a number for each of the two stores, because they are written independently: one number for both
/// would lose or repeat concurrent commits. As a text it is the catalog's number, a dot and the user store's, such as
/// `59579082893.59579083001`. `0` precedes everything.
public struct ChangePosition: Hashable, Sendable, LosslessStringConvertible {
  /// The sequence number of the catalog's last change.
  public var catalog: Int64
  /// The sequence number of the user store's last change.
  public var userStore: Int64

  /// The position before all changes.
  public static let beginning = ChangePosition(catalog: 0, userStore: 0)

  /// Creates a position from both stores' numbers.
  public init(catalog: Int64, userStore: Int64) {
    self.catalog = catalog
    self.userStore = userStore
  }

  /// Parses what ``description`` returns; a single number is the catalog's. Nil for any other text.
  public init?(_ description: String) {
    let parts = description.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count) else { return nil }
    let numbers = parts.compactMap { part -> Int64? in
      part.allSatisfy { $0.isASCIIDigit } ? Int64(String(Substring(part))) : nil
    }
    guard numbers.count == parts.count else { return nil }
    self.init(catalog: numbers[0], userStore: numbers.count == 2 ? numbers[1] : 0)
  }

  /// Both numbers, joined by a dot.
  public var description: String { "\(catalog).\(userStore)" }
}
