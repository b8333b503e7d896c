internal import ComponentModel
internal import ComponentScan

/// The statements of some files of a bundle. Statements about a URI in any other file are ignored; a blank node never
/// spans files.
final class Facts {
  let graph: Graph
  /// The numbers of the files, in order of precedence.
  let files: [Int]
  private let sorted: [Int]
  private var ranks: [Term: Int] = [:]
  /// The position of each file in ``files``.
  private lazy var positions = Dictionary(
    files.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })

  /// - Parameter files: numbers of files of the graph, in order of precedence.
  init(_ graph: Graph, files: [Int]) {
    self.graph = graph
    self.files = files
    sorted = Set(files).sorted()
  }

  /// The objects of all statements with one of these properties, in the order of ``files``, whichever was read first.
  func objects(_ subject: Term, _ properties: Property...) -> [(property: Property, object: Term)] {
    var found: [(file: Int, property: Property, object: Term)] = []
    forEach(about: subject) { property, statement in
      guard let property, properties.contains(property) else { return }
      found.append((positions[statement.file] ?? 0, property, statement.object))
    }
    // Sorting is not guaranteed to be stable, so the offset breaks ties.
    return found.enumerated().sorted { ($0.element.file, $0.offset) < ($1.element.file, $1.offset) }
      .map { ($0.element.property, $0.element.object) }
  }

  /// Calls `body` with each statement about a subject.
  func forEach(about subject: Term, _ body: (Property?, Statement) -> Void) {
    for statement in graph.statements(about: subject) where isHeard(statement.file) {
      body(Property(rawValue: statement.predicate.position), statement)
    }
  }

  private func isHeard(_ file: Int) -> Bool {
    if files.count <= 8 { return files.contains(file) }
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < file { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low] == file
  }

  /// The distinct values of a property, in order.
  func values(_ subject: Term, _ property: Property) -> [Term] {
    var set = TermSet()
    let predicate = graph.term(property)
    for statement in graph.statements(about: subject)
    where statement.predicate == predicate && isHeard(statement.file) {
      set.insert(statement.object)
    }
    return set.terms
  }

  func value(_ subject: Term, _ property: Property) -> Term? { value(of: values(subject, property)) }

  func literal(_ subject: Term, _ property: Property) -> String? { literal(of: values(subject, property)) }

  func uris(_ subject: Term, _ property: Property) -> [String] { uris(of: values(subject, property)) }
}

extension Facts {
  /// The value that lilv chooses for a host in English: a resource or a text in English, else a text in a variety of
  /// English, else one without a language. The first by its bytes wins a tie.
  func value(of terms: [Term]) -> Term? {
    if terms.count == 1, let only = terms.first, graph.language(only) == nil { return only }
    return first(of: terms) { self.graph.kind($0).isLiteral ? self.rank(ofLanguage: self.graph.language($0)) : 0 }
      .flatMap { $0.rank < 3 ? $0.term : nil }
  }

  /// The text that ``value(of:)`` chooses, else one in any language. lilv doesn't treat true and false as texts.
  func literal(of terms: [Term]) -> String? {
    first(of: terms) { term in
      let kind = self.graph.kind(term)
      return kind.isLiteral && kind != .boolean ? self.rank(ofLanguage: self.graph.language(term)) : nil
    }.map { graph.text($0.term) }
  }

  /// The URIs among the terms, sorted.
  func uris(of terms: [Term]) -> [String] {
    if terms.isEmpty { return [] }
    var uris: [String] = []
    for term in terms where graph.kind(term) == .uri { uris.append(graph.text(term)) }
    if uris.count > 1 { uris.sort() }
    return uris
  }

  /// The URI of a term; nil if it is not a URI.
  func uri(_ term: Term) -> String? { graph.kind(term) == .uri ? graph.text(term) : nil }

  /// The value of a number or boolean.
  func number(_ term: Term) -> Double? {
    switch graph.kind(term) {
    case .integer, .decimal: Double(graph.text(term))
    case .boolean: ["true", "1"].contains(graph.text(term)) ? 1 : 0
    default: nil
    }
  }

  /// The value of a whole number.
  func integer(_ term: Term) -> Int? { graph.kind(term) == .integer ? Int(graph.text(term)) : nil }

  /// The term with the lowest rank; the first by its bytes wins a tie.
  private func first(of terms: [Term], _ rank: (Term) -> Int?) -> (term: Term, rank: Int)? {
    var best: (term: Term, rank: Int)?
    for term in terms {
      guard let rank = rank(term) else { continue }
      if let known = best, known.rank < rank || known.rank == rank && !graph.precedes(term, known.term) { continue }
      best = (term, rank)
    }
    return best
  }

  /// 0 for English, 1 for a variety of English, 2 for no language, 3 for any other.
  private func rank(ofLanguage language: Term?) -> Int {
    guard let language else { return 2 }
    if let known = ranks[language] { return known }
    let text = graph.text(language).lowercased()
    let rank = text == "en" ? 0 : text.hasPrefix("en-") ? 1 : 3
    ranks[language] = rank
    return rank
  }
}

/// Distinct terms, in the order in which they were added.
struct TermSet {
  private(set) var terms: [Term] = []
  private var known: Set<Term> = []
  private static let few = 16

  mutating func insert(_ term: Term) {
    if terms.count < Self.few {
      if terms.contains(term) { return }
    } else {
      if known.isEmpty { known = Set(terms) }
      guard known.insert(term).inserted else { return }
    }
    terms.append(term)
  }

  mutating func removeAll() {
    terms.removeAll(keepingCapacity: true)
    if !known.isEmpty { known = [] }
  }
}

/// A resource's values by property, from one pass over its statements.
struct PropertyTable {
  private var values = [TermSet](repeating: TermSet(), count: Property.scanned)
  private var used: [Int] = []

  /// Adds the values of some subjects as if they were one subject.
  mutating func fill(_ facts: Facts, _ subjects: [Term]) {
    for index in used { values[index].removeAll() }
    used.removeAll(keepingCapacity: true)
    for subject in subjects { add(facts, subject) }
  }

  private mutating func add(_ facts: Facts, _ subject: Term) {
    facts.forEach(about: subject) { property, statement in
      guard let index = property?.rawValue, index < Property.scanned else { return }
      if values[index].terms.isEmpty { used.append(index) }
      values[index].insert(statement.object)
    }
  }

  /// The distinct values of a property, in order.
  subscript(property: Property) -> [Term] { values[property.rawValue].terms }
}

/// `text` cut to the length of a name, at a character boundary.
func bounded(_ text: String) -> String { bounded(text, to: ScanLimits.name) }

/// `text` cut to at most `limit` UTF-8 bytes, at a character boundary.
func bounded(_ text: String, to limit: Int) -> String {
  guard text.utf8.count > limit else { return text }
  var end = text.startIndex
  var count = 0
  for index in text.indices {
    count += text[index].utf8.count
    guard count <= limit else { break }
    end = text.index(after: index)
  }
  return String(text[..<end])
}
