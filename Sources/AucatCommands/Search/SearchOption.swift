internal import ArgumentParser
internal import AudioComponents

/// The options of `aucat search`.
enum SearchOption: String, DeclaredOption {
  case limit, sort, variants, count, facets, explain, exact, all, format, json, print0
  case noPager = "no-pager"
  case color, locale

  var help: ArgumentHelp {
    switch self {
    case .limit: ArgumentHelp("List at most this many components.", valueName: "n")
    case .sort:
      ArgumentHelp("Sort by these keys, separated by commas; a leading minus reverses one.", valueName: "keys")
    case .variants:
      ArgumentHelp(
        "Of mono, stereo and other variants of one thing list the first or all: one or all.", valueName: "which")
    case .count: "Print only how many match."
    case .facets: "Print how many match by type, tag, manufacturer, channels, license and user interface."
    case .explain: "Print how the search is done: the predicate, the SQL and SQLite's plan."
    case .exact: "Search for plain words exactly as typed: no corrections, nothing left out."
    case .all: "Include hidden components, shadowed duplicates and quarantined bundles."
    case .format:
      ArgumentHelp(
        "Print table, json, jsonl, csv or uri. On a terminal a table has the columns that fit; `--format table | less -S` shows all.",
        valueName: "format")
    case .json: "Same as --format json."
    case .print0: "Print URIs, each ended by a NUL byte."
    case .noPager: commonHelp.noPager
    case .color: commonHelp.color
    case .locale: commonHelp.locale
    }
  }

  var takesValue: Bool {
    switch self {
    case .limit, .sort, .variants, .format, .color, .locale: true
    case .count, .facets, .explain, .exact, .all, .json, .print0, .noPager: false
    }
  }

  /// A reversed sort key begins with a minus, and so does a negative limit, which gets its own error message.
  var takesDashes: Bool { self == .limit || self == .sort }
}

/// The parsed options of `aucat search`.
struct SearchOptions: WordOptions, Equatable {
  var predicate: [String] = []
  var limit: String?
  var sort: String?
  var variants: String?
  var isCount = false
  var isFacets = false
  var isExplanation = false
  var isExact = false
  var findsEverything = false
  var format: String?
  var isJSON = false
  var endsWithNUL = false
  var isUnpaged = false
  var color: String?
  var locale: String?

  init() {}

  /// Parses the options.
  ///
  /// - Returns: nil for usage errors and requests for help, which are left to ArgumentParser.
  init?(_ words: ArraySlice<String>) {
    guard let declared = DeclaredWords(words, takesExclusions: true, form: Self.form) else { return nil }
    predicate = declared.arguments
    for (name, value) in declared.options {
      if let option = SearchOption(rawValue: name) { set(option, value) }
    }
    if (try? validate()) == nil { return nil }
  }

  /// A word like `--lsp`, which is no option and nearly none; nil if there is none.
  static func exclusionWithTwoDashes(in words: ArraySlice<String>) -> String? {
    let known = SearchOption.allCases.map(\.rawValue) + ["help", "version"]
    return words.prefix { $0 != "--" }.first { word in
      let name = word.dropFirst(2)
      return word.hasPrefix("--") && name.first?.isLetter == true && !name.contains("=") && !name.contains("-")
        && !known.contains { $0.hasPrefix(name) } && nearest(to: String(name), in: known) == nil
    }
  }

  private static func form(_ name: String) -> DeclaredWords.Form? {
    SearchOption(rawValue: name).map { ($0.takesValue, $0.takesDashes) }
  }

  private mutating func set(_ option: SearchOption, _ value: String) {
    switch option {
    case .limit: limit = value
    case .sort: sort = value
    case .variants: variants = value
    case .count: isCount = true
    case .facets: isFacets = true
    case .explain: isExplanation = true
    case .exact: isExact = true
    case .all: findsEverything = true
    case .format: format = value
    case .json: isJSON = true
    case .print0: endsWithNUL = true
    case .noPager: isUnpaged = true
    case .color: color = value
    case .locale: locale = value
    }
  }

  /// - Throws: `ValidationError` for invalid values, and for options that exclude each other.
  func validate() throws {
    _ = try (mostComponents, showsOneVariant)
    let format = try outputFormat
    if isJSON && format != .json {
      throw ValidationError("--json and --format \(format.rawValue) exclude each other")
    }
    if endsWithNUL && (isJSON || self.format != nil) {
      throw ValidationError("--print0 prints URIs; it goes with neither --json nor --format")
    }
  }

  /// How far words may be from what components have.
  var matching: WordMatching { isExact ? .exact : .interpreted }

  /// The format of the output.
  var outputFormat: SearchFormat {
    get throws { try choice(format, "--format") ?? (isJSON ? .json : .table) }
  }

  private enum Variants: String, CaseIterable { case one, all }

  /// Whether to list only the first of each group of variants.
  var showsOneVariant: Bool {
    get throws { try choice(variants, "--variants") == Variants.one }
  }

  /// The number of components to list; nil for all.
  var mostComponents: Int? {
    get throws {
      guard let limit else { return nil }
      guard let number = Int(limit), number >= 0 else {
        throw ValidationError("--limit takes a whole number, 0 or more")
      }
      return number
    }
  }
}
