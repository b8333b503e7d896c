internal import AucatProgram
internal import AudioComponents

/// One run of `aucat search`.
struct SearchRun {
  private let options: SearchCommand
  private let session: Session
  private let text: String
  private let predicate: ComponentPredicate

  /// - Throws: `CommandFailure` if the text is not a predicate.
  init(_ options: SearchCommand) throws {
    self.options = options
    session = try Session(options.common)
    let text = try PredicateText(options.predicate)
    self.text = text.text
    predicate = try text.parsed(session, values: options.values)
  }

  /// Prints what is asked for.
  func run() throws {
    let order = try options.sort.map { try SortOrder($0, session.manager) }
    let isFolded = options.showsOneVariant
    if options.isExplanation || options.isFacets || options.isCount && !options.findsEverything && !isFolded {
      return try reportingPredicate { try summarize() }
    }
    let wanted = order == nil && !isFolded ? options.limit : nil
    let found = try reportingPredicate {
      // One is enough to know whether there are any.
      try session.manager.search(
        predicate, everything: options.findsEverything, words: options.matching, limit: max(1, wanted ?? .max))
    }
    try sayNotes(found.notes)
    try print(found, order)
    try finish(isEmpty: found.components.isEmpty && found.quarantined.isEmpty, by: order)
  }

  private func reportingPredicate<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch ComponentManagerError.invalidPredicate(let error) {
      throw CommandFailure(error, in: text, values: options.values)
    }
  }

  /// Prints what needs no components: counts, facets or the plan.
  private func summarize() throws {
    let search = session.manager.prepare(
      predicate, everything: options.findsEverything, words: options.matching)
    if options.isExplanation {
      let plan = try search.plan()
      return try Output.print(Explanation.text(plan, of: predicate, as: TextReading(of: text), notes: try notes()))
    }
    try sayNotes()
    try finish(isEmpty: options.isFacets ? try showFacets(of: search) == 0 : try showCount(of: search) == 0)
  }

  /// - Returns: the number of components.
  private func showFacets(of search: PreparedSearch) throws -> Int {
    let found = try search.facets()
    let isJSON = options.outputFormat == .json
    try session.show(FacetText(found, session.manager).text(session.terminal, json: isJSON), isPaged: !isJSON)
    return found.total
  }

  /// - Returns: the number of components.
  private func showCount(of search: PreparedSearch) throws -> Int {
    let number = try search.count()
    try Output.print("\(number)\n")
    return number
  }

  /// Says on standard error what the output lacks.
  private func finish(isEmpty: Bool, by order: SortOrder? = nil) throws {
    try sayHidden()
    let untested = try TestedFacts.notes(session) { predicate.names($0) || order?.names($0) == true }
    if isEmpty { try reportNothing(untested) }
    for note in untested { warn(note.line) }
  }

  /// Reports how words were interpreted.
  ///
  /// - Parameter known: the notes of the search, if it has run.
  private func sayNotes(_ known: [SearchNote]? = nil) throws {
    let notes = try known ?? notes()
    for note in notes {
      warn(NoteText.text(note))
      if case .mostWords = note, let meant = try WordHints(session: session).predicate(near: text) { warn(meant.line) }
    }
    // A word that no component has may be a key.
    if !notes.isEmpty, let meant = try WordHints(session: session).keys(near: text, predicate) { warn(meant.line) }
  }

  private func print(_ found: SearchResult, _ order: SortOrder?) throws {
    var found = found
    if let order { found.components = try order.sorted(found.components) }
    let folded = FoldedComponents(options.showsOneVariant ? found.components : [])
    if options.showsOneVariant { found.components = folded.components }
    if options.isCount { return try Output.print("\(found.components.count + found.quarantined.count)\n") }
    let isPart = options.sort == nil && options.limit != nil && !options.showsOneVariant
    let total = isPart ? found.total : found.components.count
    if let limit = options.limit {
      found.components = Array(found.components.prefix(limit))
      found.quarantined = Array(found.quarantined.prefix(limit - found.components.count))
    }
    let format = options.endsWithNUL ? nil : options.outputFormat
    if format == .table {
      try list(found, total: total)
    } else {
      try Output.print(SearchPrinter(session: session).bytes(found, as: format))
    }
    sayVariants(folded.count(of: found.components))
  }

  private func sayVariants(_ count: Int) {
    guard count > 0 else { return }
    warn(
      Count.text(count, "more is a variant", plural: "more are variants") + " of these; `--variants all` lists them")
  }

  /// Prints a table: with its heading and count on a terminal, aligned in a pipe where a table is asked for by name.
  private func list(_ found: SearchResult, total: Int) throws {
    let layout: Table.Layout = session.terminal.isInteractive ? .terminal : options.format == nil ? .plain : .aligned
    try session.show(SearchPrinter(session: session).list(found, as: layout, total: total))
  }

  /// Counts what matches and is left out because it is hidden.
  private func sayHidden() throws {
    guard !options.findsEverything else { return }
    if let note = EmptyResultText.hidden(try session.manager.hiddenCount(matching: predicate, words: options.matching))
    {
      warn(note)
    }
  }

  /// Fails with the reason: no plugin is installed at all, or what excludes everything, with what would find something.
  private func reportNothing(_ untested: [TestedFacts.Note]) throws -> Never {
    let isAnyThere = try session.manager.prepare(.constant(true)).count() > 0
    guard isAnyThere else { throw CommandFailure(.nothing, try session.nothingToFindMessage()) }
    let why = try session.manager.whyNothing(
      matches: predicate, everything: options.findsEverything, words: options.matching)
    let reasons = why.map { EmptyResultText.lines($0, of: text) } ?? ["nothing matches"]
    for note in untested where !note.isWithoutAny { warn(note.line) }
    if let note = untested.first(where: \.isWithoutAny) {
      for line in reasons { warn(line) }
      throw CommandFailure(nothing: note.line, suggestion: nil, remedy: note.command)
    }
    let hints = try hints()
    let lines = reasons + hints.map(\.line)
    for line in lines.dropLast() { warn(line) }
    throw CommandFailure(
      nothing: lines.last ?? "",
      suggestion: why.flatMap { EmptyResultText.suggestion($0, of: text) } ?? hints.first?.search,
      remedy: why.flatMap(EmptyResultText.remedy))
  }

  /// How the search interprets words other than literally.
  private func notes() throws -> [SearchNote] {
    try session.manager.interpreted(predicate, everything: options.findsEverything, words: options.matching).notes
  }

  /// What may have been meant where nothing matches.
  private func hints() throws -> [WordHints.Hint] {
    let hints = WordHints(session: session)
    let isLiteral = try notes().isEmpty
    return [
      try hints.predicate(near: text), isLiteral ? try hints.keys(near: text, predicate) : nil,
      try hints.quoted(text), try hints.name(near: predicate),
    ].compactMap(\.self)
  }
}
