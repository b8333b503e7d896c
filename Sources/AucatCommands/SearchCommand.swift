internal import ArgumentParser
internal import AudioComponents
internal import Glibc
internal import Linux

/// How a search is printed.
enum SearchFormat: String, CaseIterable {
  case table, json, jsonl, csv, uri
}

/// `aucat search`
struct SearchCommand: ParsableCommand, CommonOptions {
  static let configuration = CommandConfiguration(
    commandName: "search",
    _superCommandName: Aucat.name,
    abstract: "Lists the components that a predicate is true of.",
    discussion: """
      A text without an operator is looked for in names, manufacturers, tags, parameters and presets. Without a text, \
      everything is listed. `-` reads the predicate from standard input; `--` ends the options.

      EXAMPLES:
        aucat search "tag contains drum"
        aucat search "type == Effect and not tag == Reverb" --sort -audioInputs,name
        aucat search reverb stereo --json
      """)

  @Argument(help: "A predicate, or plain words.")
  var predicate: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("At most so many components.", valueName: "n"))
  var limit: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Keys to sort by, separated by commas; a minus before one turns it round.", valueName: "keys"))
  var sort: String?

  @Flag(help: "Print only how many match.")
  var count = false

  @Flag(help: "Print how many match by type, tag and manufacturer.")
  var facets = false

  @Flag(help: "Print how the search is done: the predicate, the SQL and SQLite's plan.")
  var explain = false

  @Flag(help: "Also hidden components, shadowed duplicates and quarantined bundles.")
  var all = false

  @Option(help: ArgumentHelp("table, json, jsonl, csv or uri.", valueName: "format"))
  var format: String?

  @Flag(help: "The same as --format json.")
  var json = false

  @Flag(name: .customLong("print0"), help: "Print URIs, each ended by a NUL byte.")
  var print0 = false

  @Option(help: commonHelp.color)
  var color: String?

  @Option(help: commonHelp.locale)
  var locale: String?

  func validate() throws {
    _ = try mostComponents
    let format = try searchFormat
    if json && format != .json { throw ValidationError("--json and --format \(format.rawValue) exclude each other") }
    if print0 && (json || self.format != nil) {
      throw ValidationError("--print0 prints URIs; it goes with neither --json nor --format")
    }
  }

  private var searchFormat: SearchFormat {
    get throws { try choice(format, "--format") ?? (json ? .json : .table) }
  }

  private var mostComponents: Int? {
    get throws {
      guard let limit else { return nil }
      guard let number = Int(limit), number >= 0 else { throw ValidationError("--limit takes a whole number from 0") }
      return number
    }
  }

  func run() throws {
    let session = try Session(self)
    let text = try PredicateText(predicate)
    let query = try text.parsed(session)
    let order = try sort.map { try SortOrder($0, session.manager) }
    if explain || facets || count && !all { return try summarize(query, text.text, session) }
    try search(query, text.text, order, session)
  }

  private func search(_ query: ComponentPredicate, _ text: String, _ order: SortOrder?, _ session: Session) throws {
    let wanted = order == nil ? try mostComponents : nil
    let found = try reportingPredicate(text) {
      // One is enough to know whether there is any.
      try session.manager.search(query, everything: all, limit: max(1, wanted ?? .max))
    }
    try sayCorrections(query, session, used: found.predicate)
    try print(found, order, session)
    if found.components.isEmpty && found.quarantined.isEmpty {
      throw CommandFailure(.nothing, try emptyMessage(session))
    }
  }

  private func reportingPredicate<Result>(_ text: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch ComponentManagerError.invalidPredicate(let error) {
      throw CommandFailure(error, in: text)
    }
  }

  /// Whoever typed a word that nothing has is told which one is looked for instead.
  ///
  /// - Parameter used: what has been searched for, where that is known.
  private func sayCorrections(_ asked: ComponentPredicate, _ session: Session, used: ComponentPredicate? = nil) throws {
    let words = asked.words
    guard !words.isEmpty else { return }
    let others: [String]
    if case .text = asked, let used {
      others = used.words
    } else {
      others = try session.manager.resolved(.text(words)).words
    }
    var said: [String] = []
    for (word, other) in zip(words, others) where word != other && !said.contains(word) {
      complain("no component has `\(word)`; `\(other)` is looked for")
      said.append(word)
    }
  }

  /// What needs no components: numbers, or how they are found.
  private func summarize(_ query: ComponentPredicate, _ text: String, _ session: Session) throws {
    let search = session.manager.prepare(query, everything: all)
    try reportingPredicate(text) {
      if explain { return try write(Explanation.text(try search.plan(), of: query)) }
      try sayCorrections(query, session)
      if facets {
        let found = try search.facets()
        try write(FacetText(found, session.manager).text(session.terminal, json: try searchFormat == .json))
        return try requireAny(found.total, session)
      }
      let number = try search.count()
      try write("\(number)\n")
      try requireAny(number, session)
    }
  }

  private func requireAny(_ count: Int, _ session: Session) throws {
    if count == 0 { throw CommandFailure(.nothing, try emptyMessage(session)) }
  }

  private func print(
    _ found: ComponentManager.SearchResult, _ order: SortOrder?, _ session: Session
  ) throws {
    var found = found
    if count { return try write("\(found.components.count + found.quarantined.count)\n") }
    if let order { found.components = order.sorted(found.components) }
    if let limit = try mostComponents {
      found.components = Array(found.components.prefix(limit))
      found.quarantined = Array(found.quarantined.prefix(limit - found.components.count))
    }
    try write(SearchPrinter(session).bytes(found, as: print0 ? nil : try searchFormat))
  }

  private func write(_ text: String) throws { try write(Array(text.utf8)) }

  private func write(_ bytes: [UInt8]) throws {
    var output = Output()
    output.write(bytes)
    try output.finish()
  }

  /// Nothing for people to read where a program asked; a hint where no plugin is installed at all.
  private func emptyMessage(_ session: Session) throws -> String {
    guard try session.manager.components(matching: .constant(true)).isEmpty else { return "" }
    return try session.nothingToFindMessage()
  }
}

extension ComponentPredicate {
  /// The words that are looked for, from left to right.
  fileprivate var words: [String] {
    var words: [String] = []
    visitLeaves { leaf in if case .text(let own) = leaf { words += own } }
    return words
  }
}

/// Standard input as text.
enum StandardInput {
  static func text(limit: Int) throws -> String {
    let bytes = (try? BorrowedDescriptor.standardInput.readAll(limit: limit)) ?? []
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, "standard input is not UTF-8; convert it, for example with iconv")
    }
    return text.last?.isNewline == true ? String(text.dropLast()) : text
  }
}
