import ComponentQuery

/// Words that name standard tags, in any language.
extension Chart {
  func names() throws -> [Reading] {
    try runs.compactMap { range in
      let name = name(range)
      let tags = try knowledge.tags(named: name)
      guard !tags.isEmpty, tokens[range].allSatisfy({ !$0.isQuoted }) || range.count == 1 else { return nil }
      var others: [[String]] = []
      if range.count > 1, try knowledge.isJoined(name) { others.append([name.squeezed]) }
      if range.count == 1 { others += try spellings(of: tokens[range.lowerBound]) }
      let fillers = tokens[range].filter(\.isFiller).count
      // What means nothing in a search names a tag only where it must: "effect".
      let weight = fillers == range.count ? ReadingWeight.filler / 2 : ReadingWeight.tag
      return Reading(range, .tags(tags, others: others), weight: weight, fillers: fillers)
    }
  }

  /// The readings that say what a component is.
  var kinds: [Reading] { readings.filter { $0.namesKind && !$0.positions.allSatisfy { tokens[$0].isFiller } } }
}
