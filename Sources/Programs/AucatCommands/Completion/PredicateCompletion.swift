package import AudioComponents

/// Completes a predicate or plain words at its end.
struct PredicateCompletion {
  private let manager: ComponentManager
  private let reading: PredicateReading
  /// The part of the word at the cursor that doesn't change.
  private let kept: String
  private let isQuoted: Bool
  /// Whether values of several words need no quotes of the language, because each is an argument of its own.
  private let isOneArgument: Bool

  /// - Parameters:
  ///   - words: the arguments before the one at the cursor.
  ///   - isQuoted: whether the one at the cursor is in the shell's quotes.
  init(_ words: [String], _ current: String, isQuoted: Bool, manager: ComponentManager) {
    self.manager = manager
    self.isQuoted = isQuoted
    let before = words.map { $0 + " " }.joined()
    reading = PredicateReading(before + current)
    kept = String(current.dropLast(min(current.count, reading.partial.count)))
    isOneArgument = !words.isEmpty && kept.isEmpty
  }

  var candidates: [Completion.Candidate] {
    get throws {
      let found = try completed()
      guard isQuoted, found.count == 1, found[0].rest == .words, let reference = Key.Reference(spelling: found[0].text)
      else { return found.map { kept($0) } }
      // If the only candidate is a key, its continuations are offered as well, so that a shell leaves the quotes open.
      return Self.operators(of: reference.kind).map { kept(.init(text: "\(found[0].text) \($0)", rest: .words)) }
    }
  }

  private func kept(_ candidate: Completion.Candidate) -> Completion.Candidate {
    Completion.Candidate(text: kept + candidate.text, note: candidate.note, rest: candidate.rest)
  }

  /// The completions of the partial word.
  private func completed() throws -> [Completion.Candidate] {
    switch reading.expected {
    case .comparison: try comparisons()
    case .comparisonOperator(let reference):
      matching(Self.operators(of: reference.kind).map { .init(text: $0, rest: .words) })
    case .value(let reference): try values(of: reference)
    case .keyedValue(let key, let prefix):
      try values(of: Key.Reference(key)).map {
        .init(text: prefix + $0.text, note: $0.note)
      }
    case .savedName: quoted(try manager.savedSearches().map(\.name) + manager.collectionCounts().map(\.name))
    case .connective: matching(["and", "or"].map { .init(text: $0, rest: .words) })
    }
  }

  private func matching(_ candidates: [Completion.Candidate]) -> [Completion.Candidate] {
    Completion.matching(reading.partialText, candidates)
  }

  /// Keys, and words that are searched for: tags, or if there are none, names.
  private func comparisons() throws -> [Completion.Candidate] {
    let keys = Key.allCases.map {
      Completion.Candidate(text: $0.rawValue, note: KeysCommand.plainText($0.declaration.documentation), rest: .words)
    }
    let words = ["not", "in", "any", "all", "none"].map { Completion.Candidate(text: $0, rest: .words) }
    if reading.partial.isEmpty { return keys + words }
    guard reading.quote == nil else { return quoted(try tagNames()) }
    let found = matching(keys + words) + quoted(try tagNames())
    return found.isEmpty ? quoted(try texts(of: .name)) : found
  }

  private func values(of reference: Key.Reference) throws -> [Completion.Candidate] {
    if reference.isCount { return [] }
    let key = reference.key
    switch key.kind {
    case .enumeration: return matching(key.enumerationValues.map { .init(text: $0) })
    case .boolean: return matching(["yes", "no"].map { .init(text: $0) })
    case .tags:
      let isOwn = key == .userTag || key == .userTagNames
      return quoted(try isOwn ? manager.tagCounts().filter(\.tag.isUser).map(\.tag.name) : tagNames())
    case .texts where key == .usableIn:
      return matching(manager.hosts.map { .init(text: $0.name, note: "\($0)") })
    case .texts, .ranges: return []
    case .text, .version, .date: return key.needsDetails ? [] : quoted(try texts(of: key))
    case .number: return try numbers(of: key)
    }
  }

  /// The names of tags in the caller's language, and the English names of standard tags as well.
  private func tagNames() throws -> [String] {
    let present = try manager.displayTagCounts().map(\.tag)
    return manager.distinct(present.map(\.name) + present.map(\.englishName))
  }

  /// The distinct values of a key.
  private func texts(of key: Key) throws -> [String] {
    guard case .text(let value) = key.declaration.value else { return [] }
    var seen: Set<String> = []
    return try components().compactMap(value).filter { seen.insert($0).inserted }
  }

  private func numbers(of key: Key) throws -> [Completion.Candidate] {
    guard case .number(let value) = key.declaration.value else { return [] }
    let numbers = Set(try components().compactMap(value))
    return matching(numbers.sorted().map { .init(text: "\($0)") })
  }

  private func components() throws -> [Component] {
    try manager.prepare(.constant(true)).components(limit: CompletionValues.limit)
  }

  /// Values, in the quotes that have been opened, or, if they need any, in quotes other than the shell's.
  private func quoted(_ values: [String]) -> [Completion.Candidate] {
    Completion.matching(reading.partialText, values.map { .init(text: $0) }).map { candidate in
      Completion.Candidate(text: spelt(candidate.text))
    }
  }

  private func spelt(_ value: String) -> String {
    if reading.quote == nil, isOneArgument || Self.isBare(value) { return value }
    let quote = reading.quote ?? (value.unicodeScalars.contains("\"") ? "'" : "\"")
    let content = BashAnswer.escaped(value) { $0 == "\\" || $0 == quote }
    return "\(quote)\(content)\(quote)"
  }

  private static func isBare(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 > 0x7F || $0.isASCIILetterOrDigit || "./:#-_".utf8.contains($0) }
      && !["and", "or", "not", "in", "any", "all", "none"].contains(value.lowercased())
  }

  /// The operators of a kind, as people type them.
  private static func operators(of kind: Key.Kind) -> [String] {
    Comparison.Operator.allCases.filter { kind.takes($0) }.flatMap { comparison -> [String] in
      let name = comparison.rawValue.lowercased()
      return comparison.isTextual && kind != .tags ? [name, name + "[cd]"] : [name]
    }
  }
}

extension Key.Reference {
  fileprivate var kind: Key.Kind { isCount ? .number : key.kind }
}

extension Key.Kind {
  /// Whether keys of the kind can be compared this way, as in the table on the language's page.
  fileprivate func takes(_ comparison: Comparison.Operator) -> Bool {
    switch self {
    case .text, .version, .date, .texts: true
    case .tags: !comparison.isOrder
    case .number, .ranges: !comparison.isTextual
    case .enumeration: !comparison.isTextual && !comparison.isOrder
    case .boolean: comparison == .equal || comparison == .notEqual
    }
  }
}

extension ComponentManager {
  /// The completions of a search at its end: the whole text with each candidate, and a note about it.
  package func completions(of text: String, limit: Int) throws -> [(text: String, note: String)] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let before = words.dropLast().map(String.init)
    let completion = PredicateCompletion(before, String(words.last ?? ""), isQuoted: true, manager: self)
    return try completion.candidates.prefix(limit).map { candidate in
      (before.map { $0 + " " }.joined() + candidate.text, candidate.note)
    }
  }
}
