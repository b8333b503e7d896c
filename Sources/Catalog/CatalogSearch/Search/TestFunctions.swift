internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// The tests of one query, which its SQL calls by number: `aucat_test(number, text)`, and
/// `aucat_has(number, component)`.
struct QueryTests: Sendable {
  var tests: [TextTest]
  var sets: [ComponentSet]
}

/// The SQL functions of one connection. They are installed once, because installing recompiles every statement, and
/// call the tests of the running query.
final class TestFunctions {
  private var isInstalled = false
  private var running: QueryTests?
  private var thrown: (any Error)?

  /// Runs a query of a connection with its tests.
  func run<Result>(_ tests: QueryTests, on connection: Connection, _ body: () throws -> Result) throws -> Result {
    (running, thrown) = (tests, nil)
    if !isInstalled {
      try connection.addFunction("aucat_test", argumentCount: 2, test)
      try connection.addFunction("aucat_has", argumentCount: 2, has)
      try connection.addFunction("aucat_variant", argumentCount: 3, Self.variant)
      try connection.addFunction("aucat_decibels", argumentCount: 1, Self.decibels)
      isInstalled = true
    }
    do {
      return try body()
    } catch {
      // SQLite passes on only the text of a thrown error.
      throw thrown ?? error
    }
  }

  private func test(_ arguments: Arguments) throws -> Value {
    guard let index = arguments.integer(0), let text = arguments.text(1), let tests = running?.tests else {
      return .null
    }
    do {
      return Value(try tests[index].matches(text))
    } catch {
      thrown = error
      throw error
    }
  }

  /// The group of variants of a component with this name, maker and bundle.
  private static func variant(_ arguments: Arguments) -> Value {
    guard let name = arguments.text(0), let bundle = arguments.text(2) else { return .null }
    return Value(VariantName.group(name: name, manufacturer: arguments.text(1), bundle: bundle))
  }

  /// A factor of amplitude in decibels.
  private static func decibels(_ arguments: Arguments) -> Value {
    arguments.number(0).map { .real(ParameterUnit.decibels($0)) } ?? .null
  }

  private func has(_ arguments: Arguments) -> Value {
    guard let index = arguments.integer(0), let row = arguments.integer(1), let sets = running?.sets else {
      return .null
    }
    return Value(sets[index].contains(Int64(row)))
  }
}
