/// What a plugin was asked to do last.
enum RenderPhase: UInt32 {
  case idle, load, restore, activate, run, deactivate, save, cleanup

  /// In words, after "while".
  var words: String {
    switch self {
    case .idle: "between plugins"
    case .load: "it was loaded"
    case .restore: "its state was restored"
    case .activate: "it was activated"
    case .run: "it rendered"
    case .deactivate: "it was deactivated"
    case .save: "its state was saved"
    case .cleanup: "it was cleaned up"
    }
  }
}
