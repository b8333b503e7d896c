package import AudioComponents

/// Which component a command works on.
extension Session {
  /// The component with a URI or a unique name, or the only match of a predicate or of words.
  package func component(chosenBy argument: String) throws -> Component {
    try component(of: try choice(of: argument), argument)
  }

  /// As ``component(chosenBy:)``. Reports which one it is, unless the argument is unambiguous.
  package func componentSaid(
    chosenBy argument: String, note: (String) -> Void = { warn($0) }
  ) throws -> Component {
    let choice = try choice(of: argument)
    let component = try component(of: choice, argument)
    if let text = Self.note(on: choice, of: argument) { note(text) }
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
      guard try choice(of: phrase, among: condition).component != nil else { throw failure }
      throw CommandFailure(failure.status, failure.message + "\nquote words that belong together: \"\(phrase)\"")
    }
  }

  private func chosenURI(
    _ argument: String, among condition: ComponentPredicate?
  ) throws -> (uri: String, note: String?) {
    let choice = try choice(of: argument, among: condition)
    if choice.candidates.isEmpty, try manager.userFacts().contains(where: { $0.uri == argument }) {
      return (argument, nil)
    }
    return (try component(of: choice, argument).uri, Self.note(on: choice, of: argument))
  }

  /// The components that an argument may stand for, hidden ones included. Spelling is not corrected, and nothing is
  /// left out: a search may guess, but a command must not.
  ///
  /// - Parameter condition: a condition to try first; nil for none.
  private func choice(of argument: String, among condition: ComponentPredicate? = nil) throws -> Choice {
    if let component = try manager.component(uri: argument) { return Choice(candidates: [component], isNamed: true) }
    let named = try manager.components(named: argument)
    if !named.isEmpty { return Choice(candidates: named, isNamed: true, others: try others(than: named, argument)) }
    guard argument.contains(where: { !$0.isWhitespace }), !Choice.isURI(argument),
      PathArgument(argument) == nil, let predicate = try predicate(argument)
    else { return Choice(candidates: []) }
    if try isGone(argument, predicate) { return Choice(candidates: []) }
    if let condition {
      let choice = try choice(of: predicate, among: condition)
      if !choice.candidates.isEmpty { return choice }
    }
    return try choice(of: predicate, among: nil)
  }

  /// Whether an argument is the name of a component that is no longer installed. One whose tags happen to have its words isn't
  /// meant, but one whose name has them may be.
  private func isGone(_ argument: String, _ predicate: ComponentPredicate) throws -> Bool {
    guard let names = Self.names(with: predicate), try !manager.missingComponents(named: argument).isEmpty else {
      return false
    }
    return try matches(of: names, nil).isEmpty
  }

  private func choice(of predicate: ComponentPredicate, among condition: ComponentPredicate?) throws -> Choice {
    let all = try matches(of: predicate, condition)
    guard all.count > 1, let names = Self.names(with: predicate) else { return Choice(candidates: all) }
    let named = try matches(of: names, condition)
    return named.count == 1 ? Choice(candidates: named, others: all.count - 1) : Choice(candidates: all)
  }

  private func matches(of predicate: ComponentPredicate, _ condition: ComponentPredicate?) throws -> [Component] {
    try manager.search(condition.map { .and([predicate, $0]) } ?? predicate, everything: true, words: .exact).components
      .filter { $0.verdict == .scanned }
  }

  /// The number of other components whose names have a word that is one component's whole name; 0 for several words,
  /// which mean only that component.
  private func others(than named: [Component], _ argument: String) throws -> Int {
    guard named.count == 1, !argument.contains(where: \.isWhitespace), let predicate = try predicate(argument),
      let names = Self.names(with: predicate)
    else { return 0 }
    return try matches(of: names, nil).count { $0.uri != named[0].uri }
  }

  /// The condition that a name has all words; nil for a predicate of another kind.
  private static func names(with predicate: ComponentPredicate) -> ComponentPredicate? {
    guard case .text(let words) = predicate, !words.isEmpty else { return nil }
    return .conjunction(
      words.map {
        .comparison(
          Comparison(key: .name, operator: .contains, value: .text($0), options: [.ignoringCase, .ignoringAccents]))
      })
  }

  /// - Returns: nil if the text isn't a predicate.
  private func predicate(_ text: String) throws -> ComponentPredicate? {
    do {
      return try manager.predicate(text)
    } catch ComponentManagerError.invalidPredicate {
      return nil
    }
  }

  /// The only candidate.
  ///
  /// - Throws: a ``CommandFailure`` that lists several, or suggests an alternative.
  private func component(of choice: Choice, _ argument: String) throws -> Component {
    if let component = choice.component { return component }
    // This throws the error for a URI or a name.
    if choice.isNamed || choice.candidates.isEmpty {
      let isPredicate = try predicate(argument) != nil && TextReading(of: argument) == .predicate
      if isPredicate && !choice.isNamed { throw CommandFailure(.nothing, "nothing matches `\(argument)`") }
      return try component(argument)
    }
    let found = choice.candidates
    throw CommandFailure(
      .usage,
      "\(found.count) components match `\(argument)`; use one of these names, or more words:\n"
        + (try beginning(of: found)))
  }

  /// The note about a choice; nil if the argument is unambiguous.
  private static func note(on choice: Choice, of argument: String) -> String? {
    guard let component = choice.component, !choice.isNamed || choice.others > 0 else { return nil }
    let also =
      choice.others == 0 ? "" : "; \(Count.text(choice.others, "other matches", plural: "others match")) `\(argument)`"
    let asked = choice.isNamed ? "" : " for `\(argument)`"
    return "chose \(component.name) (\(component.uri))\(asked)\(also)"
  }

  /// The name of the first component that a search for words finds once it has corrected some of them. All words must be
  /// found, and the name must have those that were corrected.
  func nameFound(byCorrecting argument: String) throws -> String? {
    guard !Choice.isURI(argument), let predicate = try predicate(argument), case .text = predicate else { return nil }
    let notes = try manager.search(predicate, limit: 1).notes
    let corrections = notes.compactMap(\.correction)
    guard corrections.count == notes.count else { return nil }
    let named = Self.names(with: .text(corrections)).map { ComponentPredicate.and([predicate, $0]) } ?? predicate
    return try manager.search(named, everything: true).components.first { $0.verdict == .scanned }?.name
  }
}

extension SearchNote {
  /// The replacement of a misspelt word.
  fileprivate var correction: String? { if case .corrected(_, let word) = self { word } else { nil } }
}

/// The components that an argument of a command may stand for.
package struct Choice {
  /// Those with the URI or the name; otherwise those that match, or the only one of these with all words in its name.
  var candidates: [Component]
  /// Whether the argument is the URI or the name of the candidates.
  var isNamed = false
  /// The number of further components that match.
  var others = 0

  /// The only candidate; nil if there are several or none.
  var component: Component? { candidates.count == 1 ? candidates[0] : nil }

  /// The words of several arguments. An argument that excludes several words keeps them together.
  package static func text(of arguments: [String]) -> String {
    arguments.map { $0.beginsWithDash ? PredicateText.joined([$0]) : $0 }.joined(separator: " ")
  }

  /// Whether an argument can only be a URI: words may be part of another one, which is not meant.
  package static func isURI(_ argument: String) -> Bool {
    let scheme = argument.prefix { $0 != ":" }
    guard scheme.utf8.count < argument.utf8.count, scheme.first?.isLetter == true,
      !argument.contains(where: \.isWhitespace), !Key.isNamed(String(scheme))
    else { return false }
    return scheme.utf8.allSatisfy { $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) }
  }
}
