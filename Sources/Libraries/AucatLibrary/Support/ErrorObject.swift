// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

package import CAucat

/// `aucat_error`
final class ErrorObject: Sendable {
  let code: aucat_error_code
  let offset: Int?
  let message: CText
  let path: CText?
  let component: CText?
  let suggestion: CText?

  init(_ failure: CallFailure) {
    code = failure.code
    offset = failure.offset
    message = CText(failure.message)
    path = failure.path.map(CText.init)
    component = failure.component.map(CText.init)
    suggestion = failure.suggestion.map(CText.init)
  }

  deinit { for text in [message, path, component, suggestion] { text?.free() } }
}

// SAFETY: The texts that these functions give away are made by the error's `init`, never changed, and freed by its
// `deinit`.

@c @implementation
package func aucat_error_get_code(_ error: OpaquePointer?) -> aucat_error_code {
  object(error, ErrorObject.self)?.code ?? AUCAT_ERROR_ARGUMENT
}

@c @implementation
package func aucat_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  object(error, ErrorObject.self).map { UnsafePointer($0.message.pointer) }
}

@c @implementation
package func aucat_error_path(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  (object(error, ErrorObject.self)?.path).map { UnsafePointer($0.pointer) }
}

@c @implementation
package func aucat_error_component(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  (object(error, ErrorObject.self)?.component).map { UnsafePointer($0.pointer) }
}

@c @implementation
package func aucat_error_offset(_ error: OpaquePointer?) -> Int { object(error, ErrorObject.self)?.offset ?? sizeMax }

@c @implementation
package func aucat_error_suggestion(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  (object(error, ErrorObject.self)?.suggestion).map { UnsafePointer($0.pointer) }
}

@c @implementation
package func aucat_error_free(_ error: OpaquePointer?) { release(error, ErrorObject.self) }

/// SIZE_MAX: Swift imports `size_t` as `Int`.
let sizeMax = -1

/// A limit from C; SIZE_MAX means none.
func limit(_ size: Int) -> Int { size < 0 ? .max : size }
