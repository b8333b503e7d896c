internal import AucatProgram
internal import AudioComponents

/// `aucat keys`
struct KeysCommand: Command {
  static let name = "keys"

  var isJSON = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Lists the keys of the query language.",
    discussion: """
      Each comes with its kind, the number of components that have a value, an example and a description. \
      `aucat help query` explains the language.

      EXAMPLES:
        aucat keys
        aucat keys --json
      """,
    [
      .flag("json", "Print a JSON array.") { $0.isJSON = true },
      .paging,
    ])

  func run() throws {
    let session = try Session(common)
    let counted = try Key.allCases.map {
      ($0, try session.manager.prepare(session.manager.predicate($0.presence)).count())
    }
    try session.show(isJSON ? Self.jsonText(counted) : Self.text(counted, session), isPaged: !isJSON)
  }

  private static func text(_ counted: [(key: Key, count: Int)], _ session: Session) -> String {
    let terminal = session.terminal
    let titles = ["key", "kind", "count", "example"] + (terminal.isInteractive ? [] : ["description"])
    var table = Table(header: titles.map(session.manager.columnTitle))
    table.rows = counted.map { key, count in
      let row = [key.rawValue, key.kind.name, "\(count)", key.example]
      return terminal.isInteractive ? row : row + [plainText(key.declaration.documentation)]
    }
    let lines = table.lines(terminal)
    let shown = terminal.isInteractive ? described(lines, of: counted.map(\.key), width: terminal.width) : lines
    return shown.map { $0 + "\n" }.joined()
  }

  /// The lines of a table with the description of each key below its line: few terminals have room for it on the same
  /// line.
  private static func described(_ lines: [String], of keys: [Key], width: Int) -> [String] {
    lines.prefix(1)
      + zip(keys, lines.dropFirst()).flatMap { key, line in
        [line] + DisplayWidth.lines(plainText(key.declaration.documentation), indent: 4, width: width)
      }
  }

  private static func jsonText(_ counted: [(key: Key, count: Int)]) -> String {
    let objects = counted.map { key, count in
      JSON.object([
        ("key", .string(key.rawValue)), ("alias", .optional(key.declaration.alias)), ("kind", .string(key.kind.name)),
        ("count", .int(count)), ("example", .string(key.example)),
        ("description", .string(plainText(key.declaration.documentation))),
      ])
    }
    return JSON.lines(objects)
  }

  /// Markdown without back quotes and the targets of links.
  static func plainText(_ markdown: String) -> String {
    var text = ""
    var isTarget = false
    var previous: Character = " "
    for character in markdown {
      if character == "(" && previous == "]" { isTarget = true }
      if !isTarget && !"`[]".contains(character) { text.append(character) }
      if character == ")" { isTarget = false }
      previous = character
    }
    return text
  }
}
