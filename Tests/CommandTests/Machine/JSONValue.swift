import Foundation
import TestSupport

/// A value that Foundation's JSON parser has read.
enum JSONValue: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let values = try? container.decode([JSONValue].self) {
      self = .list(values)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  init(parsing bytes: [UInt8]) throws { self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) }

  /// An object's member; nil if it has none.
  subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var keys: Set<String> {
    if case .object(let members) = self { Set(members.keys) } else { [] }
  }

  /// The name of the value's kind: `null`, `bool`, `number`, `text`, `list` or `object`.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .number: "number"
    case .text: "text"
    case .list: "list"
    case .object: "object"
    }
  }
}

extension Child {
  /// Standard output as JSON.
  var json: JSONValue { get throws { try JSONValue(parsing: output) } }
}
