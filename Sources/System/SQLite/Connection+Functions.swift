private import CSQLite

extension Connection {
  /// A pure function that statements can call: its value depends only on its arguments (`SQLITE_DETERMINISTIC`).
  package typealias Function = (Arguments) throws -> Value

  /// Lets statements call a function (`sqlite3_create_function_v2`). All compiled statements are then compiled again.
  ///
  /// - Parameter body: an error that it throws ends the statement; SQLite passes on only its text.
  package func addFunction(
    _ name: String, argumentCount: Int32, _ body: @escaping Function
  ) throws(SQLiteError) {
    // SAFETY: SQLite owns the box from the call on, and calls the destructor once, even if the call fails.
    let context = Unmanaged.passRetained(FunctionBox(body)).toOpaque()
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    let status = sqlite3_create_function_v2(
      handle, name, argumentCount, flags, context, callFunction, nil, nil, { Unmanaged<FunctionBox>.release($0) })
    guard status == SQLITE_OK else { throw failure }
  }
}

/// The arguments of one call of a function. Valid until the function returns.
package struct Arguments {
  fileprivate let values: UnsafeMutablePointer<OpaquePointer?>?
  /// The number of arguments.
  package let count: Int

  /// An argument that is text; nil for NULL and any other type.
  package func text(_ position: Int) -> String? {
    guard let value = value(position), sqlite3_value_type(value) == SQLITE_TEXT, let bytes = sqlite3_value_text(value)
    else { return nil }
    // SAFETY: SQLite keeps the bytes for the duration of the call, and they are copied here.
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// An argument that is a whole number; nil for NULL and any other type.
  package func integer(_ position: Int) -> Int? {
    guard let value = value(position), sqlite3_value_type(value) == SQLITE_INTEGER else { return nil }
    return Int(sqlite3_value_int64(value))
  }

  /// An argument that is a number; nil for NULL and any other type.
  package func number(_ position: Int) -> Double? {
    guard let value = value(position) else { return nil }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER, SQLITE_FLOAT: return sqlite3_value_double(value)
    default: return nil
    }
  }

  func value(_ position: Int) -> OpaquePointer? { position < count ? values?[position] : nil }
}

private final class FunctionBox {
  let body: Connection.Function

  init(_ body: @escaping Connection.Function) { self.body = body }
}

// SAFETY: SQLite passes the box that `addFunction` has retained for it, and doesn't use it afterwards.
extension Unmanaged where Instance == FunctionBox {
  fileprivate static func release(_ context: UnsafeMutableRawPointer?) {
    if let context { fromOpaque(context).release() }
  }
}

private func callFunction(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let box = sqlite3_user_data(context) else { return sqlite3_result_null(context) }
  // SAFETY: SQLite owns the box as long as the function is installed.
  let function = Unmanaged<FunctionBox>.fromOpaque(box).takeUnretainedValue().body
  do {
    switch try function(Arguments(values: values, count: Int(count))) {
    case .null: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .blob(let bytes):
      // SAFETY: SQLITE_TRANSIENT makes SQLite copy the bytes before the call returns.
      bytes.withUnsafeBytes {
        sqlite3_result_blob(
          context, $0.baseAddress, Int32($0.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    case .text(let text):
      // The length is passed, because the text may contain a null character.
      let length = Int32(clamping: text.utf8.count)
      // SAFETY: SQLITE_TRANSIENT makes SQLite copy the text before the call returns.
      sqlite3_result_text(context, text, length, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }
  } catch {
    sqlite3_result_error(context, "\(error)", -1)
  }
}
