import ComponentModel
import ComponentQuery

/// Words that state what a component has: "no gui", "5 band".
extension Chart {
  func conditions() throws -> [Reading] {
    let phrases = PhraseReader(knowledge: knowledge)
    return try tokens.indices.compactMap { start in
      let words = tokens[start...].map(\.text)[...]
      if let (condition, length) = try phrases.condition(words) {
        // What states nothing, as "80s" in "80 s", may mean something else.
        let isNumber = words.prefix(length).contains { $0.utf8.contains { (0x30...0x39).contains($0) } }
        let weight = condition == .constant(true) && isNumber ? ReadingWeight.unreadable : ReadingWeight.condition
        return Reading(start..<start + length, .condition(condition), weight: weight)
      }
      guard let (note, length) = try phrases.unknownQuantity(words) else { return nil }
      return Reading(start..<start + length, .unreadable(note), weight: ReadingWeight.unreadable)
    }
  }
}
