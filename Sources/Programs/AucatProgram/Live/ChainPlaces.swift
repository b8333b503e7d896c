package import AudioComponents

/// Finds components of a chain as people and programs name them: by their places, or by their names.
package struct ChainPlaces {
  private let components: [(name: String, uri: String)]

  /// The places of these components, in their order.
  package init(_ components: [(name: String, uri: String)]) { self.components = components }

  /// The places of the components in a session's answer to `list`.
  package init(list: JSON) {
    var stages: [JSON] = []
    if case .array(let known)? = list.member("stages") { stages = known }
    self.init(stages.map { ($0.member("name")?.text ?? "", $0.member("component")?.text ?? "") })
  }

  /// The place that a request's member gives: a number, or a name, as ``place(named:)`` takes it.
  ///
  /// - Parameters:
  ///   - key: the member's name, for errors.
  ///   - isNew: whether it is for a new component, which may also come after all others.
  /// - Throws: a ``CommandFailure`` if there is no such place.
  package func place(_ value: JSON, _ key: String, isNew: Bool = false) throws -> Place {
    switch value {
    case .int(let number):
      guard let place = Place(number, of: components.count + (isNew ? 1 : 0)) else {
        throw missing(number, isNew: isNew)
      }
      return place
    case .string(let name): return try place(named: name)
    default: throw CommandFailure(.usage, "`\(key)` is neither a place nor the name of a component")
    }
  }

  private func missing(_ number: Int, isNew: Bool) -> CommandFailure {
    let reason =
      isNew
      ? "a new component takes a place from 1 to \(components.count + 1)"
      : "the chain has \(Count.text(components.count, "component"))"
    return CommandFailure(.usage, "there is no place \(number): \(reason)")
  }

  /// The place of the component that has this name or URI, or else the only one in whose name these words are. `#2` after the
  /// text is the second such component.
  ///
  /// - Throws: a ``CommandFailure`` if there is none, or several.
  package func place(named text: String) throws -> Place {
    let whole = matches(text)
    if whole.count == 1 { return whole[0] }
    if whole.isEmpty, let (base, number) = Self.numbered(text) {
      let found = matches(base)
      if let place = Place(number, of: found.count) { return found[place.index] }
      guard found.isEmpty else {
        throw CommandFailure(
          .usage, "there is no `\(text)`: the chain has \(Count.text(found.count, "component")) named `\(base)`")
      }
    }
    guard !whole.isEmpty else {
      throw CommandFailure(
        .usage, "no component of the chain is named `\(text)`",
        suggestion: nearest(to: text, in: components.map(\.name)),
        remedy: "`aucat live send list` shows all")
    }
    let list = whole.enumerated().map { "`\(text)#\($0 + 1)` is \($1.number) \(components[$1.index].name)" }
    throw CommandFailure(
      .usage, "\(whole.count) components are named `\(text)`: \(list.joined(separator: ", "))")
  }

  /// The shortest text for each component that only it has, such as its name.
  package var names: [String] {
    var seen: [String: Int] = [:]
    return components.map { name, _ in
      seen[name, default: 0] += 1
      let isAlone = components.count { $0.name == name } == 1
      return isAlone ? name : "\(name)#\(seen[name, default: 0])"
    }
  }

  /// The components that a text names: exactly, or else in other capitals, or else by some of their words.
  private func matches(_ text: String) -> [Place] {
    let (lowered, words) = (text.lowercased(), Self.words(text))
    guard !words.isEmpty else { return [] }
    let ways: [((name: String, uri: String)) -> Bool] = [
      { $0.name == text || $0.uri == text },
      { $0.name.lowercased() == lowered },
      { Self.contains(Self.words($0.name), words) },
    ]
    for isMatch in ways {
      let found = components.indices.filter { isMatch(components[$0]) }
      if !found.isEmpty { return found.map(Place.init(at:)) }
    }
    return []
  }

  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split(separator: " ").map { $0 }
  }

  private static func contains(_ words: [Substring], _ run: [Substring]) -> Bool {
    guard words.count >= run.count else { return false }
    return (0...words.count - run.count).contains { words[$0..<$0 + run.count].elementsEqual(run) }
  }

  /// `Reverb#2` is the second `Reverb`.
  private static func numbered(_ text: String) -> (base: String, number: Int)? {
    guard let mark = text.lastIndex(of: "#"), let number = Int(text[text.index(after: mark)...]) else { return nil }
    return (String(text[..<mark]), number)
  }
}
