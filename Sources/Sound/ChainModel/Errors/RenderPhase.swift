/// The call that a plugin was executing.
public enum RenderPhase: UInt32, CaseIterable, Hashable, Sendable {
  /// No plugin was being called.
  case idle
  /// Starting it: its binary was being loaded, or `instantiate` was running.
  case load
  /// Restoring a state (`restore`).
  case restore
  /// `activate`
  case activate
  /// Rendering a block (`run`).
  case run
  /// `deactivate`
  case deactivate
  /// Saving its state (`save`).
  case save
  /// `cleanup`
  case cleanup

  /// The phase in words, to follow "while".
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
