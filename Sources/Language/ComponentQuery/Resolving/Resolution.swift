/// Replaces the names of saved searches with their predicates, dependencies first.
///
/// Open searches are in an array instead of on the call stack: only the walk over one of them recurses,
/// and that is no deeper than ``ComponentPredicate/depthLimit``.
final class Resolution {
  /// The maximum number of searches to look up, so that resolving ends even if `find` keeps making up new names.
  private static let searchLimit = 10_000

  private let key: (String) -> String
  private var finished: [ExactText: Finished] = [:]
  private var open: [Open] = []
  private var isOpen: Set<ExactText> = []
  private var size = 0

  /// A completely resolved search.
  private struct Finished {
    var node: Parser.Node
    var leaves: Int
  }

  /// A search whose own searches are being looked up.
  private struct Open {
    var name: String
    var key: ExactText?
    var predicate: ComponentPredicate
    /// The names it refers to that are still to be resolved, the next one last.
    var waiting: [String]
  }

  init(key: @escaping (String) -> String) { self.key = key }

  func resolve(_ predicate: ComponentPredicate, _ find: (String) throws -> ComponentPredicate?) throws
    -> ComponentPredicate
  {
    try begin(predicate, name: "", key: nil)
    while let name = open[open.count - 1].waiting.popLast() {
      try look(up: name, find)
      while open[open.count - 1].waiting.isEmpty {
        let done = try finish(open[open.count - 1])
        guard let key = open.removeLast().key else { return done.node.predicate }
        isOpen.remove(key)
        finished[key] = done
      }
    }
    return predicate
  }

  /// Looks a search up. An error is about the name in the outermost predicate that has led here.
  private func look(up name: String, _ find: (String) throws -> ComponentPredicate?) throws {
    do {
      try enter(name, find)
    } catch var error as InvalidPredicate {
      error.savedName = open.count > 1 ? open[1].name : name
      throw error
    }
  }

  private func enter(_ name: String, _ find: (String) throws -> ComponentPredicate?) throws {
    let key = ExactText(key(name))
    if finished[key] != nil { return }
    if isOpen.contains(key) { throw circle(to: name, key) }
    guard let predicate = try find(name) else {
      throw InvalidPredicate("there is no saved search \(shownName(name)); in \"name\" takes the name of one")
    }
    try begin(predicate, name: name, key: key)
    isOpen.insert(key)
  }

  private func begin(_ predicate: ComponentPredicate, name: String, key: ExactText?) throws {
    guard predicate.isNoDeeper(than: ComponentPredicate.depthLimit) else { throw tooDeep(name) }
    guard finished.count + open.count < Self.searchLimit else {
      throw InvalidPredicate("the predicate refers to more than \(Self.searchLimit) saved searches")
    }
    open.append(Open(name: name, key: key, predicate: predicate, waiting: predicate.savedNames.reversed()))
  }

  private func finish(_ search: Open) throws -> Finished {
    let leaves = leaves(of: search.predicate)
    try spend(leaves)
    let node = node(of: search.predicate)
    guard node.height <= ComponentPredicate.depthLimit else { throw tooDeep(search.name) }
    return Finished(node: node, leaves: leaves)
  }

  private func spend(_ leaves: Int) throws {
    size += leaves
    guard size <= ComponentPredicate.resolvedLimit else {
      throw InvalidPredicate(
        "the saved searches expand to more than \(ComponentPredicate.resolvedLimit) comparisons; save simpler ones")
    }
  }

  /// The number of leaves the search will have, computed before anything is built.
  private func leaves(of predicate: ComponentPredicate) -> Int {
    var leaves = 0
    predicate.visitLeaves { leaf in
      if case .saved(let name) = leaf {
        leaves += finished[ExactText(key(name))]?.leaves ?? 1
      } else {
        leaves += 1
      }
    }
    return leaves
  }

  // MARK: Insertion. Recursive functions have small frames, because trees may be deep.

  private func node(of predicate: ComponentPredicate) -> Parser.Node {
    switch predicate {
    case .not(let operand): return node(of: operand).negated
    case .and(let operands): return chain(operands, isConjunction: true)
    case .or(let operands): return chain(operands, isConjunction: false)
    case .saved(let name): return saved(name) ?? Parser.Node(predicate)
    case .constant, .comparison, .text: return Parser.Node(predicate)
    }
  }

  private func chain(_ operands: [ComponentPredicate], isConjunction: Bool) -> Parser.Node {
    var run = Parser.Run(isConjunction: isConjunction)
    for operand in operands { run.append(node(of: operand)) }
    return run.isEmpty ? Parser.Node(isConjunction ? .and([]) : .or([])) : run.node
  }

  private func saved(_ name: String) -> Parser.Node? { finished[ExactText(key(name))]?.node }

  // MARK: Errors

  /// The error that shows the cycle from the open search of that name back to it: the first few steps.
  private func circle(to name: String, _ key: ExactText) -> InvalidPredicate {
    let first = open.firstIndex { $0.key == key } ?? 0
    var way = open[first...].map(\.name)
    if way.count > 6 { way.replaceSubrange(5..., with: ["…"]) }
    let shown = (way + [name]).map { $0 == "…" ? $0 : shownName($0) }.joined(separator: " → ")
    return InvalidPredicate("saved searches refer to each other in a cycle: \(shown); change one of them")
  }

  private func tooDeep(_ name: String) -> InvalidPredicate {
    let search = name.isEmpty ? "the predicate with its saved searches" : "the saved search \(shownName(name))"
    return InvalidPredicate("\(search) is nested deeper than \(ComponentPredicate.depthLimit) levels")
  }
}

/// The name of a saved search for a message: shortened and quoted as in a predicate.
func shownName(_ name: String) -> String {
  printedString(shortened(name, to: 40))
}

extension InvalidPredicate {
  /// The error for a tree that is too deep for recursion.
  package static let tooDeep = InvalidPredicate(
    "the predicate is nested deeper than \(ComponentPredicate.depthLimit) levels")

  /// The error for evaluating a predicate with unresolved saved searches.
  package static func unresolved(_ name: String) -> InvalidPredicate {
    InvalidPredicate("the saved search \(shownName(name)) must be looked up before the predicate can be used")
  }
}

extension ComponentPredicate {
  /// The names of the saved searches that the predicate refers to, each once, from left to right.
  package var savedNames: [String] {
    var names: [String] = []
    var seen: Set<ExactText> = []
    visitLeaves { leaf in
      if case .saved(let name) = leaf, seen.insert(ExactText(name)).inserted { names.append(name) }
    }
    return names
  }

  /// The maximum number of comparisons after expanding saved searches, each counted as often as it is inserted.
  package static let resolvedLimit = 100_000

  /// The predicate with each saved search replaced with what `find` returns, in which saved searches are replaced as
  /// well. Chains stay flat, so that the result is what the parser would make of its text.
  ///
  /// - Parameters:
  ///   - key: the key by which names are compared, the same as `find` uses.
  ///   - find: returns the saved search with a name; nil if there is none. Called once for each key.
  /// - Throws: ``InvalidPredicate`` for a name that `find` does not know, for searches that contain each other (it
  ///   shows the cycle), for a result that is deeper than ``depthLimit`` or larger than ``resolvedLimit``; and what
  ///   `find` throws.
  package func resolved(
    key: (String) -> String = { $0 }, _ find: (String) throws -> ComponentPredicate?
  ) throws -> ComponentPredicate {
    guard !savedNames.isEmpty else { return self }
    return try withoutActuallyEscaping(key) { key in try Resolution(key: key).resolve(self, find) }
  }
}
