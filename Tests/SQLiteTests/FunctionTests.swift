import SQLite
import TestSupport
import Testing

/// Functions that statements call.
@Suite struct FunctionTests {
  private struct Refused: Error, CustomStringConvertible { let description = "it can't be halved" }
  private let database: Database
  private var connection: Connection { database.connection }

  init() throws { database = try Database() }

  @Test func aFunctionSeesItsArgumentsAndGivesAnyValue() throws {
    try connection.addFunction("echo", argumentCount: 1) { arguments in
      #expect(arguments.count == 1)
      return arguments.text(0).map(Value.init) ?? arguments.integer(0).map { Value($0) } ?? .null
    }
    for text in ["", "é", "plain"] {
      #expect(try database.row("SELECT echo(?) AS value", [Value(text)]).text("value") == text)
    }
    #expect(try connection.number("SELECT echo(?)", [Value(Int64.min)]) == .min)
    #expect(try connection.number("SELECT echo(NULL)") == nil)
    #expect(try connection.number("SELECT echo(1.5)") == nil, "a real number is neither a text nor whole")
  }

  @Test func positionsBeyondTheArgumentsHaveNoValue() throws {
    try connection.addFunction("beyond", argumentCount: 1) { arguments in
      Value(arguments.text(1) == nil && arguments.integer(7) == nil)
    }
    #expect(try connection.number("SELECT beyond('x')") == 1)
  }

  @Test func realNumbersAreGiven() throws {
    try connection.addFunction("half", argumentCount: 1) { Value(Double($0.integer(0) ?? 0) / 2) }
    #expect(try database.row("SELECT half(3) AS value").optionalNumber("value") == 1.5)
  }

  @Test func anErrorOfAFunctionEndsTheStatement() throws {
    try connection.addFunction("half", argumentCount: 1) { arguments in
      guard let number = arguments.integer(0), number % 2 == 0 else { throw Refused() }
      return Value(number / 2)
    }
    let error = failure { _ = try connection.numbers("SELECT half(value) FROM json_each('[2, 4, 5, 6]')") }
    #expect(error?.code == .error && error?.message == "it can't be halved" && error?.path == database.path)
    #expect(try connection.numbers("SELECT half(value) FROM json_each('[2, 4]')") == [1, 2])
  }

  @Test func aFunctionOfTheSameNameReplacesTheFirst() throws {
    for number in 1...3 { try connection.addFunction("which", argumentCount: 0) { _ in Value(number) } }
    #expect(try connection.number("SELECT which()") == 3)
  }

  @Test func aFunctionIsLetGoWithItsConnection() throws {
    final class Token {}
    weak var token: Token?
    do {
      let kept = Token()
      token = kept
      let other = try Connection(":memory:", for: .writing)
      try other.addFunction("keep", argumentCount: 0) { _ in Value(kept === token) }
      #expect(try other.number("SELECT keep()") == 1)
    }
    #expect(token == nil)
  }
}
