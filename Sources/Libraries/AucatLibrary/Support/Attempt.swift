/// Where an error goes for the caller; NULL to drop it.
typealias ErrorSlot = UnsafeMutablePointer<OpaquePointer?>?

/// Runs the body of a function of the interface.
///
/// - Returns: the result, or `failure` with an error for the caller.
func attempt<Result>(_ slot: ErrorSlot, otherwise failure: Result, _ body: () throws -> Result) -> Result {
  // SAFETY: The slot is NULL or, by the header, points to a variable of the caller's. It is only written, so it need
  // not be initialized.
  slot?.pointee = nil
  do {
    return try body()
  } catch {
    slot?.pointee = handle(ErrorObject(CallFailure(error)))
    return failure
  }
}

/// Runs a body whose only result is success.
func attempt(_ slot: ErrorSlot, _ body: () throws -> Void) -> Bool {
  attempt(slot, otherwise: false) {
    try body()
    return true
  }
}

/// The object that a caller has to pass.
func required<Object: AnyObject>(
  _ handle: OpaquePointer?, _ name: String, as _: Object.Type = Object.self
) throws(CallFailure) -> Object {
  guard let object = object(handle, Object.self) else { throw .argument("\(name) is NULL") }
  return object
}

/// The text that a caller has to pass.
func required(_ text: UnsafePointer<CChar>?, _ name: String) throws(CallFailure) -> String {
  guard let text = try optional(text, name) else { throw .argument("\(name) is NULL") }
  return text
}

/// The text that a caller may pass.
func optional(_ text: UnsafePointer<CChar>?, _ name: String) throws(CallFailure) -> String? {
  guard let text else { return nil }
  // SAFETY: The caller passes a text that ends with NUL.
  guard let valid = String(validatingCString: text) else { throw .argument("\(name) is not UTF-8") }
  return valid
}

/// The strings of an array that a caller passes.
func texts(
  _ array: UnsafePointer<UnsafePointer<CChar>?>?, count: Int, _ name: String
) throws(CallFailure) -> [String] {
  // SIZE_MAX and its like: Swift imports `size_t` as `Int`.
  guard count >= 0 else { throw .argument("the count of \(name) is out of range") }
  guard count > 0 else { return [] }
  guard let array else { throw .argument("\(name) is NULL") }
  var texts: [String] = []
  // SAFETY: The caller passes an array of `count` strings.
  for text in UnsafeBufferPointer(start: array, count: count) { texts.append(try required(text, name)) }
  return texts
}
