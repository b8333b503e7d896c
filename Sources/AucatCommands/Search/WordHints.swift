internal import AudioComponents

/// Says what plain words may have been meant for, if that finds something.
struct WordHints {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// The predicate that the words are nearly; nil if there is none, or if it finds nothing.
  func predicate(near text: String) throws -> String? {
    guard let meant = ComponentPredicate.nearestPredicate(to: text), let count = try count(meant) else { return nil }
    return "as a predicate: `\(meant)` (\(Count.text(count, "component")))"
  }

  /// The words with keys in place of what is nearly one or is its heading, as in `tg:reverb` and `typ:effekt`.
  func keys(near text: String, _ predicate: ComponentPredicate) throws -> String? {
    guard text.contains(":") else { return nil }
    var changed = text
    predicate.visitLeaves { leaf in
      guard case .text(let words) = leaf else { return }
      for word in words {
        let name = word.prefix { $0 != ":" }
        guard name.count > 1, name.count + 1 < word.count, let key = key(near: String(name)) else { continue }
        changed = changed.replacing(name + ":", with: key + ":")
      }
    }
    guard changed != text, let count = try count(changed) else { return nil }
    return "did you mean `\(changed)`? (\(Count.text(count, "component")))"
  }

  private func key(near name: String) -> String? {
    if Key.isNamed(name) || !name.allSatisfy(\.isLetter) { return nil }
    let rules = session.manager.textRules
    let heading = rules.tagKey(name)
    let own = Key.allCases.first { rules.tagKey(session.manager.localizedText($0.rawValue, in: "columns")) == heading }
    return own?.rawValue ?? nearest(to: name, in: Key.spellings)
  }

  /// How many components a predicate finds; nil for none, and for what is no predicate.
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
