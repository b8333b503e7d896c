import Testing

@testable import ComponentStore

// Otherwise each message of a test over both stores shows their whole SQL.
extension StoreKind: CustomTestStringConvertible {
  public var testDescription: String { name }
}
