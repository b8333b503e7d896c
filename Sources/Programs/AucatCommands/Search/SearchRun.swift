internal import AucatProgram
internal import AudioComponents

/// One run of `aucat search`.
struct SearchRun {
  private let options: SearchCommand
  private let session: Session
  /// The predicate as typed.
  let text: String
  private let predicate: ComponentPredicate
  private let order: SortOrder?

  /// - Throws: `CommandFailure` if the text is not a predicate.
  init(_ options: SearchCommand) throws {
    self.options = options
    session = try Session(options.common)
    let text = try PredicateText(options.predicate)
    self.text = text.text
    predicate = try text.parsed(session, values: options.values)
    order = try options.sort.map { [manager = session.manager] in try SortOrder($0, manager) }
  }

  /// Prints the requested output.
  ///
  /// - Throws: `CommandFailure` if nothing matches, and errors of the search.
  func run() throws {
    if options.isExplanation { return try explain() }
    let wanted = countsOnly ? 0 : order == nil && !folds ? options.limit.map { max(1, $0) } : nil
    let found = try session.manager.search(
      predicate, everything: options.findsEverything, words: options.matching, near: addsNear,
      limit: wanted ?? .max)
    try sayNotes(found.notes)
    if options.isFacets { try showFacets() } else { try print(found) }
    if let note = EmptyResultText.hidden(found.hiddenCount) { warn(note) }
    let untested = try TestedFacts.notes(session) { found.predicate.names($0) || order?.names($0) == true }
    if found.total == 0 && found.quarantined.isEmpty { try reportNothing(untested, found) }
    for note in untested { warn(note.line) }
  }

  /// Whether no component is printed.
  private var countsOnly: Bool { options.isFacets || options.isCount && options.variants != .one }

  /// Whether people read the list.
  private var isForPeople: Bool {
    session.terminal.isInteractive && options.outputFormat == .table && !options.endsWithNUL && !options.isCount
  }

  /// Whether what is near follows what matches.
  private var addsNear: Bool { (options.addsNear ?? isForPeople) && options.limit != 0 }

  /// Whether to list only the first of each group of variants: on request, and on a terminal unless everything is asked
  /// for, or variants.
  private var folds: Bool {
    options.variants.map { $0 == .one } ?? (isForPeople && !options.findsEverything && !predicate.names(.variant))
  }

  /// Whether the list ends after the last good match.
  private var endsWithGood: Bool {
    isForPeople && TextReading(of: text) == .words && order == nil && options.limit == nil && !options.showsAllMatches
      && !options.findsEverything
  }

  private var prepared: PreparedSearch {
    session.manager.prepare(predicate, everything: options.findsEverything, words: options.matching)
  }

  private func explain() throws {
    let plan = try prepared.plan()
    let notes = try session.manager.interpreted(
      predicate, everything: options.findsEverything, words: options.matching
    ).notes
    try Output.print(Explanation.text(plan, of: predicate, as: TextReading(of: text), notes: notes))
  }

  private func showFacets() throws {
    let isJSON = options.outputFormat == .json
    let text = FacetText(try prepared.facets(), session.manager).text(session.terminal, json: isJSON)
    try session.show(text, isPaged: !isJSON)
  }

  /// Reports how words were interpreted.
  private func sayNotes(_ notes: [SearchNote]) throws {
    for note in notes {
      warn(NoteText.text(note))
      if case .mostWords = note, let meant = try WordHints(session: session).predicate(near: text) { warn(meant.line) }
    }
    // A word that no component has may be a key.
    if !notes.isEmpty, let meant = try WordHints(session: session).keys(near: text, predicate) { warn(meant.line) }
  }

