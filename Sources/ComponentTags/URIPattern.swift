/// A URI in which `*` matches any run of characters, even none.
struct URIPattern: Sendable {
  private let first: [UInt8]
  private let middle: [[UInt8]]
  private let last: [UInt8]

  /// - Returns: nil for a text without `*`.
  init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map { Array($0) }
    guard parts.count > 1 else { return nil }
    first = parts[0]
    last = parts[parts.count - 1]
    middle = parts.dropFirst().dropLast().filter { !$0.isEmpty }
  }

  /// Whether the whole of a URI matches. Matching each part at its first occurrence is enough.
  func matches(_ uri: [UInt8]) -> Bool {
    guard uri.count >= first.count + last.count, uri.starts(with: first), uri.suffix(last.count).elementsEqual(last)
    else { return false }
    var rest = uri[first.count..<(uri.count - last.count)]
    for part in middle {
      guard let found = Self.end(of: part, in: rest) else { return false }
      rest = rest[found...]
    }
    return true
  }

  private static func end(of part: [UInt8], in rest: ArraySlice<UInt8>) -> Int? {
    guard rest.count >= part.count else { return nil }
    return (rest.startIndex...(rest.endIndex - part.count)).first { rest[$0...].starts(with: part) }
      .map { $0 + part.count }
  }
}
