internal import AucatProgram
internal import AudioComponents

/// What a user's data says about components that this machine lacks. It stays, and applies once they are installed.
struct MissingComponents {
  /// The most URIs in a message.
  private static let mostNamed = 5
  private let facts: [UserFact]

  /// - Parameter facts: facts of the user's data, or of a file.
  init(_ facts: [UserFact], on manager: ComponentManager) throws {
    let named = facts.filter { $0.uri != nil }
    let installed =
      named.isEmpty ? [] : Set(try manager.search(.constant(true), everything: true).components.map(\.uri))
    self.facts = named.filter { fact in fact.uri.map { !installed.contains($0) } ?? false }
  }

  /// The message after an import; nil if nothing is missing.
  var importText: String? {
    let uris = Set(facts.compactMap(\.uri)).sorted()
    if uris.isEmpty { return nil }
    let count = uris.count == 1 ? "1 component that it names is" : "\(uris.count) components that it names are"
    let more = uris.count > Self.mostNamed ? " and \(uris.count - Self.mostNamed) more" : ""
    return "\(count) not installed here: \(uris.prefix(Self.mostNamed).joined(separator: ", "))\(more); "
      + "what was imported about \(uris.count == 1 ? "it applies once it is" : "them applies once they are") installed"
  }

  /// The message beside a list of tags, which has no other labels; nil if there are none.
  var otherLabelsText: String? {
    let counts = [
      (count(.favorite), "favourite", "favourites"), (count(.hidden), "hidden component", "hidden components"),
      (count(.collection), "component in a collection", "components in collections"),
    ].filter { $0.0 > 0 }.map { Count.text($0, $1, plural: $2) }
    if counts.isEmpty { return nil }
    return "also not installed: \(counts.joined(separator: ", ")); `aucat export` names them"
  }

  private func count(_ kind: UserLabel.Kind) -> Int { facts.count { $0.label.kind == kind } }
}