  private func print(_ found: SearchResult) throws {
    var found = found
    if let order { found.components = try order.sorted(found.components) }
    let matches = found.components.count
    if endsWithGood { found.components = Array(found.components.prefix(found.goodCount)) }
    let lesser = matches - found.components.count
    let folded = folded(found.components)
    if let folded { found.components = folded.components }
    if folds {
      let own = Set(found.components.map(\.variant))
      found.near = FoldedComponents(found.near).components.filter { !own.contains($0.variant) }
    }
    if options.isCount {
      let count = folded == nil ? found.total : found.components.count
      return try Output.print("\(count + found.quarantined.count)\n")
    }
    if let limit = options.limit {
      found.components = Array(found.components.prefix(limit))
      found.quarantined = Array(found.quarantined.prefix(limit - found.components.count))
      found.near = Array(found.near.prefix(limit - found.components.count - found.quarantined.count))
    }
    let format = options.endsWithNUL ? nil : options.outputFormat
    if format == .table {
      try list(ComponentList(found, folded: folded, lesser: lesser, reasons: try reasons(of: found.components)))
    } else {
      try Output.print(SearchPrinter(session: session, marksNear: options.addsNear == true).bytes(found, as: format))
    }
    if !isForPeople { sayVariants(folded?.count(of: found.components) ?? 0) }
  }

  /// The components with variants folded; nil if they are not folded. Variants of a single plugin are folded only on
  /// request.
  private func folded(_ components: [Component]) -> FoldedComponents? {
    guard folds else { return nil }
    let folded = FoldedComponents(components)
    return folded.components.count > 1 || options.variants != nil ? folded : nil
  }

  /// The reason why each of the first matched: by default, only those that the row doesn't show.
  private func reasons(of components: [Component]) throws -> [String] {
    guard options.showsReasons || isForPeople && TextReading(of: text) == .words else { return [] }
    let explained = options.showsReasons ? components : Array(components.prefix(Self.mostReasons))
    let ranks = try session.manager.ranks(
      of: explained, for: predicate, everything: options.findsEverything, words: options.matching)
    let reasons = ranks.map { MatchReason($0).text(isWhole: options.showsReasons) }
    return reasons + Array(repeating: "", count: components.count - explained.count)
  }

  /// The number of rows whose reasons are shown without being requested: people rarely read more.
  private static let mostReasons = 100

  private func sayVariants(_ count: Int) {
    guard count > 0 else { return }
    warn(
      Count.text(count, "more is a variant", plural: "more are variants") + " of these; `--variants all` lists them")
  }

  /// Prints a table: with its heading and count on a terminal, aligned in a pipe if a table is explicitly requested.
  private func list(_ list: ComponentList) throws {
    let layout: Table.Layout = session.terminal.isInteractive ? .terminal : options.format == nil ? .plain : .aligned
    try session.show(SearchPrinter(session: session).list(list, as: layout, showsReasons: options.showsReasons))
  }

  /// Fails with the reason: no plugin is installed, or which condition excludes everything, with a search that would
  /// find something. What is near has been printed.
  private func reportNothing(_ untested: [TestedFacts.Note], _ found: SearchResult) throws -> Never {
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
    let hints = try hints(isLiteral: found.notes.isEmpty)
    var lines = reasons + hints.map(\.line)
    if !found.near.isEmpty, let first = lines.first {
      lines[0] = first + "; these are near"
    } else if hints.isEmpty, case .text = predicate, let last = lines.popLast() {
      // Even words that nothing resembles deserve a next step.
      lines.append(last + "; `aucat tags` lists the kinds that are installed")
    }
    for line in lines.dropLast() { warn(line) }
    throw CommandFailure(
      nothing: lines.last ?? "",
      suggestion: why.flatMap { EmptyResultText.suggestion($0, of: text) } ?? hints.first?.search,
      remedy: why.flatMap(EmptyResultText.remedy))
  }

  /// The probable meaning when nothing matches.
  private func hints(isLiteral: Bool) throws -> [WordHints.Hint] {
    let hints = WordHints(session: session)
    return [
      try hints.predicate(near: text), isLiteral ? try hints.keys(near: text, predicate) : nil,
      try hints.quoted(text), try hints.name(near: predicate),
    ].compactMap(\.self)
  }
}
