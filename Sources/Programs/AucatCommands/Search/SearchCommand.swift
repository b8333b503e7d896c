internal import AucatProgram
internal import AudioComponents

/// How a search is printed.
enum SearchFormat: String, CaseIterable {
  case table, json, jsonl, csv, uri
}

/// Which variants of a plugin a search lists.
enum ListedVariants: String, CaseIterable {
  case one, all
}

/// `aucat search`
struct SearchCommand: Command {
  static let name = "search"

  var predicate: [String] = []
  /// The value for each `%@` of the predicate, as typed.
  var values: [String] = []
  /// The number of components to list; nil for all.
  var limit: Int?
  /// The order as typed: see ``SortOrder``.
  var sort: String?
  /// Which variants are listed; nil for what suits the output.
  var variants: ListedVariants?
  var showsAllMatches = false
  var showsReasons = false
  /// Whether what is near follows; nil for what suits the output.
  var addsNear: Bool?
  var isCount = false
  var isFacets = false
  var isExplanation = false
  var isExact = false
  var findsEverything = false
  /// The format; nil if none is given.
  var format: SearchFormat?
  var isJSON = false
  var endsWithNUL = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Lists the components that match a predicate.",
    discussion: """
      Plain words are searched for in everything that describes a component, names and tags first; -WORD excludes one. \
      Without a predicate, everything is listed. `-` reads the predicate from standard input; `--` ends the options. \
      `aucat help query` explains the language.

      EXAMPLES:
        aucat search "tag contains drum"
        aucat search "type == Effect and not tag == Reverb" --sort -audioInputs,name
        aucat search reverb stereo -lsp --json
        aucat search "name == %@" --arg "$name"
      """,
    exclusions: .search,
    [
      .argument("predicate", "A predicate or plain words.", kind: .predicate, times: .repeated) {
        $0.predicate.append($1)
      },
      .option(
        "arg", value: "value", "The value of the next %@ in the predicate, whatever it contains; repeat it for each.",
        takesDashes: true
      ) { $0.values.append($1) },
      .number(
        "limit", value: "n", "List at most this many components.", in: 0...Int.max, takes: "a whole number, 0 or more"
      ) {
        $0.limit = $1
      },
      .option(
        "sort", value: "keys", "Sort by these keys, separated by commas; a leading minus reverses one.",
        kind: .sortKeys,
        takesDashes: true
      ) { $0.sort = $1 },
      .choice(
        "variants", value: "which",
        """
        Which variants of a component to list, such as mono and stereo: one or all. By default one in a table on a \
        terminal, elsewhere all.
        """
      ) { $0.variants = $1 },
      .flag(
        "all-matches",
        "List all matches of plain words; on a terminal, a long list otherwise stops after the good ones."
      ) { $0.showsAllMatches = true },
      .flag("why-column", "Add a column to the table: for each match, the fields that have the words, and which words.")
      {
        $0.showsReasons = true
      },
      .flag(
        "near",
        """
        If fewer than ten components match plain words, add those that are near, up to ten in all: with some of the words, \
        or with words that resemble them. They follow a line `also near`; in JSON they have "near": true, in CSV a column \
        says so, and as URIs they follow. --limit counts them, and --sort leaves them in their order, the nearest first. If \
        nothing matches, the status is 1 all the same. A table on a terminal has them by default; counts and facets never do.
        """
      ) { $0.addsNear = true },
      .flag("no-near", "Add nothing that is only near.") { $0.addsNear = false },
      .flag("count", "Print only the number of matches.") { $0.isCount = true },
      .flag(
        "facets",
        "Print the number of matches by type, tag, manufacturer, channels, license, user interface, host, verdict and cost."
      ) { $0.isFacets = true },
      .flag("explain", "Explain the search: the predicate, the SQL and SQLite's plan.") {
        $0.isExplanation = true
      },
      .flag("exact", "Search for plain words exactly as typed: no corrections, nothing left out.") {
        $0.isExact = true
      },
      .flag("all", "Include hidden components, shadowed duplicates and quarantined bundles.") {
        $0.findsEverything = true
      },
      .choice(
        "format", value: "format",
        """
        Print table, json, jsonl, csv or uri. On a terminal a table has the columns that fit; `--format table | less -S` \
        shows all.
        """
      ) { $0.format = $1 },
      .flag("json", "Same as --format json.") { $0.isJSON = true },
      .flag("print0", "Print URIs, each followed by a NUL byte.") { $0.endsWithNUL = true },
      .paging,
    ])

  func validate() throws {
    if isJSON && outputFormat != .json {
      throw UsageError("--json and --format \(outputFormat.rawValue) can't be combined")
    }
    if endsWithNUL && (isJSON || format != nil) {
      throw UsageError("--print0 prints URIs; it goes with neither --json nor --format")
    }
    if showsReasons && (endsWithNUL || outputFormat != .table) {
      throw UsageError("--why-column is a column of the table; `aucat why --rank --json` has more for programs")
    }
    try validateNear()
  }

  /// - Throws: a ``UsageError`` if near answers were asked for where they have no place.
  private func validateNear() throws {
    guard addsNear == true else { return }
    if isCount || isFacets || isExplanation || endsWithNUL {
      throw UsageError("--near adds to a list; it goes with none of --count, --facets, --explain and --print0")
    }
    if isExact { throw UsageError("--exact searches for words as typed, --near for what resembles them") }
  }

  /// How far words may differ from those of components.
  var matching: WordMatching { isExact ? .exact : .interpreted }

  /// The format of the output.
  var outputFormat: SearchFormat { format ?? (isJSON ? .json : .table) }

  func run() throws {
    let run = try SearchRun(self)
    do {
      try run.run()
    } catch ComponentManagerError.invalidPredicate(let error) {
      throw CommandFailure(error, in: run.text, values: values)
    }
  }
}
