package import AudioComponents

/// What a browser asks for.
package struct PageRequest: Sendable {
  /// The methods that something answers; all others are refused.
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  /// Without the query; decoded.
  package var path: String
  /// The parameters in their order; decoded.
  package var parameters: [(name: String, value: String)]
  /// The headers that matter, by their names in lower case.
  package var headers: [String: String]
  package var body: [UInt8]

  /// - Parameter target: a path, perhaps with a query, as a request line has it.
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

  /// A whole number from a range; nil if there is none.
  package func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
    self[name].flatMap { Int($0) }.map { min(max($0, range.lowerBound), range.upperBound) }
  }

  /// Text without its escapes (RFC 3986).
  ///
  /// - Returns: nil if an escape is broken, or if that is not UTF-8.
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

/// What a browser gets.
package struct PageAnswer: Sendable {
  package var status = 200
  /// The media type of the body.
  package var type = "application/json; charset=utf-8"
  package var body: [UInt8]
  /// Headers beside those that all answers have.
  package var headers: [(name: String, value: String)] = []

  package init(status: Int = 200, _ json: JSON) {
    self.status = status
    body = Array(json.encoded.utf8)
  }

  package init(_ body: [UInt8], type: String) {
    self.body = body
    self.type = type
  }

  /// A refusal, which a page shows.
  package static func failure(
    _ status: Int, _ message: String, also members: [(key: String, value: JSON)] = []
  ) -> PageAnswer {
    PageAnswer(status: status, .object([("error", .object([(key: "message", value: JSON.string(message))] + members))]))
  }
}

extension PageRequest {
  /// The text of a member of the body, which is a JSON object; nil if it is none.
  package func text(_ member: String) -> String? {
    guard let text = String(validating: body, as: UTF8.self), case .object(let members)? = JSON(text) else {
      return nil
    }
    return members.first { $0.key == member }?.value.text
  }
}

extension PageAnswer {
  /// What a page holds from then on.
  package init(token: String) { self.init(.object([("token", .string(token))])) }
}
