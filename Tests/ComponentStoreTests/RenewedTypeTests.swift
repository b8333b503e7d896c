import ComponentModel
import SQLite
import TestSupport
import Testing

@testable import ComponentStore

/// A catalog from before a rule of types has changed.
@Suite struct RenewedTypeTests {
  private let small: SmallCatalog

  init() throws { small = try SmallCatalog() }

  private func types() throws -> [String] {
    try Connection(small.path, for: .reading).texts("SELECT type FROM component ORDER BY uri")
  }

  @Test("the same description gets the type that today's rules give it, and only that component has changed")
  func renewal() throws {
    let expected = try types()
    do {
      let connection = try Connection(small.path, for: .writing)
      try connection.run("UPDATE component SET type = 'Output', changed_at = 'then'")
      try connection.run("UPDATE component SET type = ? WHERE uri = 'urn:b'", [Value(expected[1])])
    }
    try SmallCatalog.write(to: small.path)
    #expect(try types() == expected)
    let times = try Connection(small.path, for: .reading).texts("SELECT changed_at FROM component ORDER BY uri")
    #expect(times[0] != "then" && times[1] == "then")
  }
}
