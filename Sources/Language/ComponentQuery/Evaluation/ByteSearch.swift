/// Finds one text in others by their bytes, in time linear in both (Knuth, Morris and Pratt).
struct ByteSearch: Hashable, Sendable {
  private let needle: [UInt8]
  /// For each length of a matched beginning, how much of it is still matched when the next byte differs.
  private let fallback: [Int]

  init(_ text: String) {
    needle = Array(text.utf8)
    var fallback = [0, 0]
    var matched = 0
    for index in needle.indices.dropFirst() {
      while matched > 0, needle[index] != needle[matched] { matched = fallback[matched] }
      if needle[index] == needle[matched] { matched += 1 }
      fallback.append(matched)
    }
    self.fallback = fallback
  }

  /// Whether `text` holds the text; every text holds the empty one.
  func isFound(in text: String) -> Bool {
    if needle.isEmpty { return true }
    var matched = 0
    for byte in text.utf8 {
      while matched > 0, byte != needle[matched] { matched = fallback[matched] }
      if byte == needle[matched] { matched += 1 }
      if matched == needle.count { return true }
    }
    return false
  }

  /// Whether `text` begins with the text.
  func isPrefix(of text: String) -> Bool { text.utf8.starts(with: needle) }

  /// Whether `text` ends with the text.
  func isSuffix(of text: String) -> Bool { text.utf8.reversed().starts(with: needle.reversed()) }
}
