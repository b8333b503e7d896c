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
    if let named { try Self.rejectOther(named) }
    let unsaved = try write(to: path)
    if file == nil { file = path }
    return .done(
      ControlAnswer(
        members: [("file", .string(path)), ("unsaved", .strings(unsaved.compactMap(\.component)))],
        line: "saved to \(path)" + unsaved.map { "\n\(text.subject($0)): \($0.detail)" }.joined()))
  }

  /// Writes the present chain with its snapshots, whole or not at all.
  ///
  /// - Returns: why states are missing.
  @discardableResult func write(to path: String) throws -> [ChainError] {
    let (chain, unsaved) = live.saved()
    document.chain = chain
    try ChainChoice.replace(path, by: ChainFile.text(of: document))
    return unsaved
  }

  /// A wrong name must not cost a recording.
  private static func rejectOther(_ path: String) throws {
    guard LexicalPath.isAbsolute(path) else { throw CommandFailure(.usage, "`file` is not an absolute path") }
    guard Path.exists(path) else { return }
    let text = (try? WholeFile.bytes(path, limit: ChainFile.sizeLimit)).flatMap {
      String(validating: $0, as: UTF8.self)
    }
    guard let text, (try? ChainFile.chain(text)) != nil else {
      throw CommandFailure(.usage, "\(path) is there, and is no chain; name another file")
    }
  }

  func load(_ request: ControlRequest) throws -> Progress {
    let path = try request.text("file")
    guard LexicalPath.isAbsolute(path) else { throw CommandFailure(.usage, "`file` is not an absolute path") }
    let choice = try ChainChoice(file: path, stages: [], session)
    try choice.requireComponents(of: path)
    text.learn(choice.names)
    return try begin(.all(choice.chain)) { [unowned self] _ in
      (document, file) = (choice.document, path)
      return ControlAnswer(line: "\(path) loaded: \(choice.components.map(\.name).joined(separator: ", "))")
    }
  }

  // MARK: Snapshots

  func snapshot(_ request: ControlRequest) throws -> Progress {
    let name = try request.text("name")
    switch try request.word("do") {
    case "save": return .done(try saveSnapshot(name))
    case "remove":
      guard document.remove(name) else { throw CommandFailure(unknownSnapshot: name, among: document) }
      return .done(ControlAnswer(line: "snapshot \(name) removed"))
    default: return try recall(name)
    }
  }

  private func saveSnapshot(_ name: String) throws -> ControlAnswer {
    if let problem = ChainDocument.problem(ofName: name) { throw CommandFailure(.usage, problem) }
    let (chain, unsaved) = live.saved()
    let isNew = document.snapshot(name) == nil
    document.save(chain, as: name)
    return ControlAnswer(
      members: [("new", .bool(isNew)), ("unsaved", .strings(unsaved.compactMap(\.component)))],
      line: "snapshot \(name) \(isNew ? "saved" : "saved in place of the former")"
        + unsaved.map { "\n\(text.subject($0)): \($0.detail)" }.joined())
  }

  private func recall(_ name: String) throws -> Progress {
    guard let snapshot = document.snapshot(name) else { throw CommandFailure(unknownSnapshot: name, among: document) }
    var chain = snapshot.chain
    if chain.stages.contains(where: { $0.bundle.isEmpty }) { try ChainChoice.locate(&chain, session) }
    // What plays is known, and a recall should take no longer than a block.
    let playing = zip(live.parts, chain.stages).enumerated().filter { $1.0.record.uri == $1.1.component }
    let known = Dictionary(uniqueKeysWithValues: playing.map { ($0.offset, $0.element.0.record) })
    let settings = live.saved().chain.settings(toBecome: try chain.completed(live.hostSettings, known: known))
    return try begin(settings.map { .settings($0) } ?? .all(chain)) { _ in
      ControlAnswer(
        members: [("loaded", .bool(settings == nil))],
        line: "snapshot \(name)" + (settings == nil ? ", whose components were loaded" : ""))
    }
  }
}
