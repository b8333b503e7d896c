/// The candidate that `word` is most probably a misspelling of; nil if none is near.
///
/// The distance is the number of letters inserted, left out or changed, and of neighbouring letters swapped (Damerau
/// and Levenshtein), ignoring ASCII case. A third of the word's letters may be wrong, but at least one and at most
/// three. Of equally near candidates the first wins.
package func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
  let letters = Array(loweredASCII(word).unicodeScalars)
  guard !letters.isEmpty, letters.count <= 64 else { return nil }
  var limit = nearnessLimit(ofLetters: letters.count)
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

/// The lengths, in Unicode scalars, of the words that `nearest` may find.
package func nearLengths(of word: String) -> ClosedRange<Int> {
  let count = word.unicodeScalars.count
  let limit = nearnessLimit(ofLetters: count)
  return max(0, count - limit)...(count + limit)
}

private func nearnessLimit(ofLetters count: Int) -> Int { min(3, max(1, count / 3)) }

/// Whether at most one letter makes the difference between two words: inserted, left out, changed, or swapped with its
/// neighbour.
package func areOneEditApart(_ word: String, _ other: String) -> Bool { editDistance(word, other, atMost: 1) != nil }

/// How many letters make the difference between two words; nil if more than `limit` do.
package func editDistance(_ word: String, _ other: String, atMost limit: Int) -> Int? {
  editDistance(Array(word.unicodeScalars), Array(other.unicodeScalars), atMost: limit)
}

/// The distance between two words in letters; nil if it is greater than `limit`.
package func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost limit: Int) -> Int? {
  guard abs(a.count - b.count) <= limit else { return nil }
  // Three rows serve all letters, because whole lists of words are compared.
  var previous = Array(0...b.count)
  var (beforePrevious, current) = (previous, previous)
  for row in a.indices {
    current[0] = row + 1
    var smallest = row + 1
    for column in b.indices {
      let change = previous[column] + (a[row] == b[column] ? 0 : 1)
      var cost = min(change, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
        cost = min(cost, beforePrevious[column - 1] + 1)
      }
      current[column + 1] = cost
      smallest = min(smallest, cost)
    }
    guard smallest <= limit else { return nil }
    (beforePrevious, previous, current) = (previous, current, beforePrevious)
  }
  return previous[b.count] <= limit ? previous[b.count] : nil
}
