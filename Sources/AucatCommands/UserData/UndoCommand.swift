internal import ArgumentParser
internal import AudioComponents

/// `aucat undo`
struct UndoCommand: ParsableCommand, ChangingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Takes back the last change of your tags, marks, collections or saved searches.",
    discussion: """
      Again, it takes back the change before that one; a number takes back that change. What has been changed since is left \
      alone, with the reason. The last 100 changes are kept, whichever program made them; uses are only counted.

      EXAMPLES:
        aucat undo
        aucat undo --list
      """)

  @Argument(help: "The number of a change, from --list.")
  var change: Int?

  @Flag(help: "List the changes that can be taken back, the last one first.")
  var list = false

  @Flag(help: "With --list, print a JSON array.")
  var json = false

  @OptionGroup var common: SharedOptions

  func validate() throws {
    guard change == nil || !list else { throw ValidationError("--list takes no number") }
    guard list || !json else { throw ValidationError("--json goes with --list") }
  }

  func run() throws {
    let session = try Session(common)
    var output = Output()
    if list {
      let changes = try session.manager.recordedChanges()
      output.write(json ? Self.jsonText(changes) : Self.text(changes, session))
      try output.finish()
      if changes.isEmpty { throw CommandFailure(.nothing, "there is no change to take back") }
      return
    }
    guard let undone = try session.manager.undo(change) else {
      throw CommandFailure(.nothing, "there is no change to take back")
    }
    let title = Escaping.escaped(Self.title(undone, session))
    output.write(
      "taken back: \(title) (change \(undone.number), by \(Escaping.escaped(undone.program)) at \(undone.at))\n")
    try output.finish()
  }

  private static func text(_ changes: [RecordedChange], _ session: Session) -> String {
    var table = Table(header: ["number", "at", "program", "change"])
    table.rows = changes.map { change in
      let mark = change.isReversible ? "" : " (too large to take back)"
      return ["\(change.number)", "\(change.at)", change.program, title(change, session) + mark]
    }
    return table.lines(session.terminal).map { $0 + "\n" }.joined()
  }

  /// The title with the names of components that are installed.
  private static func title(_ change: RecordedChange, _ session: Session) -> String {
    guard change.uris.count <= 20 else { return change.title }
    return change.title.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let comma = word.hasSuffix(",") ? "," : ""
      let uri = String(word.dropLast(comma.count))
      guard change.uris.contains(uri), let name = try? session.manager.component(uri: uri)?.name else {
        return String(word)
      }
      return name + comma
    }.joined(separator: " ")
  }

  private static func jsonText(_ changes: [RecordedChange]) -> String {
    let objects = changes.map { change in
      JSON.object([
        ("number", .int(change.number)), ("at", .string(change.at.description)), ("program", .string(change.program)),
        ("title", .string(change.title)), ("uris", .strings(change.uris)), ("reversible", .bool(change.isReversible)),
      ]).encoded
    }
    return "[" + objects.map { "\n" + $0 }.joined(separator: ",") + "\n]\n"
  }
}
