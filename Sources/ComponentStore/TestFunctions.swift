internal import ComponentModel
internal import ComponentQuery
internal import GRDB
internal import Synchronization

/// The tests of one query, which its SQL asks by number: `aucat_test(number, text)`.
struct QueryTests: Sendable {
  var tests: [TextTest]
  var rules: any TextRules
}

/// The SQL functions of one connection. They are installed once, since that makes SQLite compile every statement anew, and
/// ask the tests of the query that is running.
final class TestFunctions: Sendable {
  private let running = Mutex<Running>(Running())

  private struct Running {
    var isInstalled = false
    var tests: QueryTests?
    var thrown: (any Error)?
  }

  /// Runs a query of a connection with its tests.
  func run<Result>(_ tests: QueryTests, on connection: Database, _ body: () throws -> Result) throws -> Result {
    let isInstalled = running.withLock { running in
      defer { running = Running(isInstalled: true, tests: tests) }
      return running.isInstalled
    }
    if !isInstalled {
      connection.add(function: test)
      connection.add(function: fold)
    }
    do {
      return try body()
    } catch {
      // SQLite carries only the text of what a test has thrown.
      throw running.withLock { $0.thrown } ?? error
    }
  }

  private var test: DatabaseFunction {
    DatabaseFunction("aucat_test", argumentCount: 2, pure: true) { [self] values in
      guard let text = String.fromDatabaseValue(values[1]), let index = Int.fromDatabaseValue(values[0]),
        let tests = running.withLock({ $0.tests?.tests })
      else { return nil }
      do {
        return try tests[index].matches(text) ? 1 : 0
      } catch {
        running.withLock { $0.thrown = error }
        throw error
      }
    }
  }

  private var fold: DatabaseFunction {
    DatabaseFunction("aucat_fold", argumentCount: 1, pure: true) { [self] values in
      guard let rules = running.withLock({ $0.tests?.rules }) else { return nil }
      return String.fromDatabaseValue(values[0]).map { rules.folded($0, [.ignoringCase, .ignoringAccents]) }
    }
  }
}
