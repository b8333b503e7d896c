internal import AudioComponents

/// How many components of a result have each type, tag and manufacturer, the most frequent first.
struct Facets {
  private let groups: [(key: String, title: String, counts: [(name: String, count: Int)])]
  private let manager: ComponentManager

  init(_ components: [Component], _ manager: ComponentManager) {
    func group(_ key: String, _ values: (Component) -> [String]) -> (String, String, [(String, Int)]) {
      var counts: [String: Int] = [:]
      for component in components { for value in values(component) { counts[value, default: 0] += 1 } }
      let ordered = counts.sorted { a, b in
        a.value == b.value
          ? manager.sortKey(a.key).lexicographicallyPrecedes(manager.sortKey(b.key)) : a.value > b.value
      }
      return (key, manager.localizedText(key, in: "columns"), ordered.map { ($0.key, $0.value) })
    }
    self.manager = manager
    groups = [
      group("type") { [$0.type.rawValue] }, group("tags") { $0.tags.map(\.name) },
      group("manufacturer") { $0.manufacturer.map { [$0] } ?? [] },
    ].map { (key: $0.0, title: $0.1, counts: $0.2.map { (name: $0.0, count: $0.1) }) }
  }

  func text(_ terminal: Terminal, json: Bool) -> String {
    if json {
      let object = groups.map { group in
        (key: group.key, value: JSON.object(group.counts.map { (key: $0.name, value: .int($0.count)) }))
      }
      return JSON.object(object).encoded + "\n"
    }
    guard terminal.isInteractive else {
      return groups.flatMap { group in
        group.counts.map { "\(group.key)\t\(Escaping.escaped($0.name))\t\($0.count)\n" }
      }.joined()
    }
    return groups.map { group in
      terminal.bold(group.title) + "\n"
        + group.counts.map { "\(padded($0.count))  \(Escaping.escaped(shown($0.name, in: group.key)))\n" }.joined()
    }.joined(separator: "\n")
  }

  /// Types have names for people; programs get the value that a predicate takes.
  private func shown(_ name: String, in key: String) -> String {
    key == "type" ? manager.localizedText(name, in: "types") : name
  }

  private func padded(_ count: Int) -> String {
    let digits = "\(count)"
    return String(repeating: " ", count: max(0, 6 - digits.count)) + digits
  }
}
