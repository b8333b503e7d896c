internal import ComponentModel

/// The most that a process which hosts components may send. One that sends more is ended, so that the memory that it
/// costs its parent is bounded.
enum HostLimits {
  /// The size of a component's state, in bytes.
  static let state = 64 << 20
  /// The number of properties of a state.
  static let properties = 1 << 16
  /// The size of an answer without a state, in bytes.
  static let answer = 1 << 20
  /// The size of an answer with a state, in bytes: almost all of it is base64.
  static let savedState = state / 3 * 4 + properties * 64 + answer
  /// The number of values in an answer. Each takes up to 32 bytes of memory, however short its text is.
  static let values = 1 << 20

  /// The size that an answer to a request may have, in bytes.
  static func size(ofAnswerTo request: String) -> Int { request == "save" ? savedState : answer }

  /// An answer as JSON; nil if it isn't JSON, or has too many values.
  static func parsed(_ answer: [UInt8]) -> JSON? {
    hasFewValues(answer) ? JSON(String(decoding: answer, as: UTF8.self)) : nil
  }

  /// Whether the text has no more than ``values``, which are counted by what stands before them.
  private static func hasFewValues(_ text: [UInt8]) -> Bool {
    var (count, isText, isEscaped) = (0, false, false)
    for byte in text {
      if isText {
        isText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        count += 1
      }
    }
    return count <= values
  }
}
