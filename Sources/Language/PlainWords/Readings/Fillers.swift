/// Words that mean nothing in a search: "a", "plugin", "with".
extension Chart {
  func fillers() throws -> [Reading] {
    tokens.indices.filter { tokens[$0].isFiller }.map {
      Reading([$0], .filler, weight: ReadingWeight.filler)
    }
  }
}
