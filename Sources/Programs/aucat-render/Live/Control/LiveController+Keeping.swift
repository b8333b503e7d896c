internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import LiveSound
internal import RenderChain

/// `--keep`: what this session has changed is saved, and nothing else.
extension LiveController {
  /// How long changes of states are collected before a save.
  private static var saveDelay: Duration { .seconds(1) }

  /// Keeps what changes from now on.
  func beginKeeping() { (keeping.isWanted, keeping.needsStart) = (true, true) }

  /// Notes that a plugin's state has changed.
  func noteChangedState() { if keeping.next == nil { keeping.next = .now + Self.saveDelay } }

  /// Begins a save that is due; the states are saved on another thread.
  func keepState() {
    guard keeping.isWanted, file != nil, awaiting == nil, !live.isEditing else { return }
    if keeping.needsStart {
      guard pending.isEmpty else { return }
      keeping.needsStart = false
      awaitStates(for: .start)
    } else if keeping.next.map({ $0 <= .now }) ?? false {
      awaitStates(for: .keeping)
    }
  }

  /// Notes the chain with which the session, or the file that it has loaded, starts: at the end, another one is saved.
  func noteStart() {
    keeping.start = keeping.changes == 0 && pending.isEmpty ? present.document : nil
    // What is pending may fail, and then has changed nothing.
    keeping.needsStart = keeping.changes == 0 && !pending.isEmpty
  }

  /// Saves the chain, if it has changed. If somebody else has changed the file, it gets a file beside that one.
  ///
  /// - Returns: why it can't be saved; nil if it was, or nothing has changed.
  @discardableResult func keep() -> CommandFailure? {
    keeping.next = nil
    guard keeping.isWanted, let chainFile else { return nil }
    let (document, unsaved) = present
    guard keeping.changes > 0 || keeping.start.map({ $0 != document }) ?? false else { return nil }
    var target = keeping.file ?? chainFile
    if target.isForeign {
      let path = target.path
      target = target.beside
      warn("\(path) has been changed by another program, so the chain is saved to \(target.path)")
    }
    do {
      try write(document, to: &target)
    } catch {
      return CommandFailure(ofSession: error)
    }
    if target.path == chainFile.path { self.chainFile = target } else { keeping.file = target }
    noteKept(document)
    for error in unsaved { warn("\(text.subject(error)): \(error.detail)") }
    return nil
  }

  /// Notes that the session's own file, or the one beside it, has this content.
  func noteKept(_ document: ChainDocument) { (keeping.start, keeping.changes) = (document, 0) }

  /// The chain as it plays, with its snapshots, and why states are missing.
  var present: (document: ChainDocument, unsaved: [ChainError]) {
    let (chain, unsaved) = live.saved()
    var document = live.document
    document.chain = chain
    return (document, unsaved)
  }
}

/// What `--keep` has to save.
struct Keeping {
  var isWanted = false
  /// Whether the chain's start has to be noted.
  var needsStart = false
  /// The chain that the file holds, as it plays; nil if that isn't known.
  var start: ChainDocument?
  /// The number of requests that have changed the chain since then.
  var changes = 0
  /// When to save a changed state; nil if none has changed.
  var next: ContinuousClock.Instant?
  /// The file beside the session's own that gets the chain, because somebody else has changed that; nil for none.
  var file: SessionFile?

  /// Begins with another file.
  mutating func restart() { self = Keeping(isWanted: isWanted, needsStart: isWanted) }
}
