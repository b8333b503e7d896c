internal import ArgumentParser
internal import AudioComponents

/// `aucat similar`
struct SimilarCommand: WordsCommand {
  static let configuration = CommandConfiguration(
    commandName: "similar",
    abstract: "Lists the components most like one, with what they share.",
    discussion: """
      Tags, class, the names and units of parameters, and channels decide; what few components have counts for more. Of mono, \
      stereo and other variants of one thing only the one most alike is listed, and none of the component itself.

      EXAMPLES:
        aucat similar "Calf Reverb"
        aucat similar calf vintage delay
        aucat similar "Calf Reverb" --limit 3 --json
      """)

  @Argument(help: "The component's URI, its name, words that only it has, or a predicate that only it matches.")
  var component: [String]

  @Option(help: ArgumentHelp("List at most this many components.", valueName: "n"))
  var limit = 10

  @Flag(name: .customLong("json"), help: "Print a JSON array.")
  var isJSON = false

  @OptionGroup var paging: PagingOptions
  @OptionGroup var common: SharedOptions

  static let forms = words(flags: ["json", "no-pager"], values: ["limit"])

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit takes a whole number, 0 or more") }
  }

  func run() throws {
    let session = try Session(common)
    let component = try session.component(chosenBy: Choice.text(of: component))
    let found = try session.manager.similar(to: component, limit: limit)
    try session.show(isJSON ? Self.jsonText(found) : Self.text(found, session), isPaged: !isJSON && !paging.isUnpaged)
    if found.isEmpty && limit > 0 { throw CommandFailure(.nothing, "no other component is installed") }
  }

  private static func text(_ found: [SimilarComponent], _ session: Session) -> String {
    var table = Table(header: ["name", "notes"].map { session.manager.localizedText($0, in: "columns") })
    table.rows = found.map { [$0.component.name, $0.explanation] }
    return table.lines(session.terminal).map { $0 + "\n" }.joined()
  }

  private static func jsonText(_ found: [SimilarComponent]) -> String {
    JSON.lines(found.map(object))
  }

  private static func object(_ similar: SimilarComponent) -> JSON {
    .object([
      ("uri", .string(similar.component.uri)), ("name", .string(similar.component.name)),
      ("score", .number((similar.score * 1_000).rounded() / 1_000)),
      (
        "shared",
        .object([
          ("tags", .strings(similar.tags.map(\.name))), ("class", .optional(similar.pluginClass)),
          ("channels", .optional(similar.channels?.description)), ("parameters", .strings(similar.parameters)),
        ])
      ),
    ])
  }
}
