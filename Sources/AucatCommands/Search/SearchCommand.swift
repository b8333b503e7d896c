internal import ArgumentParser
internal import AudioComponents

/// How a search is printed.
enum SearchFormat: String, CaseIterable {
  case table, json, jsonl, csv, uri
}

/// `aucat search`, as ArgumentParser sees it: see ``DeclaredOption``.
struct SearchCommand: WordsCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Lists the components that match a predicate.",
    discussion: """
      Plain words are searched for in everything that describes a component, names and tags first; -WORD excludes one. \
      Without a predicate, everything is listed. `-` reads the predicate from standard input; `--` ends the options. \
      `aucat help query` explains the language.

      EXAMPLES:
        aucat search "tag contains drum"
        aucat search "type == Effect and not tag == Reverb" --sort -audioInputs,name
        aucat search reverb stereo -lsp --json
      """)

  @Argument(help: "A predicate or plain words.")
  var predicate: [String] = []

  @Option(name: SearchOption.limit.name, parsing: SearchOption.limit.parsing, help: SearchOption.limit.help)
  var limit: String?

  @Option(name: SearchOption.sort.name, parsing: SearchOption.sort.parsing, help: SearchOption.sort.help)
  var sort: String?

  @Option(name: SearchOption.variants.name, help: SearchOption.variants.help)
  var variants: String?

  @Flag(name: SearchOption.count.name, help: SearchOption.count.help)
  var isCount = false

  @Flag(name: SearchOption.facets.name, help: SearchOption.facets.help)
  var isFacets = false

  @Flag(name: SearchOption.explain.name, help: SearchOption.explain.help)
  var isExplanation = false

  @Flag(name: SearchOption.exact.name, help: SearchOption.exact.help)
  var isExact = false

  @Flag(name: SearchOption.all.name, help: SearchOption.all.help)
  var findsEverything = false

  @Option(name: SearchOption.format.name, help: SearchOption.format.help)
  var format: String?

  @Flag(name: SearchOption.json.name, help: SearchOption.json.help)
  var isJSON = false

  @Flag(name: SearchOption.print0.name, help: SearchOption.print0.help)
  var endsWithNUL = false

  @Flag(name: SearchOption.noPager.name, help: SearchOption.noPager.help)
  var isUnpaged = false

  @Option(name: SearchOption.color.name, help: SearchOption.color.help)
  var color: String?

  @Option(name: SearchOption.locale.name, help: SearchOption.locale.help)
  var locale: String?

  var options: SearchOptions {
    var options = SearchOptions()
    options.predicate = predicate
    options.limit = limit
    options.sort = sort
    options.variants = variants
    options.isCount = isCount
    options.isFacets = isFacets
    options.isExplanation = isExplanation
    options.isExact = isExact
    options.findsEverything = findsEverything
    options.format = format
    options.isJSON = isJSON
    options.endsWithNUL = endsWithNUL
    options.isUnpaged = isUnpaged
    options.color = color
    options.locale = locale
    return options
  }

  static var forms: [String: DeclaredWords.Form] { SearchOption.forms }

  func validate() throws { try options.validate() }

  func run() throws { try SearchRun(options).run() }
}
