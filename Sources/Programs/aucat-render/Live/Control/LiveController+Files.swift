internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import Linux
internal import LiveSound
internal import RenderChain

/// Chains in files, and snapshots.
extension LiveController {
  func save(_ request: ControlRequest) throws -> Progress {
    let named = try request.members.text("file")
    guard let path = named ?? file else {
      throw CommandFailure(.usage, "the session has no file; name one, as in `save FILE`")
    }
    var target = try target(path)
    let (document, unsaved) = present
    try write(document, to: &target)
    if file == nil || path == file {
      chainFile = target
      keeping.file = nil
      noteKept(document)
    }
    return .done(
      ControlAnswer(
        members: [("file", .string(path)), ("unsaved", .strings(unsaved.compactMap(\.component)))],
        line: "saved to \(path)" + unsaved.map { "\n\(text.subject($0)): \($0.detail)" }.joined()))
  }

  /// The file to write to: the session's own, unless somebody else has changed it, or a new one.
  private func target(_ path: String) throws -> SessionFile {
    guard let chainFile, chainFile.path == path else {
      try Self.rejectExisting(path)
      return SessionFile(path)
    }
    guard !chainFile.isForeign else {
      throw CommandFailure(
        .usage, "\(path) has been changed by another program; name another file, or remove it first")
    }
    return chainFile
  }

  /// Writes the chain with its snapshots, whole or not at all.
  func write(_ document: ChainDocument, to file: inout SessionFile) throws {
    live.document.chain = document.chain
    try file.write(ChainFile.text(of: document))
    unsavedCount = 0
  }

  /// Rejects an existing file: a mistyped name must not destroy a recording or another chain.
  private static func rejectExisting(_ path: String) throws {
    guard LexicalPath.isAbsolute(path) else { throw CommandFailure(.usage, "`file` is not an absolute path") }
    if Path.exists(path) { throw CommandFailure(.usage, "\(path) exists; name another file, or remove it first") }
  }

  /// How long the session's thread, for which all others wait, waits for a file, in milliseconds.
  private static var patienceOfFiles: Int { 3_000 }

  func load(_ request: ControlRequest) throws -> Progress {
    let path = try request.text("file")
    guard LexicalPath.isAbsolute(path) else { throw CommandFailure(.usage, "`file` is not an absolute path") }
    let loaded = SessionFile(path)
    let choice = try ChainChoice(file: path, stages: [], session, patience: Self.patienceOfFiles)
    try choice.requireComponents(of: path)
    text.learn(choice.names)
    // From then on, changes are saved to another file.
    if let failure = keep() { throw failure }
    return try begin(.all(choice.chain)) { [unowned self] _ in
      (live.document, chainFile, unsavedCount) = (choice.document, loaded, 0)
      keeping.restart()
      // Otherwise an older chain could be saved to the new file.
      live.forgetEdits()
      return ControlAnswer(line: "\(path) loaded: \(choice.components.map(\.name).joined(separator: ", "))")
    }
  }

  // MARK: Snapshots

  func snapshot(_ request: ControlRequest) throws -> Progress {
    let name = try request.text("name")
    switch try request.word("do") {
    case "save": return try saveSnapshot(name)
    case "remove":
      guard live.document.snapshot(name) != nil else {
        throw CommandFailure(unknownSnapshot: name, among: live.document)
      }
      return try begin(.snapshot(name, nil)) { _ in ControlAnswer(line: "snapshot \(name) removed") }
    default: return try recall(name)
    }
  }

  private func saveSnapshot(_ name: String) throws -> Progress {
    if let problem = ChainDocument.problem(ofName: name) { throw CommandFailure(.usage, problem) }
    let (chain, unsaved) = live.saved()
    let isNew = live.document.snapshot(name) == nil
    let notes = unsaved.map { "\n\(text.subject($0)): \($0.detail)" }.joined()
    return try begin(.snapshot(name, chain)) { _ in
      ControlAnswer(
        members: [("new", .bool(isNew)), ("unsaved", .strings(unsaved.compactMap(\.component)))],
        line: "snapshot \(name) \(isNew ? "saved" : "replaced; `undo` brings the old one back")" + notes)
    }
  }

  private func recall(_ name: String) throws -> Progress {
    guard let snapshot = live.document.snapshot(name) else {
      throw CommandFailure(unknownSnapshot: name, among: live.document)
    }
    var chain = snapshot.chain
    if chain.stages.contains(where: { $0.bundle.isEmpty }) { try ChainChoice.locate(&chain, session) }
    // The components that play are known, and a recall should take no longer than a block.
    let playing = zip(live.parts, chain.stages).enumerated().filter { $1.0.record.uri == $1.1.component }
    let known = Dictionary(uniqueKeysWithValues: playing.map { ($0.offset, $0.element.0.record) })
    let settings = live.saved().chain.settings(toBecome: try chain.completed(live.hostSettings, known: known))
    return try begin(settings.map { .settings($0) } ?? .all(chain), isStep: true) { _ in
      ControlAnswer(
        members: [("loaded", .bool(settings == nil))],
        line: "snapshot \(name)" + (settings == nil ? " (components loaded)" : ""))
    }
  }
}
