internal import AucatProgram
package import AudioComponents

/// The number of components with each type, tag, manufacturer, license and number of channels, with a user interface, for each
/// host, and by the results of validations and measurements; the most frequent first, ranges in their order.
package struct FacetText {
  /// `texts` translates values that are words of the program; nil for those that authors wrote.
  package typealias Group = (key: String, title: String, texts: TextTable?, counts: [(name: String, count: Int)])

  /// The groups in order, each with its values in order.
  package let groups: [Group]
  private let manager: ComponentManager

  package init(_ facets: Facets, _ manager: ComponentManager) {
    func group(_ key: String, _ counts: [(name: String, count: Int)], in texts: TextTable? = nil) -> Group {
      let keyed = counts.map { (sortKey: manager.sortKey($0.name), entry: $0) }
      let ordered = keyed.sorted { a, b in
        a.entry.count == b.entry.count
          ? a.sortKey.lexicographicallyPrecedes(b.sortKey) : a.entry.count > b.entry.count
      }
      return (key, manager.localizedText(key, in: .facets), texts, ordered.map(\.entry))
    }
    func group(_ key: String, _ ranges: [CountedRange]) -> Group {
      (key, manager.localizedText(key, in: .facets), nil, ranges.map { ($0.values, $0.count) })
    }
    self.manager = manager
    groups = [
      group("type", facets.types.map { ($0.rawValue, $1) }, in: .types),
      group("tags", facets.tags.map { ($0.tag.name, $0.count) }),
      group("manufacturer", facets.manufacturers.map { ($0, $1) }),
      group("channels", facets.channels.map { ("\($0)", $1) }), group("license", facets.licenses.map { ($0, $1) }),
      group("ui", facets.userInterfaces.map { ($0 ? "yes" : "no", $1) }, in: .facets),
      group("usableIn", facets.hosts.map { ($0, $1) }), group("realtime", facets.realtime.map { ($0, $1) }),
      group("deterministic", facets.determinism.map { ($0 ? "yes" : "no", $1) }, in: .facets),
      group("validation", facets.validations.map { ($0, $1) }), group("cost", facets.costs),
      group("latency", facets.latencies), group("loadTime", facets.loadTimes), group("memory", facets.memory),
    ]
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
    return groups.filter { !$0.counts.isEmpty }.map { group in
      terminal.bold(group.title) + "\n"
        + group.counts.map { "\(padded($0.count))  \(Escaping.escaped(shown($0.name, in: group.texts)))\n" }.joined()
    }.joined(separator: "\n")
  }

  /// People see a value in their language; programs get the value that a predicate takes.
  package func shown(_ name: String, in texts: TextTable?) -> String {
    texts.map { manager.localizedText(name, in: $0) } ?? name
  }

  private func padded(_ count: Int) -> String {
    let digits = "\(count)"
    return String(repeating: " ", count: max(0, 6 - digits.count)) + digits
  }
}
