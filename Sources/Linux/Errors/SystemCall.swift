internal import Glibc

/// The one place where a call's result becomes a value or a ``SystemError``.
enum SystemCall {
  /// Makes a call that returns -1 for an error, and makes it again whenever a signal interrupts it.
  ///
  /// - Returns: what the call returned; never -1.
  @discardableResult
  static func run<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result != -1 { return result }
      if errno != EINTR { throw .current }
    }
  }

  /// Makes a call that fills in a value, such as a structure, which starts out as `initial`.
  static func filling<Value>(_ initial: Value, _ call: (inout Value) -> Int32) throws(SystemError) -> Value {
    var value = initial
    try run { call(&value) }
    return value
  }
}
