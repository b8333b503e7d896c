internal import AudioComponents
internal import ComponentValidation

/// The tests of a validation.
enum TestList {
  /// As a table.
  static var text: String {
    let width = ValidationTest.allCases.map(\.rawValue.count).max() ?? 0
    return ValidationTest.allCases.map { test in
      let padding = String(repeating: " ", count: width - test.rawValue.count + 2)
      let level = test.level.rawValue
      return test.rawValue + padding + level + String(repeating: " ", count: 8 - level.count) + test.promise + "\n"
    }.joined()
  }

  /// As a JSON array.
  static var json: String {
    JSON.array(
      ValidationTest.allCases.map { test in
        .object([
          ("test", .string(test.rawValue)), ("level", .string(test.level.rawValue)), ("promise", .string(test.promise)),
        ])
      }
    ).encoded + "\n"
  }
}
