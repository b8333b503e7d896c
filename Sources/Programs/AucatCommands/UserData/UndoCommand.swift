internal import AucatProgram
internal import AudioComponents

/// `aucat undo`
struct UndoCommand: Command {
  static let name = "undo"

  /// The number of a change; nil for the last one.
  var change: Int?
  var listsChanges = false
  var isJSON = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Undoes the last change to your tags, marks, collections or saved searches.",
    discussion: """
      Run it again to undo the change before that, or give the number of a change. If anything that a change touched \
      has changed since, nothing is undone, and the reason is given. The last 100 changes are kept, whichever \
      program made them. Use counts can't be undone.

      EXAMPLES:
        aucat undo
        aucat undo --list
      """,
    isChange: true,
    [
      .argument("change", "The number of a change, from --list.", kind: .change, times: .optional) {
        guard let number = Int($1) else {
          throw UsageError("`\($1)` is not the number of a change; `aucat undo --list` lists them")
        }
        $0.change = number
      },
      .flag("list", "List the changes that can be undone, the last one first.") { $0.listsChanges = true },
      .flag("json", "With --list, print a JSON array.") { $0.isJSON = true },
      .paging,
    ])

  func validate() throws {
    guard change == nil || !listsChanges else { throw UsageError("--list takes no number") }
    guard listsChanges || !isJSON else { throw UsageError("--json goes with --list") }
  }

  func run() throws {
    let session = try Session(common)
    try session.requirePlaceForUserData()
    if listsChanges { return try showChanges(session) }
    guard let undone = try undone(session) else { throw Self.nothingToUndo }
    try Output.print(
      Escaping.escaped(
        "undone: \(undone.title) (change \(undone.number), by \(undone.program) at \(undone.time))") + "\n")
  }

  private static let nothingToUndo = CommandFailure(.nothing, "there is nothing to undo")

  private func showChanges(_ session: Session) throws {
    let changes = try session.manager.recordedChanges()
    try session.show(isJSON ? Self.jsonText(changes) : Self.text(changes, session), isPaged: !isJSON)
    if changes.isEmpty { throw Self.nothingToUndo }
  }

  /// - Throws: the reason, with what can be undone instead.
  private func undone(_ session: Session) throws -> RecordedChange? {
    do {
      return try session.manager.undo(change)
    } catch ComponentManagerError.cannotUndo(let refused) {
      throw CommandFailure(.usage, refused.description + (try remedy(refused, session)))
    }
  }

  private func remedy(_ refused: UndoError, _ session: Session) throws -> String {
    if case .unknown = refused.reason { return "; `aucat undo --list` lists all" }
    if let obstacle = refused.obstacle { return "; undo that first: `aucat undo \(obstacle.number)`" }
    guard change == nil, let other = try session.manager.recordedChanges().dropFirst().first else { return "" }
    return "; `aucat undo \(other.number)` undoes the one before, and `aucat undo --list` lists all"
  }

  private static func text(_ changes: [RecordedChange], _ session: Session) -> String {
    if changes.isEmpty { return "" }
    let rows = changes.map { change in
      let mark = change.isReversible ? "" : " (too large to undo)"
      return ["\(change.number)", "\(change.time)", change.program, change.title + mark]
    }
    return session.table(["number", "time", "program", "change"], rows)
  }

  private static func jsonText(_ changes: [RecordedChange]) -> String {
    let objects = changes.map { change in
      JSON.object([
        ("number", .int(change.number)), ("at", .string(change.time.description)), ("program", .string(change.program)),
        ("title", .string(change.title)), ("uris", .strings(change.uris)), ("reversible", .bool(change.isReversible)),
      ])
    }
    return JSON.lines(objects)
  }
}
