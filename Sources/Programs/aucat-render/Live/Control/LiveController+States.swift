internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import LiveSound
internal import RenderChain

/// Plugins' states are saved on another thread: a plugin may take its time, or never return, and meanwhile all requests
/// are answered that don't need them.
extension LiveController {
  /// What states are saved for.
  enum StatesUse {
    case request(ControlRequest)
    /// To note the chain that `--keep` starts with.
    case start
    /// To write the file that `--keep` keeps.
    case keeping
  }

  /// Begins to save the states.
  func awaitStates(for use: StatesUse) {
    awaiting = use
    live.beginSaving()
  }

  /// Uses the states once they have been saved.
  func useStates() {
    guard let use = awaiting, !live.isSaving else { return }
    awaiting = nil
    switch use {
    case .request(let request): carryOut(request)
    case .start: noteStart()
    case .keeping: if let failure = keep() { warn("the chain was not saved: \(failure.message)") }
    }
    // They are those of the moment.
    live.forgetStates()
  }

  /// Whether a request, or what undoes it, needs the states.
  func needsStates(_ request: ControlRequest) -> Bool {
    switch request.form.name {
    case "save", "load", "remove", "replace", "preset": true
    case "snapshot": (try? request.word("do")) != "remove"
    case "undo": live.undoNeedsStates
    case "redo": live.redoNeedsStates
    default: false
    }
  }
}
