/// A JSON value that keeps the order of its keys, for small documents and for output.
///
/// Foundation's coders need milliseconds before their first value, more than a whole search.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

  /// A list of texts.
  package static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  /// The text, or null.
  package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  /// The number, or null; not-a-number and infinities, which JSON lacks, are null too.
  package static func optional(_ number: Double?) -> JSON {
    number.flatMap { $0.isFinite ? JSON.number($0) : nil } ?? .null
  }

  /// The number, or null.
  package static func optional(_ number: Int?) -> JSON { number.map(JSON.int) ?? .null }

  /// The texts of an array; empty for anything else.
  package var texts: [String] {
    guard case .array(let values) = self else { return [] }
    return values.compactMap(\.text)
  }

  /// The text of a string; nil for anything else.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number of a number; nil for anything else.
  package var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// Values are equal if their encoded texts are.
  package static func == (a: JSON, b: JSON) -> Bool { a.encoded == b.encoded }

  /// Feeds the value's text to `hasher`.
  package func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
}
