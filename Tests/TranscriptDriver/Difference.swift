/// How two lists of lines differ.
enum Difference {
  /// Lines that are gone with `-`, new ones with `+`, the others with a blank.
  static func lines(from old: [String], to new: [String]) -> String {
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map(offset))
    let inserted = Set(difference.insertions.map(offset))
    var (lines, index) = ("", 0)
    for (place, line) in old.enumerated() {
      if removed.contains(place) {
        lines += "  -\(line)\n"
        continue
      }
      while inserted.contains(index) {
        lines += "  +\(new[index])\n"
        index += 1
      }
      lines += "   \(line)\n"
      index += 1
    }
    while index < new.count {
      lines += "  +\(new[index])\n"
      index += 1
    }
    return lines
  }

  private static func offset(_ change: CollectionDifference<String>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
