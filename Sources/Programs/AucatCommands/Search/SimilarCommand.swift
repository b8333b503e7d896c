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
    abstract: "Lists the components most similar to a given one, with their differences.",
    discussion: """
      Compares tags, class, names and units of parameters, and channels; rare traits count more. Of variants, such as mono \
      and stereo, only the most similar is listed; the component's own variants and components of another kind are left \
      out. On a terminal the notes name differing tags and similar parameters; in a pipe and with --json, everything \
      shared.

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
      : session.terminal.isInteractive
        ? Self.shown(found, beside: component, session)
        : session.table(["name", "notes"], found.map { [$0.component.name, $0.explanation] })
    try session.show(text, isPaged: !isJSON)
    if found.isEmpty && limit > 0 { throw CommandFailure(.nothing, "no other component of its kind is installed") }
  }

  private static func shown(
    _ found: [SimilarComponent], beside component: Component, _ session: Session
  ) -> String {
    guard !found.isEmpty else { return "" }
    var table = Table(header: ["name", "channels", "manufacturer"].map(session.manager.columnTitle))
    table.rows = found.map { [$0.component.name, $0.component.channels, $0.component.manufacturer ?? ""] }
    table.whole = [1]
    let lines = table.lines(session.terminal)
    let notes = found.map { similar in
      DisplayWidth.lines(
        Escaping.escaped(difference(similar, from: component)), indent: 4, width: session.terminal.width)
    }
    return (lines.prefix(1) + zip(lines.dropFirst(), notes).flatMap { [$0] + $1 }).map { $0 + "\n" }.joined()
  }

  /// The most parameters to name, so that they fit on a line.
  private static let namedParameters = 5

  /// The tags that only one of them has, and parameters that both have:
  /// `also Tape; not Convolution; in common: Decay, Mix`.
  private static func difference(_ similar: SimilarComponent, from component: Component) -> String {
    func tags(of one: Component, without other: Component) -> String {
      let known = Set(other.tags.map(\.identifier))
      return one.tellingTags.filter { !known.contains($0.identifier) }.map(\.name).joined(separator: ", ")
    }
    let names = similar.parameters
    let common = names.prefix(namedParameters).joined(separator: ", ") + (names.count > namedParameters ? "…" : "")
    return [
      ("also", tags(of: similar.component, without: component)),
      ("not", tags(of: component, without: similar.component)),
      ("in common:", common),
    ].filter { !$1.isEmpty }.map { "\($0) \($1)" }.joined(separator: "; ")
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
