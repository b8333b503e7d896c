/// What a plugin was asked to do last.
public enum RenderPhase: UInt32, CaseIterable, Hashable, Sendable {
  /// Nothing: no plugin was being called.
  case idle
  /// To start: its binary was loaded, or `instantiate` called.
  case load
  /// To restore a state (`restore`).
  case restore
  /// `activate`
  case activate
  /// To render a block (`run`).
  case run
  /// `deactivate`
  case deactivate
  /// To save its state (`save`).
  case save
  /// `cleanup`
  case cleanup

  /// In words, after "while".
  package var words: String {
    switch self {
    case .idle: "no plugin was being called"
    case .load: "it was being loaded"
    case .restore: "its state was being restored"
    case .activate: "it was being activated"
    case .run: "it was rendering"
    case .deactivate: "it was being deactivated"
    case .save: "its state was being saved"
    case .cleanup: "it was being cleaned up"
    }
  }
}
