internal import AucatProgram
internal import AudioComponents
internal import Linux

/// `aucat forget`
struct ForgetCommand: Command {
  static let name = "forget"

  var forgetsAll = false
  var isAgreed = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Forgets everything that you have entered, and keeps it in a file.",
    discussion: """
      Your tags, marks, collections, saved searches and use counts go into one file beside the new, empty store, and \
      backups of them are no longer restored. The plugins themselves stay in the catalog. `aucat undo` can't revert this, \
      but the command it prints can. Earlier backups still have everything: to erase it for good, delete them as well.

      EXAMPLES:
        aucat forget --all --yes
        aucat export tags.jsonl
      """,
    [
      .flag("all", "Forget everything.") { $0.forgetsAll = true },
      .flag("yes", "Don't ask first.") { $0.isAgreed = true },
    ])

  func run() throws {
    guard forgetsAll else { throw UsageError("say what to forget: `aucat forget --all`") }
    let session = try Session(common)
    guard try isAgreed || isConfirmed(session) else { throw CommandFailure(.nothing, "nothing was forgotten") }
    guard let forgotten = try session.manager.forgetUserData() else {
      return try Output.print("there is nothing to forget\n")
    }
    let backups = session.manager.userStoreBackups ?? "its backups"
    let lines = [
      "\(Self.summary(forgotten.content)) forgotten, and kept in \(forgotten.path)",
      "to get it back: `AUCAT_USER_STORE=\(ShellWord.quoted(forgotten.path)) aucat export | aucat import -`; to erase it, "
        + "delete that file and everything older in \(backups)",
    ]
    try Output.print(lines.map { Escaping.escaped($0) + "\n" }.joined())
  }

  private func isConfirmed(_ session: Session) throws -> Bool {
    guard BorrowedDescriptor.standardInput.isTerminal else {
      throw CommandFailure(.usage, "standard input is not a terminal to ask on; confirm with --yes")
    }
    let count = session.manager.userStoreHealth()?.content.map(Self.summary) ?? "everything"
    BorrowedDescriptor.standardError.prompt("Forget \(count)? [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  private static func summary(_ content: UserStoreContent) -> String {
    [
      counted(content.tags, "tag"), counted(content.favorites, "favourite"), counted(content.hidden, "hidden plugin"),
      counted(content.collections, "collection"), counted(content.searches, "saved search", plural: "saved searches"),
      counted(content.uses, "use count"),
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String? {
    count == 0 ? nil : Count.text(count, noun, plural: plural)
  }
}

extension BorrowedDescriptor {
  /// Asks a question. If it can't be shown, nothing else happens.
  fileprivate func prompt(_ question: String) { try? writeAll(Array(question.utf8)) }
}
