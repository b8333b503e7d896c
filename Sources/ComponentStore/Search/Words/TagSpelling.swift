internal import ComponentModel

/// The user's tags that spell the name of a system tag, in English or in the caller's language.
///
/// People see them as one tag, but predicates distinguish them: `Hall` is the German name of reverbs, and an English
/// user's tag for concert halls.
struct TagSpelling {
  private let rules: any TextRules
  /// The position of the system tag with a name.
  private var positions: [String: Int] = [:]

  init(of tags: [Tag], _ rules: any TextRules) {
    self.rules = rules
    for (position, tag) in tags.enumerated() where tag.isSystem {
      for name in [tag.name, tag.englishName] where positions[rules.tagKey(name)] == nil {
        positions[rules.tagKey(name)] = position
      }
    }
  }

  /// The position of the system tag that a user's tag spells; nil if it spells none.
  func position(of tag: Tag) -> Int? { positions[rules.tagKey(tag.name)] }

  /// Records, for each of a component's user tags, which of its other tags it spells.
  static func mark(_ tags: inout [Tag], _ rules: any TextRules) {
    guard tags.contains(where: \.isUser), tags.contains(where: \.isSystem) else { return }
    let spelling = TagSpelling(of: tags, rules)
    for index in tags.indices where tags[index].isUser {
      tags[index].spelledTag = spelling.position(of: tags[index]).map { tags[$0].identifier }
    }
  }
}
