package import AudioComponents

extension Session {
  /// The components that arguments stand for: each a URI or a unique name, or all of them together a predicate.
  package func components(chosenBy arguments: [String]) throws -> [Component] {
    if let named = try named(arguments) { return named }
    // Spelling is not corrected: a command must run only what was meant.
    let predicate = try predicate(arguments.joined(separator: " "))
    let found = try manager.search(predicate, everything: true, words: .exact).components
      .filter { $0.verdict == .scanned }
    guard found.isEmpty else { return found }
    guard case .text = predicate else { throw CommandFailure(.nothing, Self.noMatch) }
    throw try noMatch(arguments)
  }

  private func predicate(_ text: String) throws -> ComponentPredicate {
    do throws(ComponentManagerError) { return try manager.predicate(text) } catch {
      guard case .invalidPredicate(let problem) = error else { throw error }
      throw CommandFailure(problem, in: text)
    }
  }

  /// All components that are installed.
  package func allComponents() throws -> [Component] {
    let found = try manager.search(.constant(true), everything: true, words: .exact).components
      .filter { $0.verdict == .scanned }
    if found.isEmpty { throw CommandFailure(.nothing, try nothingToFindMessage()) }
    return found
  }

  /// - Returns: each component once; nil if one of the arguments is neither a URI nor a unique name.
  private func named(_ arguments: [String]) throws -> [Component]? {
    var found: [Component] = []
    var known: Set<String> = []
    for argument in arguments {
      let named = try manager.component(uri: argument).map { [$0] } ?? manager.components(named: argument)
      guard named.count == 1 else { return nil }
      found += named.filter { known.insert($0.uri).inserted }
    }
    return found
  }

  private static let noMatch = "no component matches; `aucat search` lists all"

  /// The failure of words without a match, which may be a misspelt component.
  private func noMatch(_ arguments: [String]) throws -> CommandFailure {
    do {
      _ = try component(arguments.joined(separator: " "))
      return CommandFailure(.nothing, Self.noMatch)
    } catch let failure as CommandFailure {
      return failure
    }
  }
}
