package import AudioComponents

/// Which component a command works on.
extension Session {
  /// The component that an argument chooses: see `ComponentManager.choice(of:among:)`.
  package func component(chosenBy argument: String) throws -> Component {
    try component(of: try manager.choice(of: argument), argument)
  }

  /// As ``component(chosenBy:)``. Reports which one it is, unless the argument is unambiguous.
  package func componentSaid(
    chosenBy argument: String, note: (String) -> Void = { warn($0) }
  ) throws -> Component {
    let choice = try manager.choice(of: argument)
    let component = try component(of: choice, argument)
    if let text = try self.note(on: choice, of: argument) { note(text) }
    return component
  }

  /// The URI that an argument stands for, as ``componentSaid(chosenBy:)``, even if only the user store knows it
  /// because the component is no longer installed.
  package func uriSaid(chosenBy argument: String) throws -> String {
    let (uri, note) = try chosenURI(argument, among: nil)
    if let note { warn(note) }
    return uri
  }

  /// The URIs that arguments stand for, with notes on ambiguous ones.
  ///
  /// - Parameter condition: a condition to try first, such as hidden components to be shown again; nil for none.
  package func chosenURIs(
    _ arguments: [String], among condition: ComponentPredicate? = nil
  ) throws -> [(uri: String, note: String?)] {
    do {
      return try arguments.map { try chosenURI($0, among: condition) }
    } catch let failure as CommandFailure where arguments.count > 1 {
      let phrase = arguments.joined(separator: " ")
      guard try manager.choice(of: phrase, among: condition).component != nil else { throw failure }
      throw CommandFailure(failure.status, failure.message + "\nquote words that belong together: \"\(phrase)\"")
    }
  }

  private func chosenURI(
    _ argument: String, among condition: ComponentPredicate?
  ) throws -> (uri: String, note: String?) {
    let choice = try manager.choice(of: argument, among: condition)
    if choice == .none, try manager.userFacts().contains(where: { $0.uri == argument }) { return (argument, nil) }
    return (try component(of: choice, argument).uri, try note(on: choice, of: argument))
  }

  /// The component that was chosen.
  ///
  /// - Throws: a ``CommandFailure`` that lists several, or suggests an alternative.
  private func component(of choice: ComponentChoice, _ argument: String) throws -> Component {
    switch choice {
    case .one(let component, _, _): return component
    case .candidates(_, .name): return try component(argument)
    case .candidates(let found, let basis):
      let what =
        basis == .meaning
        ? "no component has `\(argument)` in its texts and tags; use the name of one that a search finds:"
        : "\(found.count) components match `\(argument)`; use one of these names, or more words:"
      throw CommandFailure(.usage, what + "\n" + (try beginning(of: found)))
    case .none:
      let isPredicate = try predicate(argument) != nil && TextReading(of: argument) == .predicate
      if isPredicate { throw CommandFailure(.nothing, "nothing matches `\(argument)`") }
      // This throws the error for a URI or a name.
      return try component(argument)
    }
  }

  /// The note about a choice; nil if the argument is unambiguous.
  private func note(on choice: ComponentChoice, of argument: String) throws -> String? {
    guard case .one(let component, let basis, let variants) = choice, basis != .uri else { return nil }
    let chosen = "chose \(component.name) (\(component.uri))"
    guard basis == .name else {
      let names = variants.map(\.name).joined(separator: ", ")
      return chosen + " for `\(argument)`" + (names.isEmpty ? "" : "; its variants: \(names)")
    }
    let others = try others(than: component, argument)
    return others == 0
      ? nil : chosen + "; \(Count.text(others, "other matches", plural: "others match")) `\(argument)`"
  }

  /// The number of other components whose names have a word that is one component's whole name; 0 for several words,
  /// which mean only that component.
  private func others(than named: Component, _ argument: String) throws -> Int {
    guard !argument.contains(where: \.isWhitespace), case .text(let words)? = try predicate(argument), !words.isEmpty
    else { return 0 }
    return try manager.search(.nameHas(words), everything: true, words: .exact).components
      .count { $0.verdict == .scanned && $0.uri != named.uri }
  }

  /// - Returns: nil if the text isn't a predicate.
  private func predicate(_ text: String) throws -> ComponentPredicate? {
    do {
      return try manager.predicate(text)
    } catch ComponentManagerError.invalidPredicate {
      return nil
    }
  }

  /// The name of the first component that a search for words finds once it has corrected some of them. All words must be
  /// found, and the name must have those that were corrected.
  func nameFound(byCorrecting argument: String) throws -> String? {
    guard !ChoosingText.isURI(argument), let predicate = try predicate(argument), case .text = predicate else {
      return nil
    }
    let notes = try manager.search(predicate, limit: 1).notes
    let corrections = notes.compactMap(\.correction)
    guard corrections.count == notes.count else { return nil }
    let named = corrections.isEmpty ? predicate : .and([predicate, .nameHas(corrections)])
    return try manager.search(named, everything: true).components.first { $0.verdict == .scanned }?.name
  }
}

extension SearchNote {
  /// The replacement of a misspelt word.
  fileprivate var correction: String? { if case .corrected(_, let word) = self { word } else { nil } }
}

/// The arguments that choose a component.
package enum Choice {
  /// The words of several arguments. An argument that excludes several words keeps them together.
  package static func text(of arguments: [String]) -> String {
    arguments.map { $0.beginsWithDash ? PredicateText.joined([$0]) : $0 }.joined(separator: " ")
  }
}
