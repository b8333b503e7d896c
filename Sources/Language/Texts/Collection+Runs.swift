// The standard library's `firstRange(of:)`, `replace(_:with:)` and, for a text, `contains(_:)` belong to its regular
// expressions, which would add 1 MB to what hosts link.

extension Collection where Element: Equatable {
  /// Whether a run of elements occurs; false if it is empty.
  package func contains(run: some Collection<Element>) -> Bool { range(ofRun: run) != nil }

  /// Where a run of elements first occurs; nil if it doesn't, or if it is empty.
  package func range(ofRun run: some Collection<Element>) -> Range<Index>? {
    let count = run.count
    guard count > 0 else { return nil }
    var start = startIndex
    while let end = index(start, offsetBy: count, limitedBy: endIndex) {
      if self[start..<end].elementsEqual(run) { return start..<end }
      formIndex(after: &start)
    }
    return nil
  }
}

extension Array where Element: Equatable {
  /// Replaces a run of elements wherever it occurs.
  package mutating func replace(run: some Collection<Element>, with replacement: [Element]) {
    var rest = self[...]
    var result: [Element] = []
    while let range = rest.range(ofRun: run) {
      result += rest[..<range.lowerBound] + replacement
      rest = rest[range.upperBound...]
    }
    self = result + rest
  }
}

extension Collection {
  /// The first element in English, else the first of all.
  ///
  /// - Parameter language: gives the language tag (BCP 47) of an element; nil if it has none.
  package func inEnglish(_ language: (Element) -> String?) -> Element? {
    first { language($0)?.lowercased().hasPrefix("en") == true } ?? first
  }
}
