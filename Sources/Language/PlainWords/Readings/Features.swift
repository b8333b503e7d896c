import ComponentModel
import ComponentQuery

/// Words for what a component can do or have, beside its kind: "with pre-delay", "freezable".
extension Chart {
  /// The maximum number of words of a phrase for a feature, fillers between them included.
  private static var featureLimit: Int { 6 }

  func features() throws -> [Reading] {
    guard tokens.count > 1 else { return [] }
    let kinds = kinds
    var readings: [Reading] = []
    for start in tokens.indices where !tokens[start].isFiller {
      for end in start + 1...min(start + Self.featureLimit, tokens.count) where !tokens[end - 1].isFiller {
        guard mayHoldFeature(start..<end, beside: kinds), let reading = try feature(start..<end) else { continue }
        readings.append(reading)
      }
    }
    return readings + (try ownFeatures(beside: kinds))
  }

  /// Whether a feature may stand there: after "with", or beside a kind, which is not part of it.
  private func mayHoldFeature(_ range: Range<Int>, beside kinds: [Reading]) -> Bool {
    if !head.isEmpty, range.lowerBound > head.upperBound { return true }
    return !kinds.contains { $0.positions.contains(where: range.contains) }
      && kinds.contains { $0.positions[0] == range.upperBound || $0.positions.last == range.lowerBound - 1 }
  }

  private func feature(_ range: Range<Int>) throws -> Reading? {
    let content = range.filter { !tokens[$0].isFiller }
    let evidence = try knowledge.evidence(ofFeature: stems(content.count > 1 ? content : Array(range)))
    if evidence.isEmpty { return nil }
    let tags = try knowledge.tags(named: name(range))
    if tags.contains(where: { TagUse.all.contains($0.tag.identifier) }) { return nil }
    return Reading(
      range, .feature(evidence + tags.map { Evidence(.tag($0.tag), certainty: $0.certainty) }),
      weight: ReadingWeight.feature, fillers: range.count - content.count)
  }

  /// Words after "with" that are in no table, but that components of the kind before it have.
  private func ownFeatures(beside kinds: [Reading]) throws -> [Reading] {
    guard isHaving else { return [] }
    let stated = kinds.filter { $0.positions.allSatisfy(head.contains) }.map(demand)
    return try tokens.indices.dropFirst(head.upperBound + 1).compactMap { position in
      let token = tokens[position]
      guard !token.isFiller, try knowledge.tags(named: token.word).isEmpty else { return nil }
      let own = Demand(.feature, [token.text], [Evidence(.words([token.text]))])
      guard try stated.contains(where: { try knowledge.isAny(meeting: own, and: $0) }) else { return nil }
      return Reading([position], .feature([]), weight: ReadingWeight.tag)
    }
  }
}
