/// The candidate that `word` is most probably a misspelling of; nil if none is near.
///
/// Distance counts inserted, left out, changed and swapped neighbouring letters (Damerau and Levenshtein), ignoring
/// ASCII case. A third of the word's letters may be wrong, and never more than three. Of equally near candidates the
/// first wins.
package func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
  let letters = Array(loweredASCII(word).unicodeScalars)
  guard !letters.isEmpty, letters.count <= 64 else { return nil }
  var limit = min(3, max(1, letters.count / 3))
  var best: String?
  for candidate in candidates {
    let other = Array(loweredASCII(candidate).unicodeScalars)
    guard let distance = editDistance(letters, other, atMost: limit) else { continue }
    best = candidate
    if distance == 0 { break }
    limit = distance - 1
  }
  return best
}

/// Whether one letter makes the difference between two words: inserted, left out, changed, or swapped with its neighbour.
package func areOneEditApart(_ word: String, _ other: String) -> Bool { editDistance(word, other, atMost: 1) != nil }

/// How many letters make the difference between two words; nil if more than `limit` do.
package func editDistance(_ word: String, _ other: String, atMost limit: Int) -> Int? {
  editDistance(Array(word.unicodeScalars), Array(other.unicodeScalars), atMost: limit)
}

/// The distance of two words, or nil if it is greater than `limit`.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost limit: Int) -> Int? {
  guard abs(a.count - b.count) <= limit else { return nil }
  var beforePrevious: [Int] = []
  var previous = Array(0...b.count)
  for row in 0..<a.count {
    var current = [row + 1]
    current.reserveCapacity(b.count + 1)
    for column in 0..<b.count {
      let change = previous[column] + (a[row] == b[column] ? 0 : 1)
      var cost = min(change, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
        cost = min(cost, beforePrevious[column - 1] + 1)
      }
      current.append(cost)
    }
    guard current.contains(where: { $0 <= limit }) else { return nil }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[b.count] <= limit ? previous[b.count] : nil
}
