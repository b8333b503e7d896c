internal import AucatProgram
package import AudioComponents

/// The order of `--sort`, by any keys. Components without a value for a key come last, even when reversed.
package struct SortOrder {
  private struct Part {
    var reference: Key.Reference
    var isReversed: Bool
  }

  private enum Rank: Comparable {
    case number(Double)
    case text([UInt8])

    static func < (a: Rank, b: Rank) -> Bool {
      switch (a, b) {
      case (.number(let a), .number(let b)): a < b
      case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  private let parts: [Part]
  private let manager: ComponentManager

  /// - Throws: a ``CommandFailure`` for a key that does not exist.
  package init(_ text: String, _ manager: ComponentManager) throws {
    self.manager = manager
    parts = try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      let isReversed = word.hasPrefix("-")
      let spelling = String(isReversed ? word.dropFirst() : word)
      guard let reference = Key.Reference(spelling: spelling) else {
        let meant = Key.suggestion(for: spelling).map { [$0] } ?? []
        let examples = meant.isEmpty ? "it takes those of a predicate, such as name or tags.@count; " : ""
        throw CommandFailure(
          usage: "--sort does not take the key `\(spelling)`", meant: meant, remedy: examples + Key.remedy)
      }
      return Part(reference: reference, isReversed: isReversed)
    }
  }

  /// Whether it uses a key.
  func names(_ key: Key) -> Bool { parts.contains { $0.reference.key == key } }

  /// - Throws: errors of reading the values.
  package func sorted(_ components: [Component]) throws -> [Component] {
    let ranked = try components.enumerated().map { (ranks: try ranks($1), position: $0, component: $1) }
    return ranked.sorted { a, b in
      for (index, part) in parts.enumerated() {
        guard let first = a.ranks[index] else {
          if b.ranks[index] == nil { continue }
          return false
        }
        guard let second = b.ranks[index] else { return true }
        if first != second { return (first < second) != part.isReversed }
      }
      return a.position < b.position
    }.map(\.component)
  }

  private func ranks(_ component: Component) throws -> [Rank?] {
    let subject = CatalogSubject(component) { try manager.details(of: component) }
    return try parts.map { part in
      if part.reference.key == .version {
        return .number(Double(component.version.minor) * 4_294_967_296 + Double(component.version.micro))
      }
      let value = try subject.value(of: part.reference.key)
      return part.reference.isCount ? .number(Double(count(value))) : rank(value)
    }
  }

  private func count(_ value: SubjectValue) -> Int {
    switch value {
    case .texts(let texts): texts.count
    case .tags(let tags): tags.count
    case .ranges(let ranges): ranges.count
    case .missing, .text, .number, .flag: 0
    }
  }

  /// A list sorts by its elements, one after the other, and ranges by the highest maximum; an empty one has no value.
  private func rank(_ value: SubjectValue) -> Rank? {
    switch value {
    case .missing: nil
    case .text(let text): .text(manager.sortKey(text))
    case .number(let number): .number(number)
    case .flag(let flag): .number(flag ? 1 : 0)
    case .texts(let texts): texts.isEmpty ? nil : .text(manager.sortKey(texts.joined(separator: "\n")))
    case .ranges(let ranges): ranges.map(\.high).max().map(Rank.number)
    case .tags(let tags): tags.isEmpty ? nil : .text(manager.sortKey(tags.map(\.name).joined(separator: "\n")))
    }
  }
}
