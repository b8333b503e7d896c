internal import AucatProgram
internal import AudioComponents

/// `aucat similar`
struct SimilarCommand: Command {
  static let name = "similar"

  /// A URI, a name, or words, which a shell may have split.
  var component: [String] = []
  var limit = 10
  var isJSON = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Lists the components most like one, with what they share.",
    discussion: """
      Tags, class, the names and units of parameters, and channels decide; what few components have counts for more. Of mono, \
      stereo and other variants of one thing only the one most alike is listed, and none of the component itself.

      EXAMPLES:
        aucat similar "Calf Reverb"
        aucat similar calf vintage delay
        aucat similar "Calf Reverb" --limit 3 --json
      """,
    exclusions: .search,
    [
      .argument(
        "component", "The component's URI, its name, words that only it has, or a predicate that only it matches.",
        kind: .componentOrPredicate, times: .onceOrMore
      ) {
        $0.component.append($1)
      },
      .number(
        "limit", value: "n", "List at most this many components; 10 by default.", in: 0...Int.max,
        takes: "a whole number, 0 or more"
      ) { $0.limit = $1 },
      .flag("json", "Print a JSON array.") { $0.isJSON = true },
      .paging,
    ])

  func run() throws {
    let session = try Session(common)
    let component = try session.component(chosenBy: Choice.text(of: component))
    let found = try session.manager.similar(to: component, limit: limit)
    let text =
      isJSON
      ? JSON.lines(found.map(Self.object))
      : session.table(["name", "notes"], found.map { [$0.component.name, $0.explanation] })
    try session.show(text, isPaged: !isJSON)
    if found.isEmpty && limit > 0 { throw CommandFailure(.nothing, "no other component is installed") }
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
