internal import ComponentScan

/// `text` cut to the length of a name, at a character boundary.
func bounded(_ text: String) -> String { bounded(text, to: ScanLimits.name) }

/// `text` cut to at most `limit` UTF-8 bytes, at a character boundary.
func bounded(_ text: String, to limit: Int) -> String {
  guard text.utf8.count > limit else { return text }
  var end = text.startIndex
  var count = 0
  for index in text.indices {
    count += text[index].utf8.count
    guard count <= limit else { break }
    end = text.index(after: index)
  }
  return String(text[..<end])
}
