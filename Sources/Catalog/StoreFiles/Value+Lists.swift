package import ComponentModel
package import SQLite

extension Value {
  /// A list of texts as JSON.
  package init(list: [String]) { self = .text(JSON.encoded(list)) }

  /// A list that is NULL if it is empty: for columns that are empty in most rows.
  package init(rare list: [String]) { self = list.isEmpty ? .null : Value(list: list) }

  /// Rows as a JSON array, for `json_each`: one argument, and thus one statement, serves lists of any length.
  package init(rows: [Int64]) { self = .text("[" + rows.map(String.init).joined(separator: ",") + "]") }
}

extension Row {
  /// Decodes what ``Value/init(list:)`` and ``Value/init(rare:)`` store.
  package func list(_ column: StaticString) throws -> [String] {
    guard let text = try optionalText(column) else { return [] }
    return Self.plainTexts(text) ?? JSON(text)?.texts ?? []
  }

  /// The elements of a list as ``Value/init(list:)`` writes it; nil if one has an escape, or the form differs. A search
  /// decodes a list for each tag, and a JSON tree would cost it ten times as much.
  private static func plainTexts(_ text: String) -> [String]? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count >= 2, bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else { return nil }
      if bytes.count == 2 { return [] }
      guard bytes.count >= 4, bytes[1] == quote, bytes[bytes.count - 2] == quote else { return nil }
      let inner = bytes[2..<bytes.count - 2]
      return inner.contains(UInt8(ascii: "\\")) ? nil : elements(inner)
    }
  }

  /// The parts between `","`; nil if there is a quote anywhere else.
  private static func elements(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [String]? {
    // SAFETY: Slices check their indices, and each text is copied from them.
    var elements: [String] = []
    var rest = bytes
    while let end = rest.firstIndex(of: quote) {
      let next = end + 3
      guard next <= rest.endIndex, rest[end + 1] == UInt8(ascii: ","), rest[end + 2] == quote else { return nil }
      elements.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[next...]
    }
    elements.append(String(decoding: rest, as: UTF8.self))
    return elements
  }

  private static var quote: UInt8 { UInt8(ascii: "\"") }

  /// A time in ISO 8601 and UTC with fractions of a second.
  package func preciseTime(_ column: StaticString) throws -> UTCTime {
    guard let time = UTCTime(precise: try text(column)) else { throw try mismatch(column, wanted: "a time") }
    return time
  }

  /// A time in ISO 8601 and UTC.
  package func time(_ column: StaticString) throws -> UTCTime {
    guard let time = UTCTime(try text(column)) else { throw try mismatch(column, wanted: "a time") }
    return time
  }

  /// Decodes what ``Value/init(rows:)`` stores.
  package func rows(_ column: StaticString) throws -> [Int64] {
    try text(column).utf8.split { !$0.isASCIIDigit }.compactMap { Int64(String(Substring($0))) }
  }
}

extension Rows {
  /// The results of `body` for the remaining rows, without nil.
  package func compactMap<Element>(_ body: (Row) throws -> Element?) throws -> [Element] {
    var elements: [Element] = []
    while let row = try next() { if let element = try body(row) { elements.append(element) } }
    return elements
  }
}
