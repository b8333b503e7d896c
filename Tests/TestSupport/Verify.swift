public import Testing

// What `#expect` and `#require` check, as functions: an expansion of a macro takes five times as long to compile as a
// call, and `==` of two operands, which has a hundred overloads, longer still. There are thousands of checks.

/// Records an issue unless a condition holds.
public func verify(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if condition { return }
  fail("the condition does not hold", comment(), fileID, filePath, line, column)
}

/// Records an issue unless a value is as expected.
public func verify<Value: Equatable>(
  _ value: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if value == expected { return }
  fail("\(value) instead of \(expected)", comment(), fileID, filePath, line, column)
}

/// Records an issue unless an error of a type is thrown; for `Never`, if any is.
///
/// - Returns: the error.
@discardableResult
public func verify<Failure: Error, Result>(
  throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column, _ body: () throws -> Result
) -> Failure? {
  do {
    _ = try body()
    if type != Never.self { fail("no \(type) was thrown", comment(), fileID, filePath, line, column) }
  } catch let error as Failure {
    return error
  } catch {
    fail("\(error) was thrown instead of \(type)", comment(), fileID, filePath, line, column)
  }
  return nil
}

/// Records an issue unless this error is thrown.
///
/// - Returns: the error.
@discardableResult
public func verify<Failure: Error & Equatable, Result>(
  throws expected: Failure, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column, _ body: () throws -> Result
) -> Failure? {
  do {
    _ = try body()
    fail("no error was thrown instead of \(expected)", comment(), fileID, filePath, line, column)
  } catch {
    if error as? Failure == expected { return expected }
    fail("\(error) was thrown instead of \(expected)", comment(), fileID, filePath, line, column)
  }
  return nil
}

/// A test that can't go on.
public struct RequirementFailed: Error {}

/// A value that must be there.
///
/// - Throws: ``RequirementFailed`` after recording an issue.
public func demand<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> Value {
  if let value { return value }
  fail("there is no \(Value.self)", comment(), fileID, filePath, line, column)
  throw RequirementFailed()
}

/// Checks a condition without which the test can't go on.
///
/// - Throws: ``RequirementFailed`` after recording an issue.
public func demand(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
  if condition { return }
  fail("the condition does not hold", comment(), fileID, filePath, line, column)
  throw RequirementFailed()
}

private func fail(
  _ what: String, _ comment: Comment?, _ fileID: String, _ filePath: String, _ line: Int, _ column: Int
) {
  let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  Issue.record(comment.map { "\(what): \($0.rawValue)" } ?? "\(what)", sourceLocation: place)
}
