import SQLite
import TestSupport
import Testing

/// Functions that statements call.
struct FunctionTests {
  private struct Refused: Error, CustomStringConvertible { let description = "it can't be halved" }
  private let database: Database
  private var connection: Connection { database.connection }

  init() throws { database = try Database() }

  @Test("a function sees its arguments and no more, gives any value, and is replaced by the next of its name")
  func values() throws {
    try connection.addFunction("echo", argumentCount: 1) { arguments in
      verify(arguments.count == 1 && arguments.text(1) == nil && arguments.integer(7) == nil)
      return arguments.text(0).map(Value.init) ?? arguments.integer(0).map { Value($0) } ?? .null
    }
    for text in ["", "é", "plain", "a\0b"] {
      try verify(database.row("SELECT echo(?) AS value", [Value(text)]).text("value"), equals: text)
    }
    try verify(connection.number("SELECT echo(?)", [Value(Int64.min)]), equals: .min)
    try verify(connection.number("SELECT echo(NULL)") == nil)
    try verify(connection.number("SELECT echo(1.5)") == nil, "a real number is neither a text nor whole")
    try connection.addFunction("half", argumentCount: 1) { Value(Double($0.integer(0) ?? 0) / 2) }
    try verify(database.row("SELECT half(3) AS value").optionalNumber("value"), equals: 1.5)
    for number in 1...3 { try connection.addFunction("which", argumentCount: 0) { _ in Value(number) } }
    try verify(connection.number("SELECT which()"), equals: 3)
  }

  @Test func anErrorOfAFunctionEndsTheStatement() throws {
    try connection.addFunction("half", argumentCount: 1) { arguments in
      guard let number = arguments.integer(0), number % 2 == 0 else { throw Refused() }
      return Value(number / 2)
    }
    let error = verify(throws: SQLiteError.self) {
      try connection.numbers("SELECT half(value) FROM json_each('[2, 4, 5, 6]')")
    }
    verify(error?.code == .error && error?.message == "it can't be halved" && error?.path == database.path)
    try verify(connection.numbers("SELECT half(value) FROM json_each('[2, 4]')"), equals: [1, 2])
  }

  @Test func aFunctionIsLetGoWithItsConnection() throws {
    final class Token {}
    weak var token: Token?
    do {
      let kept = Token()
      token = kept
      let other = try Connection(":memory:", for: .writing)
      try other.addFunction("keep", argumentCount: 0) { _ in Value(kept === token) }
      try verify(other.number("SELECT keep()"), equals: 1)
    }
    verify(token == nil)
  }
}
