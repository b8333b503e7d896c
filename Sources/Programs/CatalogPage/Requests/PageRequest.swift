package import AudioComponents

/// A request from a browser.
package struct PageRequest: Sendable {
  /// The supported methods; all others are refused.
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  /// The decoded path, without the query.
  package var path: String
  /// The decoded parameters of the query, in order.
  package var parameters: [(name: String, value: String)]
  /// The headers, by name in lower case.
  package var headers: [String: String]
  package var body: [UInt8]
  /// Whether the browser still waits for the answer. Safe to call from any thread.
  package var isAwaited: @Sendable () -> Bool = { true }

  /// - Parameter target: the path and query of a request line.
  /// - Returns: nil if it isn't a path, or not in UTF-8.
  package init?(_ method: Method, _ target: String, headers: [String: String] = [:], body: [UInt8] = []) {
    let parts = target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, first.first == UInt8(ascii: "/"), let path = Self.decoded(first, plusIsSpace: false)
    else { return nil }
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
    parameters = []
    guard parts.count > 1 else { return }
    for pair in parts[1].split(separator: UInt8(ascii: "&")) {
      let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides[0], plusIsSpace: true),
        let value = sides.count > 1 ? Self.decoded(sides[1], plusIsSpace: true) : ""
      else { return nil }
      parameters.append((name, value))
    }
  }

  /// The first value of a parameter.
  package subscript(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// All values of a parameter.
  package func values(_ name: String) -> [String] { parameters.filter { $0.name == name }.map(\.value) }

  /// An integer parameter within a range; nil if there is none.
  package func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
    self[name].flatMap { Int($0) }.map { min(max($0, range.lowerBound), range.upperBound) }
  }

  /// Decodes percent escapes (RFC 3986).
  ///
  /// - Returns: nil for a malformed escape, or a result that isn't UTF-8.
  private static func decoded(_ text: Substring.UTF8View, plusIsSpace: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.allSatisfy(\.isASCIILetterOrDigit),
          let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// The answer to a browser.
package struct PageAnswer: Sendable {
  package var status = 200
  /// The media type of the body.
  package var type = "application/json; charset=utf-8"
  package var body: [UInt8]
  /// Headers in addition to those of all answers.
  package var headers: [(name: String, value: String)] = []

  package init(status: Int = 200, _ json: JSON) {
    self.status = status
    body = Array(json.encoded.utf8)
  }

  package init(_ body: [UInt8], type: String) {
    self.body = body
    self.type = type
  }

  /// A refusal with a message for the page.
  package static func failure(
    _ status: Int, _ message: String, also members: [(key: String, value: JSON)] = []
  ) -> PageAnswer {
    PageAnswer(status: status, .object([("error", .object([(key: "message", value: JSON.string(message))] + members))]))
  }
}

extension PageRequest {
  /// A text member of the body, which must be a JSON object; nil if there is none.
  package func text(_ member: String) -> String? {
    guard let text = String(validating: body, as: UTF8.self), case .object(let members)? = JSON(text) else {
      return nil
    }
    return members.first { $0.key == member }?.value.text
  }
}

extension PageAnswer {
  /// The answer that hands out the token.
  package init(token: String) { self.init(.object([("token", .string(token))])) }
}
