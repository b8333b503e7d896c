import Testing

@testable import ComponentStore

extension StoreKind: CustomTestStringConvertible {
  /// The store's name: otherwise each message of a test over both stores shows their whole SQL.
  public var testDescription: String { name }
}
