internal import ArgumentParser

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
        aucat search "name == %@" --arg "$name"
      """)

  @Argument(help: "A predicate or plain words.")
  var predicate: [String] = []

  @OptionGroup var declared: ParsedOptions<SearchOptions>

  static var forms: [String: DeclaredWords.Form] { SearchOptions.forms }

  var options: SearchOptions {
    get throws { try SearchOptions(arguments: predicate, values: declared.values) }
  }

  func validate() throws { _ = try options }

  func run() throws { try SearchRun(options).run() }
}
