internal import AudioComponents
internal import Linux

/// Standard input as text.
enum StandardInput {
  static func text(limit: Int) throws -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try BorrowedDescriptor.standardInput.readAll(limit: limit)
    } catch {
      throw CommandFailure(.storeFailed, "standard input can't be read (\(error))")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, "standard input is not UTF-8; convert it, for example with iconv")
    }
    return text.last?.isNewline == true ? String(text.dropLast()) : text
  }
}
