internal import ArgumentParser
internal import AudioComponents

/// How a search is printed.
enum SearchFormat: String, CaseIterable {
  case table, json, jsonl, csv, uri
}

/// Which variants of one thing a search lists.
enum ListedVariants: String, CaseIterable {
  case one, all
}

/// The parsed options of `aucat search`.
struct SearchOptions: DeclaredOptions, Equatable {
  var predicate: [String]
  /// What stands for each `%@` of the predicate, as typed.
  var values: [String] = []
  /// The number of components to list; nil for all.
  var limit: Int?
  /// As typed: see ``SortOrder``.
  var sort: String?
  var variants = ListedVariants.all
  var isCount = false
  var isFacets = false
  var isExplanation = false
  var isExact = false
  var findsEverything = false
  /// Nil if none is given.
  var format: SearchFormat?
  var isJSON = false
  var endsWithNUL = false
  var isUnpaged = false
  var color = ColorChoice.auto
  var locale: String?

  static let needsArgument = false

  static let declared: [DeclaredOption<Self>] = [
    .value(
      "arg", "The value of the next %@ in the predicate, whatever it contains; repeat it for each.", valueName: "value",
      takesDashes: true, repeats: true
    ) { $0.values.append($1) },
    // A negative limit gets its own error message.
    .value("limit", "List at most this many components.", valueName: "n", takesDashes: true) {
      $0.limit = try number($1)
    },
    .value(
      "sort", "Sort by these keys, separated by commas; a leading minus reverses one.", valueName: "keys",
      takesDashes: true
    ) { $0.sort = $1 },
    .choice(
      "variants", "Which variants of a component to list, such as mono and stereo: one or all.",
      valueName: "which"
    ) { $0.variants = $1 },
    .flag("count", "Print only how many match.") { $0.isCount = true },
    .flag(
      "facets",
      "Print how many match by type, tag, manufacturer, channels, license, user interface, host, verdict and cost."
    ) { $0.isFacets = true },
    .flag("explain", "Print how the search is done: the predicate, the SQL and SQLite's plan.") {
      $0.isExplanation = true
    },
    .flag("exact", "Search for plain words exactly as typed: no corrections, nothing left out.") { $0.isExact = true },
    .flag("all", "Include hidden components, shadowed duplicates and quarantined bundles.") {
      $0.findsEverything = true
    },
    .choice(
      "format",
      """
      Print table, json, jsonl, csv or uri. On a terminal a table has the columns that fit; \
      `--format table | less -S` shows all.
      """, valueName: "format"
    ) { $0.format = $1 },
    .flag("json", "Same as --format json.") { $0.isJSON = true },
    .flag("print0", "Print URIs, each ended by a NUL byte.") { $0.endsWithNUL = true },
    .flag("no-pager", commonHelp.noPager) { $0.isUnpaged = true },
    .choice("color", commonHelp.color, valueName: "when") { $0.color = $1 },
    .value("locale", commonHelp.locale) { $0.locale = $1 },
  ]

  init(arguments: [String]) { predicate = arguments }

  func validate() throws {
    if isJSON && outputFormat != .json {
      throw ValidationError("--json and --format \(outputFormat.rawValue) exclude each other")
    }
    if endsWithNUL && (isJSON || format != nil) {
      throw ValidationError("--print0 prints URIs; it goes with neither --json nor --format")
    }
  }

  /// How far words may be from what components have.
  var matching: WordMatching { isExact ? .exact : .interpreted }

  /// The format of the output.
  var outputFormat: SearchFormat { format ?? (isJSON ? .json : .table) }

  /// Whether to list only the first of each group of variants.
  var showsOneVariant: Bool { variants == .one }

  private static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number >= 0 else {
      throw ValidationError("--limit takes a whole number, 0 or more")
    }
    return number
  }

  /// A word like `--lsp`, which is no option and nearly none; nil if there is none.
  static func exclusionWithTwoDashes(in words: ArraySlice<String>) -> String? {
    let known = declared.map(\.name) + ["help", "version"]
    return words.prefix { $0 != "--" }.first { word in
      let name = word.dropFirst(2)
      return word.hasPrefix("--") && name.first?.isLetter == true && !name.contains("=") && !name.contains("-")
        && !known.contains { $0.hasPrefix(name) } && nearest(to: String(name), in: known) == nil
    }
  }
}
