package import AudioComponents

/// Which component a command works on.
extension Session {
  /// The component with a URI or a unique name, or the only match of a predicate or of words.
  package func component(chosenBy argument: String) throws -> Component {
    try component(chosenBy: argument, among: nil)
  }

  /// As ``component(chosenBy:)``.
  ///
  /// - Parameter condition: what the component that words or a predicate choose must match, too; nil for nothing.
  func component(chosenBy argument: String, among condition: ComponentPredicate?) throws -> Component {
    do {
      return try component(argument)
    } catch let failure as CommandFailure where failure.status == .nothing {
      guard argument.contains(where: { !$0.isWhitespace }), let predicate = try predicate(argument) else {
        throw failure
      }
      let found = try matches(of: predicate, among: condition)
      if let component = found.first, found.count == 1 { return component }
      if found.isEmpty {
        let isWords = TextReading(of: argument) == .words
        throw isWords ? failure : CommandFailure(.nothing, "nothing matches `\(argument)`")
      }
      let rest = found.count > 20 ? "\n  and \(found.count - 20) more" : ""
      throw CommandFailure(
        .usage,
        "\(found.count) components match `\(argument)`; use one of these URIs, or more words:\n"
          + Self.list(Array(found.prefix(20))) + rest)
    }
  }

  /// The matches of a predicate as it stands: spelling correction is for searches, and must not choose what a command works
  /// on. Of those that words match, the only one that has them all in its name.
  private func matches(
    of predicate: ComponentPredicate, among condition: ComponentPredicate?
  ) throws -> [Component] {
    func found(_ predicate: ComponentPredicate) throws -> [Component] {
      try manager.search(condition.map { .and([predicate, $0]) } ?? predicate, words: .exact).components
    }
    if let names = Self.names(with: predicate) {
      let named = try found(names)
      if named.count == 1 { return named }
    }
    return try found(predicate)
  }

  /// The condition that a name has all words; nil for a predicate of another kind.
  private static func names(with predicate: ComponentPredicate) -> ComponentPredicate? {
    guard case .text(let words) = predicate, !words.isEmpty else { return nil }
    return .and(
      words.map {
        .comparison(Comparison(.name, .contains, .text($0), options: [.ignoringCase, .ignoringAccents]))
      })
  }

  /// - Returns: nil if the text is no predicate.
  private func predicate(_ text: String) throws -> ComponentPredicate? {
    do {
      return try manager.predicate(text)
    } catch ComponentManagerError.invalidPredicate {
      return nil
    }
  }

  /// Marks components, or removes the mark. Says which was meant by words that are not its name, or that others have too.
  func mark(_ arguments: [String], with label: UserLabel, undo: Bool) throws {
    let isShowing = undo && label == .hidden
    let condition: ComponentPredicate? =
      isShowing ? .comparison(Comparison(.hidden, .equal, .flag(true))) : nil
    let marked = try arguments.map { try uri(ofMarked: $0, among: condition) }
    let counts = try manager.change(marked.map { undo ? .remove(label, from: $0.uri) : .add(label, to: $0.uri) })
    for note in marked.compactMap(\.note) { complain(note) }
    if undo != (label == .hidden), counts.contains(where: { $0 > 0 }) { sayHowToUndo() }
  }

  /// The URI of what an argument stands for, with what there is to say of it.
  private func uri(
    ofMarked argument: String, among condition: ComponentPredicate?
  ) throws -> (uri: String, note: String?) {
    do {
      let component = try component(chosenBy: argument, among: condition)
      return (component.uri, try note(on: component, chosenBy: argument))
    } catch let failure as CommandFailure where failure.status == .nothing {
      return (try uri(argument), nil)
    }
  }

  private func note(on component: Component, chosenBy argument: String) throws -> String? {
    if argument == component.uri { return nil }
    let named = try manager.components(named: argument)
    let others =
      try predicate(argument).map { predicate -> Int in
        let meant = Self.names(with: predicate) ?? predicate
        return try manager.search(meant, words: .exact).components.count { $0.uri != component.uri }
      } ?? 0
    if !named.isEmpty && others == 0 { return nil }
    let also = others == 0 ? "" : "; \(others) more match\(others == 1 ? "es" : "") `\(argument)`"
    return "`\(argument)` is \(component.name) (\(component.uri))\(also)"
  }
}
