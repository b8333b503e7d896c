internal import AucatProgram
internal import AudioComponents

/// Suggests what plain words may have meant, if that finds something.
struct WordHints {
  let session: Session

  /// A probable meaning that finds something.
  struct Hint {
    var search: String
    /// A line that names it.
    var line: String
  }

  /// The predicate that the words resemble; nil if there is none, or it finds nothing.
  func predicate(near text: String) throws -> Hint? {
    guard let meant = ComponentPredicate.nearestPredicate(to: text), let count = try count(meant) else { return nil }
    return Hint(search: meant, line: "as a predicate: `\(meant)` (\(Count.text(count, "component")))")
  }

  private func hint(_ search: String) throws -> Hint? {
    try count(search).map { Hint(search: search, line: "did you mean `\(search)`? (\(Count.text($0, "component")))") }
  }

  /// The words with quotes around a key's value and the words after it, as in `tag:noise gate`; nil if that finds
  /// nothing.
  func quoted(_ text: String) throws -> Hint? {
    let keyed = Set(ComponentPredicate.keyedWords(in: text).values)
    let words = text.split(separator: " ").map(String.init)
    guard let start = words.firstIndex(where: keyed.contains), !text.contains(where: { "\"'()".contains($0) }),
      let colon = words[start].firstIndex(of: ":"), colon != words[start].indices.last
    else { return nil }
    let limit = min(words.count, start + 1 + Self.followingLimit)
    let next = words[(start + 1)..<limit].firstIndex { $0.contains(":") } ?? limit
    for end in ((start + 1)...next).dropFirst().reversed() {
      let key = words[start][...colon]
      let value = words[start..<end].joined(separator: " ").dropFirst(key.count)
      var changed = words
      changed.replaceSubrange(start..<end, with: ["\(key)\"\(value)\""])
      if let hint = try hint(changed.joined(separator: " ")) { return hint }
    }
    return nil
  }

  /// The most words after a key to put into quotes, since each one takes a search.
  private static let followingLimit = 4

  /// The maker's or tag's name that differs from the only word, which is short, by one letter: `lpsp`.
  func name(near predicate: ComponentPredicate) throws -> Hint? {
    guard case .text(let words) = predicate, words.count == 1, Self.nameLength ~= words[0].count else { return nil }
    let makers = try session.manager.prepare(.constant(true)).facets().manufacturers.keys
    let tags = try session.manager.tagCounts().flatMap(\.tag.displayNames)
    let typed = words[0].lowercased()
    let near = (makers + tags).flatMap { $0.split { !$0.isLetter } }.map(String.init).filter { name in
      let name = name.lowercased()
      return name.count > 2 && name.first == typed.first && areOneEditApart(name, typed)
    }
    return Set(near.map { $0.lowercased() }).count == 1 ? try hint(near[0]) : nil
  }

  /// The length of words that are rarely corrected, since they resemble too many others.
  private static let nameLength = 3...4

  /// The words with misspelt keys and headings replaced by keys, as in `tg:reverb` and `typ:effekt`.
  func keys(near text: String, _ predicate: ComponentPredicate) throws -> Hint? {
    guard text.contains(":") else { return nil }
    var changed = Array(text)
    predicate.visitLeaves { leaf in
      guard case .text(let words) = leaf else { return }
      for word in words {
        let name = word.prefix { $0 != ":" }
        guard name.count > 1, name.count + 1 < word.count, let key = key(near: String(name)) else { continue }
        changed.replace(run: name + ":", with: Array(key + ":"))
      }
    }
    return changed.elementsEqual(text) ? nil : try hint(String(changed))
  }

  private func key(near name: String) -> String? {
    if Key.isNamed(name) || !name.allSatisfy(\.isLetter) { return nil }
    let rules = session.manager.textRules
    let heading = rules.tagKey(name)
    let own = Key.allCases.first { rules.tagKey(session.manager.columnTitle($0.rawValue)) == heading }
    return own?.rawValue ?? nearest(to: name, in: Key.spellings)
  }

  /// The number of components that a predicate finds; nil for none, and for an invalid predicate.
  private func count(_ text: String) throws -> Int? {
    let predicate: ComponentPredicate
    do {
      predicate = try session.manager.predicate(text)
    } catch ComponentManagerError.invalidPredicate {
      return nil
    }
    let count = try session.manager.prepare(predicate, words: .exact).count()
    return count > 0 ? count : nil
  }
}
